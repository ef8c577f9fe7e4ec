-- Files of issues: nothing wrote the first table. What is removed can be taken back for a week, then the sweep deletes it.
DROP TABLE issue_attachments;

CREATE TABLE issue_attachments (
  org_id TEXT NOT NULL,
  issue_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL CONSTRAINT issue_attachment_name CHECK (length(name) BETWEEN 1 AND 200),
  content_type TEXT NOT NULL CONSTRAINT issue_attachment_type CHECK (content_type IN (
    'image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf', 'text/plain', 'application/zip', 'video/mp4', 'video/webm')),
  bytes INTEGER NOT NULL CONSTRAINT issue_attachment_bytes CHECK (bytes BETWEEN 1 AND 10000000),
  file_key TEXT NOT NULL,
  user_id TEXT,
  created_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (org_id, issue_id, id),
  FOREIGN KEY (org_id, issue_id) REFERENCES issues (org_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX issue_attachments_deleted ON issue_attachments (deleted_at) WHERE deleted_at IS NOT NULL;

ALTER TABLE issues ADD COLUMN attachment_count INTEGER NOT NULL DEFAULT 0;

-- At most so many an issue; a race is decided here.
CREATE TRIGGER issue_attachments_at_most BEFORE INSERT ON issue_attachments
WHEN (SELECT attachment_count FROM issues WHERE org_id = NEW.org_id AND id = NEW.issue_id) >= 50
BEGIN SELECT RAISE(ABORT, 'issue_attachments_full'); END;
CREATE TRIGGER issue_attachments_at_most_restored BEFORE UPDATE OF deleted_at ON issue_attachments
WHEN OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL
  AND (SELECT attachment_count FROM issues WHERE org_id = NEW.org_id AND id = NEW.issue_id) >= 50
BEGIN SELECT RAISE(ABORT, 'issue_attachments_full'); END;

-- They count with all pictures against what a business may store, until the file itself is gone.
CREATE TRIGGER issue_attachments_after_insert AFTER INSERT ON issue_attachments
BEGIN
  UPDATE issues SET attachment_count = attachment_count + 1, updated_at = max(updated_at, NEW.created_at)
  WHERE org_id = NEW.org_id AND id = NEW.issue_id;
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'photo_bytes', NEW.bytes)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + NEW.bytes;
END;
CREATE TRIGGER issue_attachments_after_removal AFTER UPDATE OF deleted_at ON issue_attachments
WHEN (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)
BEGIN
  UPDATE issues SET attachment_count = attachment_count + iif(NEW.deleted_at IS NULL, 1, -1)
  WHERE org_id = NEW.org_id AND id = NEW.issue_id;
END;
CREATE TRIGGER issue_attachments_after_delete AFTER DELETE ON issue_attachments
BEGIN
  UPDATE issues SET attachment_count = attachment_count - 1
  WHERE org_id = OLD.org_id AND id = OLD.issue_id AND OLD.deleted_at IS NULL;
  UPDATE counters SET value = max(0, value - OLD.bytes) WHERE org_id = OLD.org_id AND name = 'photo_bytes';
END;
