-- A business's own names and colors for the priorities of issues, and the code-host label that stands for each. A business
-- without rows has the defaults.
CREATE TABLE issue_priorities (
  org_id TEXT NOT NULL,
  priority TEXT NOT NULL CHECK (priority IN ('urgent', 'high', 'medium', 'low', 'none')),
  name TEXT NOT NULL CHECK (length(trim(name)) BETWEEN 1 AND 30),
  color TEXT CHECK (color GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  label TEXT CHECK (length(trim(label)) BETWEEN 1 AND 50),
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (org_id, priority)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX issue_priorities_name ON issue_priorities (org_id, lower(name));
CREATE UNIQUE INDEX issue_priorities_label ON issue_priorities (org_id, lower(label)) WHERE label IS NOT NULL;

-- A priority goes to the host as a label.
CREATE TRIGGER issues_priority_changed_for_hosts AFTER UPDATE OF priority ON issues
WHEN NEW.priority <> OLD.priority
  AND EXISTS (SELECT 1 FROM issue_priorities p WHERE p.org_id = NEW.org_id AND p.label IS NOT NULL)
BEGIN
  UPDATE code_host_issues SET changes = changes + 1, queued_at = NULL WHERE org_id = NEW.org_id AND issue_id = NEW.id;
END;
