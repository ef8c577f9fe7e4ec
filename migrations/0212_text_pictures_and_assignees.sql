-- Texts carry pictures, and a conversation about a job or with a customer is somebody's to answer.
ALTER TABLE text_outbox ADD COLUMN media_url TEXT;

ALTER TABLE threads ADD COLUMN assignee_id TEXT CONSTRAINT thread_assignee CHECK (assignee_id IS NULL OR kind IN ('job', 'customer'));
CREATE INDEX threads_assigned ON threads (org_id, assignee_id, last_at, id)
  WHERE assignee_id IS NOT NULL AND last_at IS NOT NULL AND closed_at IS NULL;
CREATE TRIGGER threads_assignee_known BEFORE UPDATE OF assignee_id ON threads
WHEN NEW.assignee_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tenant_members m WHERE m.org_id = NEW.org_id AND m.user_id = NEW.assignee_id)
BEGIN
  SELECT RAISE(ABORT, 'thread_assignee');
END;
