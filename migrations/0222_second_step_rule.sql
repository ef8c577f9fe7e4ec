-- Whether a business lets its Admins in only with two-step verification.
ALTER TABLE organizations ADD COLUMN requires_second_step INTEGER NOT NULL DEFAULT 0 CONSTRAINT organization_second_step CHECK (requires_second_step IN (0, 1));
