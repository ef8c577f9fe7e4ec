-- Set where a member joins, cleared once the tenants' side has the copy: until then each request of the member tries again.
ALTER TABLE members ADD COLUMN copy_pending INTEGER NOT NULL DEFAULT 0 CONSTRAINT member_copy_pending CHECK (copy_pending IN (0, 1));
