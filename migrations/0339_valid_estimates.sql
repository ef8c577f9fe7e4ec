-- Open estimates by the last day they can be approved, without those that have expired.
CREATE INDEX estimates_valid ON estimates (org_id, status, valid_until, created_at, id);
