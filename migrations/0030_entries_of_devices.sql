-- What was put down on a job may be sent again by a device weeks later: the id it made is kept for good, and is taken once.
ALTER TABLE idempotency_keys ADD COLUMN retained INTEGER NOT NULL DEFAULT 0 CONSTRAINT idempotency_key_retained CHECK (retained IN (0, 1));
DROP INDEX idempotency_keys_age;
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at) WHERE retained = 0;
CREATE TRIGGER retained_keys_stay BEFORE DELETE ON idempotency_keys WHEN OLD.retained = 1
BEGIN SELECT RAISE(ABORT, 'retained_key'); END;

-- Counts what was put down for a task, so that a device which did not see the last of it overwrites nothing.
ALTER TABLE work_order_tasks ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CONSTRAINT work_order_task_version CHECK (version > 0);
