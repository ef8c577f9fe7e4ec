-- Files of recordings whose work orders were deleted, until the purge has taken them away. What two work orders of one session
-- share is kept as long as either has it.
CREATE TABLE deleted_recordings (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  file_key TEXT NOT NULL,
  -- Of the session in which it was said.
  session_id TEXT NOT NULL,
  PRIMARY KEY (org_id, file_key)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER recordings_after_delete AFTER DELETE ON work_order_recordings WHEN OLD.file_key IS NOT NULL
BEGIN
  UPDATE counters SET value = max(0, value - OLD.bytes) WHERE org_id = OLD.org_id AND name = 'photo_bytes';
  INSERT INTO deleted_recordings (org_id, file_key, session_id) VALUES (OLD.org_id, OLD.file_key, OLD.id)
  ON CONFLICT DO NOTHING;
END;
