-- The bug tracker: issues with their projects, labels, states, comments, activity and attachments.

CREATE TABLE issue_states (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL CONSTRAINT issue_state_id CHECK (length(id) BETWEEN 1 AND 40),
  name TEXT NOT NULL CONSTRAINT issue_state_name CHECK (length(name) BETWEEN 1 AND 40),
  -- What it is on a code host, which knows these two alone.
  category TEXT NOT NULL CONSTRAINT issue_state_category CHECK (category IN ('open', 'closed')),
  -- Why an issue in it is closed, as code hosts tell it.
  closed_as TEXT CONSTRAINT issue_state_closed_as CHECK (closed_as IN ('completed', 'not_planned')),
  position INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (org_id, id),
  CONSTRAINT issue_state_closes CHECK ((category = 'closed') = (closed_as IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX issue_states_name ON issue_states (org_id, lower(name));

-- Issues change their state, a state never changes its side under them.
CREATE TRIGGER issue_states_keep_category BEFORE UPDATE OF category ON issue_states WHEN OLD.category <> NEW.category
BEGIN SELECT RAISE(ABORT, 'issue_state_category_fixed'); END;

CREATE TRIGGER issue_states_of_business AFTER INSERT ON tenant_organizations
BEGIN
  INSERT INTO issue_states (org_id, id, name, category, closed_as, position) VALUES
    (NEW.id, 'backlog', 'Backlog', 'open', NULL, 1), (NEW.id, 'todo', 'To do', 'open', NULL, 2),
    (NEW.id, 'progress', 'In progress', 'open', NULL, 3), (NEW.id, 'review', 'In review', 'open', NULL, 4),
    (NEW.id, 'done', 'Done', 'closed', 'completed', 5), (NEW.id, 'canceled', 'Canceled', 'closed', 'not_planned', 6);
END;
INSERT INTO issue_states (org_id, id, name, category, closed_as, position)
SELECT o.id, s.column1, s.column2, s.column3, s.column4, s.column5 FROM tenant_organizations o, (VALUES
  ('backlog', 'Backlog', 'open', NULL, 1), ('todo', 'To do', 'open', NULL, 2), ('progress', 'In progress', 'open', NULL, 3),
  ('review', 'In review', 'open', NULL, 4), ('done', 'Done', 'closed', 'completed', 5), ('canceled', 'Canceled', 'closed', 'not_planned', 6)) s;

CREATE TABLE issue_projects (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL CONSTRAINT issue_project_name CHECK (length(name) BETWEEN 1 AND 80),
  description TEXT,
  archived INTEGER NOT NULL DEFAULT 0 CONSTRAINT issue_project_archived CHECK (archived IN (0, 1)),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX issue_projects_name ON issue_projects (org_id, lower(name));

CREATE TABLE issue_labels (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL CONSTRAINT issue_label_name CHECK (length(name) BETWEEN 1 AND 100),
  color TEXT NOT NULL CONSTRAINT issue_label_color CHECK (color GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  description TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX issue_labels_name ON issue_labels (org_id, lower(name));

CREATE TABLE issues (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  number INTEGER NOT NULL,
  title TEXT NOT NULL CONSTRAINT issue_title CHECK (length(title) BETWEEN 1 AND 256),
  -- Markdown. What people write here is shorter than what a code host may send.
  body TEXT NOT NULL DEFAULT '' CONSTRAINT issue_body CHECK (length(body) <= 1048576),
  state_id TEXT NOT NULL,
  priority TEXT NOT NULL DEFAULT 'none' CONSTRAINT issue_priority CHECK (priority IN ('urgent', 'high', 'medium', 'low', 'none')),
  rank INTEGER GENERATED ALWAYS AS (
    CASE priority WHEN 'urgent' THEN 4 WHEN 'high' THEN 3 WHEN 'medium' THEN 2 WHEN 'low' THEN 1 ELSE 0 END
  ) VIRTUAL,
  project_id TEXT,
  assignee_id TEXT,
  -- Ids in the order in which they were given; `issue_label_links` follows.
  label_ids TEXT NOT NULL DEFAULT '[]' CONSTRAINT issue_label_ids CHECK (json_valid(label_ids)),
  milestone TEXT CONSTRAINT issue_milestone CHECK (length(milestone) BETWEEN 1 AND 255),
  work_order_id TEXT,
  equipment_id TEXT,
  duplicate_of TEXT,
  source TEXT NOT NULL CONSTRAINT issue_source CHECK (source IN ('person', 'report', 'error', 'github', 'gitlab')),
  created_by TEXT,
  -- Who wrote it elsewhere: 'by octocat on GitHub'.
  author_name TEXT CONSTRAINT issue_author_name CHECK (length(author_name) BETWEEN 1 AND 255),
  author_host TEXT CONSTRAINT issue_author_host CHECK (author_host IN ('github', 'gitlab')),
  author_url TEXT,
  comment_count INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  closed_at TEXT,
  -- In the trash since.
  deleted_at TEXT,
  deleted_by TEXT,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, state_id) REFERENCES issue_states (org_id, id),
  FOREIGN KEY (org_id, project_id) REFERENCES issue_projects (org_id, id),
  FOREIGN KEY (org_id, assignee_id) REFERENCES tenant_members (org_id, user_id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (org_id, equipment_id) REFERENCES equipment (org_id, id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (org_id, duplicate_of) REFERENCES issues (org_id, id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT issue_author CHECK ((author_name IS NULL) = (author_host IS NULL)),
  CONSTRAINT issue_not_own_duplicate CHECK (duplicate_of <> id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX issues_number ON issues (org_id, number);
CREATE INDEX issues_live ON issues (org_id, number) WHERE deleted_at IS NULL;
CREATE INDEX issues_board ON issues (org_id, state_id, rank, number) WHERE deleted_at IS NULL;
CREATE INDEX issues_state ON issues (org_id, state_id);
CREATE INDEX issues_project ON issues (org_id, project_id) WHERE project_id IS NOT NULL;
CREATE INDEX issues_assignee ON issues (org_id, assignee_id, number) WHERE assignee_id IS NOT NULL;
CREATE INDEX issues_updated ON issues (org_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX issues_trash ON issues (org_id, deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX issues_work_order ON issues (org_id, work_order_id) WHERE work_order_id IS NOT NULL;
CREATE INDEX issues_equipment ON issues (org_id, equipment_id) WHERE equipment_id IS NOT NULL;
CREATE INDEX issues_duplicate_of ON issues (org_id, duplicate_of) WHERE duplicate_of IS NOT NULL;

CREATE TABLE issue_label_links (
  org_id TEXT NOT NULL,
  issue_id TEXT NOT NULL,
  label_id TEXT NOT NULL,
  PRIMARY KEY (org_id, issue_id, label_id),
  FOREIGN KEY (org_id, issue_id) REFERENCES issues (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, label_id) REFERENCES issue_labels (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX issue_label_links_label ON issue_label_links (org_id, label_id, issue_id);

CREATE TABLE issue_comments (
  org_id TEXT NOT NULL,
  issue_id TEXT NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL CONSTRAINT issue_comment_body CHECK (length(body) BETWEEN 1 AND 1048576),
  user_id TEXT,
  author_name TEXT CONSTRAINT issue_comment_author_name CHECK (length(author_name) BETWEEN 1 AND 255),
  author_host TEXT CONSTRAINT issue_comment_author_host CHECK (author_host IN ('github', 'gitlab')),
  author_url TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, issue_id, id),
  FOREIGN KEY (org_id, issue_id) REFERENCES issues (org_id, id) ON DELETE CASCADE,
  CONSTRAINT issue_comment_author CHECK ((author_name IS NULL) = (author_host IS NULL))
) STRICT, WITHOUT ROWID;

-- What was changed, by whom, before and after. Texts are not repeated here.
CREATE TABLE issue_activity (
  org_id TEXT NOT NULL,
  issue_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  user_id TEXT,
  actor_name TEXT,
  actor_host TEXT CONSTRAINT issue_activity_host CHECK (actor_host IN ('github', 'gitlab')),
  before TEXT,
  after TEXT,
  at TEXT NOT NULL,
  PRIMARY KEY (org_id, issue_id, id),
  FOREIGN KEY (org_id, issue_id) REFERENCES issues (org_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TRIGGER issue_activity_stays BEFORE UPDATE ON issue_activity BEGIN SELECT RAISE(ABORT, 'issue_activity_append_only'); END;

CREATE TABLE issue_attachments (
  org_id TEXT NOT NULL,
  issue_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL CONSTRAINT issue_attachment_name CHECK (length(name) BETWEEN 1 AND 200),
  content_type TEXT NOT NULL,
  bytes INTEGER NOT NULL CONSTRAINT issue_attachment_bytes CHECK (bytes BETWEEN 1 AND 10000000),
  file_key TEXT NOT NULL,
  user_id TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, issue_id, id),
  FOREIGN KEY (org_id, issue_id) REFERENCES issues (org_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- A list as somebody narrowed it, under a name: their own, or everybody's.
CREATE TABLE issue_views (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL CONSTRAINT issue_view_name CHECK (length(name) BETWEEN 1 AND 60),
  query TEXT NOT NULL CONSTRAINT issue_view_query CHECK (length(query) <= 2000),
  shared INTEGER NOT NULL DEFAULT 0 CONSTRAINT issue_view_shared CHECK (shared IN (0, 1)),
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX issue_views_name ON issue_views (org_id, user_id, lower(name));
CREATE INDEX issue_views_shared ON issue_views (org_id, name) WHERE shared = 1;

-- Errors of the server that are the same one: an issue for each, and how often it was met.
CREATE TABLE issue_fingerprints (
  org_id TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  issue_id TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 1,
  first_at TEXT NOT NULL,
  last_at TEXT NOT NULL,
  last_request_id TEXT NOT NULL,
  PRIMARY KEY (org_id, fingerprint),
  FOREIGN KEY (org_id, issue_id) REFERENCES issues (org_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX issue_fingerprints_issue ON issue_fingerprints (org_id, issue_id);

-- `filed` has the list's filters as words, so that a filtered list reads no issue that a filter turns away. What is in the trash
-- is not found.
CREATE VIRTUAL TABLE issue_search USING fts5 (title, body, filed, content = '', contentless_delete = 1, prefix = '2 3');

CREATE VIEW issue_search_text AS
SELECT i.org_id, i.id, i.deleted_at, o.key * 2147483648 + i.number AS search_row,
  printf('BUG-%d %d ', i.number, i.number) || i.title AS title, i.body,
  concat_ws(' ', 'c' || s.category, 's' || replace(i.state_id, '-', ''), 'p' || i.priority, 'o' || i.source,
    'u' || replace(coalesce(i.assignee_id, 'none'), '-', ''), 'j' || replace(coalesce(i.project_id, 'none'), '-', ''),
    (SELECT group_concat('l' || replace(value, '-', ''), ' ') FROM json_each(i.label_ids))) AS filed
FROM issues i
JOIN issue_states s ON s.org_id = i.org_id AND s.id = i.state_id
JOIN tenant_organizations o ON o.id = i.org_id;

CREATE TRIGGER issues_after_insert AFTER INSERT ON issues
BEGIN
  INSERT INTO issue_label_links (org_id, issue_id, label_id) SELECT NEW.org_id, NEW.id, value FROM json_each(NEW.label_ids);
  INSERT INTO issue_search (rowid, title, body, filed)
  SELECT search_row, title, body, filed FROM issue_search_text WHERE org_id = NEW.org_id AND id = NEW.id AND deleted_at IS NULL;
  INSERT INTO counters (org_id, name, value) SELECT NEW.org_id, 'issues.state=' || NEW.state_id, 1 WHERE NEW.deleted_at IS NULL
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
  UPDATE issues SET closed_at = NEW.created_at
  WHERE org_id = NEW.org_id AND id = NEW.id AND closed_at IS NULL
    AND (SELECT category FROM issue_states WHERE org_id = NEW.org_id AND id = NEW.state_id) = 'closed';
END;

CREATE TRIGGER issues_after_state AFTER UPDATE OF state_id ON issues WHEN OLD.state_id <> NEW.state_id
BEGIN
  UPDATE issues SET closed_at = CASE (SELECT category FROM issue_states WHERE org_id = NEW.org_id AND id = NEW.state_id)
    WHEN 'closed' THEN coalesce(OLD.closed_at, NEW.updated_at) END
  WHERE org_id = NEW.org_id AND id = NEW.id;
END;

CREATE TRIGGER issues_count_change AFTER UPDATE OF state_id, deleted_at ON issues
WHEN OLD.state_id <> NEW.state_id OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)
BEGIN
  UPDATE counters SET value = value - 1
  WHERE OLD.deleted_at IS NULL AND org_id = OLD.org_id AND name = 'issues.state=' || OLD.state_id;
  INSERT INTO counters (org_id, name, value) SELECT NEW.org_id, 'issues.state=' || NEW.state_id, 1 WHERE NEW.deleted_at IS NULL
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER issues_after_labels AFTER UPDATE OF label_ids ON issues WHEN OLD.label_ids <> NEW.label_ids
BEGIN
  DELETE FROM issue_label_links WHERE org_id = NEW.org_id AND issue_id = NEW.id
    AND label_id NOT IN (SELECT value FROM json_each(NEW.label_ids));
  INSERT INTO issue_label_links (org_id, issue_id, label_id)
  SELECT NEW.org_id, NEW.id, value FROM json_each(NEW.label_ids) WHERE true ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER issues_after_text AFTER UPDATE OF title, body, state_id, priority, source, assignee_id, project_id, label_ids, deleted_at ON issues
WHEN OLD.title <> NEW.title OR OLD.body <> NEW.body OR OLD.state_id <> NEW.state_id OR OLD.priority <> NEW.priority
  OR OLD.source <> NEW.source OR OLD.assignee_id IS NOT NEW.assignee_id OR OLD.project_id IS NOT NEW.project_id
  OR OLD.label_ids <> NEW.label_ids OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)
BEGIN
  DELETE FROM issue_search WHERE rowid = (SELECT o.key * 2147483648 + OLD.number FROM tenant_organizations o WHERE o.id = OLD.org_id);
  INSERT INTO issue_search (rowid, title, body, filed)
  SELECT search_row, title, body, filed FROM issue_search_text WHERE org_id = NEW.org_id AND id = NEW.id AND deleted_at IS NULL;
END;

CREATE TRIGGER issues_after_delete AFTER DELETE ON issues
BEGIN
  DELETE FROM issue_search WHERE rowid = (SELECT o.key * 2147483648 + OLD.number FROM tenant_organizations o WHERE o.id = OLD.org_id);
  UPDATE counters SET value = value - 1
  WHERE OLD.deleted_at IS NULL AND org_id = OLD.org_id AND name = 'issues.state=' || OLD.state_id;
END;

-- What is in the trash is not changed, only taken out again.
CREATE TRIGGER issues_in_trash_stay BEFORE UPDATE OF title, body, state_id, priority, assignee_id, project_id, milestone ON issues
WHEN OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'issue_in_trash'); END;

CREATE TRIGGER issue_comments_after_insert AFTER INSERT ON issue_comments
BEGIN
  UPDATE issues SET comment_count = comment_count + 1, updated_at = max(updated_at, NEW.created_at)
  WHERE org_id = NEW.org_id AND id = NEW.issue_id;
END;
CREATE TRIGGER issue_comments_after_delete AFTER DELETE ON issue_comments
BEGIN
  UPDATE issues SET comment_count = comment_count - 1 WHERE org_id = OLD.org_id AND id = OLD.issue_id;
END;

-- A work order or unit that goes leaves its issues without it.
CREATE TRIGGER work_orders_leave_issues AFTER DELETE ON work_orders
BEGIN
  UPDATE issues SET work_order_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM issues about INDEXED BY issues_work_order WHERE about.org_id = OLD.org_id AND about.work_order_id = OLD.id);
END;
CREATE TRIGGER equipment_leaves_issues AFTER DELETE ON equipment
BEGIN
  UPDATE issues SET equipment_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM issues about INDEXED BY issues_equipment WHERE about.org_id = OLD.org_id AND about.equipment_id = OLD.id);
END;
