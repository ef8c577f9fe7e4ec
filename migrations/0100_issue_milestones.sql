-- States have a color and an order of the business's own, and go once another takes over what is in them. Milestones are records.

ALTER TABLE issue_states ADD COLUMN color TEXT CONSTRAINT issue_state_color
  CHECK (color GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]');
-- Being removed: what is in it moves to this one, from the trash too.
ALTER TABLE issue_states ADD COLUMN replaced_by TEXT;

DROP TRIGGER issues_in_trash_stay;
CREATE TRIGGER issues_in_trash_stay BEFORE UPDATE OF title, body, state_id, priority, assignee_id, project_id, milestone ON issues
WHEN OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NOT NULL
  AND NEW.state_id IS NOT (SELECT replaced_by FROM issue_states WHERE org_id = OLD.org_id AND id = OLD.state_id)
BEGIN SELECT RAISE(ABORT, 'issue_in_trash'); END;

-- An issue names its milestone, as code hosts do; a name that is met for the first time becomes one.
CREATE TABLE issue_milestones (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL CONSTRAINT issue_milestone_name CHECK (length(name) BETWEEN 1 AND 255),
  description TEXT,
  due_on TEXT CONSTRAINT issue_milestone_due CHECK (due_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- Reached: no longer offered.
  closed INTEGER NOT NULL DEFAULT 0 CONSTRAINT issue_milestone_closed CHECK (closed IN (0, 1)),
  open_issues INTEGER NOT NULL DEFAULT 0 CONSTRAINT issue_milestone_open CHECK (open_issues >= 0),
  closed_issues INTEGER NOT NULL DEFAULT 0 CONSTRAINT issue_milestone_done CHECK (closed_issues >= 0),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX issue_milestones_name ON issue_milestones (org_id, lower(name));
CREATE INDEX issues_milestone ON issues (org_id, lower(milestone), number) WHERE milestone IS NOT NULL;

INSERT INTO issue_milestones (org_id, id, name, open_issues, closed_issues, created_at, updated_at)
SELECT i.org_id,
  lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
  i.milestone, sum(i.deleted_at IS NULL AND s.category = 'open'), sum(i.deleted_at IS NULL AND s.category = 'closed'),
  min(i.created_at), max(i.updated_at)
FROM issues i JOIN issue_states s ON s.org_id = i.org_id AND s.id = i.state_id
WHERE i.milestone IS NOT NULL GROUP BY i.org_id, lower(i.milestone);

CREATE TRIGGER issues_milestone_met_insert BEFORE INSERT ON issues WHEN NEW.milestone IS NOT NULL
BEGIN
  INSERT INTO issue_milestones (org_id, id, name, created_at, updated_at)
  SELECT NEW.org_id, lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
    NEW.milestone, NEW.updated_at, NEW.updated_at
  WHERE NOT EXISTS (SELECT 1 FROM issue_milestones WHERE org_id = NEW.org_id AND lower(name) = lower(NEW.milestone));
END;
CREATE TRIGGER issues_milestone_met_update BEFORE UPDATE OF milestone ON issues
WHEN NEW.milestone IS NOT NULL AND NEW.milestone IS NOT OLD.milestone
BEGIN
  INSERT INTO issue_milestones (org_id, id, name, created_at, updated_at)
  SELECT NEW.org_id, lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
    NEW.milestone, NEW.updated_at, NEW.updated_at
  WHERE NOT EXISTS (SELECT 1 FROM issue_milestones WHERE org_id = NEW.org_id AND lower(name) = lower(NEW.milestone));
END;

CREATE TRIGGER issues_count_milestone_insert AFTER INSERT ON issues WHEN NEW.milestone IS NOT NULL AND NEW.deleted_at IS NULL
BEGIN
  UPDATE issue_milestones SET
    open_issues = open_issues + (SELECT category = 'open' FROM issue_states WHERE org_id = NEW.org_id AND id = NEW.state_id),
    closed_issues = closed_issues + (SELECT category = 'closed' FROM issue_states WHERE org_id = NEW.org_id AND id = NEW.state_id)
  WHERE org_id = NEW.org_id AND lower(name) = lower(NEW.milestone);
END;
CREATE TRIGGER issues_count_milestone_update AFTER UPDATE OF milestone, state_id, deleted_at ON issues
WHEN (OLD.milestone IS NOT NULL OR NEW.milestone IS NOT NULL)
  AND (OLD.milestone IS NOT NEW.milestone OR OLD.state_id <> NEW.state_id OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL))
BEGIN
  UPDATE issue_milestones SET
    open_issues = open_issues - (SELECT category = 'open' FROM issue_states WHERE org_id = OLD.org_id AND id = OLD.state_id),
    closed_issues = closed_issues - (SELECT category = 'closed' FROM issue_states WHERE org_id = OLD.org_id AND id = OLD.state_id)
  WHERE OLD.deleted_at IS NULL AND org_id = OLD.org_id AND lower(name) = lower(OLD.milestone);
  UPDATE issue_milestones SET
    open_issues = open_issues + (SELECT category = 'open' FROM issue_states WHERE org_id = NEW.org_id AND id = NEW.state_id),
    closed_issues = closed_issues + (SELECT category = 'closed' FROM issue_states WHERE org_id = NEW.org_id AND id = NEW.state_id)
  WHERE NEW.deleted_at IS NULL AND org_id = NEW.org_id AND lower(name) = lower(NEW.milestone);
END;
CREATE TRIGGER issues_count_milestone_delete AFTER DELETE ON issues WHEN OLD.milestone IS NOT NULL AND OLD.deleted_at IS NULL
BEGIN
  UPDATE issue_milestones SET
    open_issues = max(0, open_issues - (SELECT category = 'open' FROM issue_states WHERE org_id = OLD.org_id AND id = OLD.state_id)),
    closed_issues = max(0, closed_issues - (SELECT category = 'closed' FROM issue_states WHERE org_id = OLD.org_id AND id = OLD.state_id))
  WHERE org_id = OLD.org_id AND lower(name) = lower(OLD.milestone);
END;

-- Of two issues one is the original.
CREATE TRIGGER issues_no_ring_of_duplicates BEFORE UPDATE OF duplicate_of ON issues
WHEN NEW.duplicate_of IS NOT NULL AND (SELECT duplicate_of FROM issues WHERE org_id = NEW.org_id AND id = NEW.duplicate_of) = NEW.id
BEGIN SELECT RAISE(ABORT, 'issue_duplicates_in_a_ring'); END;

-- The milestone is a word of `filed`, too.
DROP VIEW issue_search_text;
CREATE VIEW issue_search_text AS
SELECT i.org_id, i.id, i.deleted_at, o.key * 2147483648 + i.number AS search_row,
  printf('BUG-%d %d ', i.number, i.number) || i.title AS title, i.body,
  concat_ws(' ', 'c' || s.category, 's' || replace(i.state_id, '-', ''), 'p' || i.priority, 'o' || i.source,
    'u' || replace(coalesce(i.assignee_id, 'none'), '-', ''), 'j' || replace(coalesce(i.project_id, 'none'), '-', ''),
    (SELECT 'm' || replace(m.id, '-', '') FROM issue_milestones m WHERE m.org_id = i.org_id AND lower(m.name) = lower(i.milestone)),
    (SELECT group_concat('l' || replace(value, '-', ''), ' ') FROM json_each(i.label_ids))) AS filed
FROM issues i
JOIN issue_states s ON s.org_id = i.org_id AND s.id = i.state_id
JOIN tenant_organizations o ON o.id = i.org_id;

DROP TRIGGER issues_after_text;
CREATE TRIGGER issues_after_text AFTER UPDATE OF title, body, state_id, priority, source, assignee_id, project_id, label_ids, milestone, deleted_at ON issues
WHEN OLD.title <> NEW.title OR OLD.body <> NEW.body OR OLD.state_id <> NEW.state_id OR OLD.priority <> NEW.priority
  OR OLD.source <> NEW.source OR OLD.assignee_id IS NOT NEW.assignee_id OR OLD.project_id IS NOT NEW.project_id
  OR OLD.label_ids <> NEW.label_ids OR OLD.milestone IS NOT NEW.milestone OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)
BEGIN
  DELETE FROM issue_search WHERE rowid = (SELECT o.key * 2147483648 + OLD.number FROM tenant_organizations o WHERE o.id = OLD.org_id);
  INSERT INTO issue_search (rowid, title, body, filed)
  SELECT search_row, title, body, filed FROM issue_search_text WHERE org_id = NEW.org_id AND id = NEW.id AND deleted_at IS NULL;
END;

DELETE FROM issue_search WHERE rowid IN (
  SELECT o.key * 2147483648 + i.number FROM issues i JOIN tenant_organizations o ON o.id = i.org_id WHERE i.milestone IS NOT NULL);
INSERT INTO issue_search (rowid, title, body, filed)
SELECT t.search_row, t.title, t.body, t.filed FROM issue_search_text t JOIN issues i ON i.org_id = t.org_id AND i.id = t.id
WHERE i.milestone IS NOT NULL AND i.deleted_at IS NULL;

-- A saved view is a list or a board, and one of them is what somebody's list opens with.
ALTER TABLE issue_views ADD COLUMN layout TEXT NOT NULL DEFAULT 'list' CONSTRAINT issue_view_layout CHECK (layout IN ('list', 'board'));
ALTER TABLE issue_views ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

CREATE TABLE issue_default_views (
  org_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  view_id TEXT NOT NULL,
  PRIMARY KEY (org_id, user_id),
  FOREIGN KEY (org_id, view_id) REFERENCES issue_views (org_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX issue_default_views_view ON issue_default_views (org_id, view_id);
