-- When a delivery was due before the sweep queued it again, so that one whose queue nothing consumes counts as overdue.
ALTER TABLE outbox ADD COLUMN overdue_since TEXT;
ALTER TABLE identity_outbox ADD COLUMN overdue_since TEXT;
