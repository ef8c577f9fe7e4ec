-- What was put down on a job may be sent again by a device weeks later: the id it made is kept for good, and is taken once.
ALTER TABLE idempotency_keys ADD COLUMN kept INTEGER NOT NULL DEFAULT 0 CONSTRAINT idempotency_key_kept CHECK (kept IN (0, 1));
UPDATE idempotency_keys SET kept = 1
  WHERE use_case IN ('moveWorkOrder', 'tickTask', 'recordResult', 'addNote', 'signWorkOrder', 'addPhoto');
DROP INDEX idempotency_keys_age;
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at) WHERE kept = 0;
CREATE TRIGGER kept_keys_stay BEFORE DELETE ON idempotency_keys WHEN OLD.kept = 1
BEGIN SELECT RAISE(ABORT, 'kept_key'); END;

-- Counts what was put down for a task, so that a device which did not see the last of it overwrites nothing.
ALTER TABLE work_order_tasks ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CONSTRAINT work_order_task_version CHECK (version > 0);
