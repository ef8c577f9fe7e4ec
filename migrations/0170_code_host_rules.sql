-- Which issues of a repository take part in the sync, which way, and what became of each.

-- Which way, unless a field has a rule of its own.
ALTER TABLE code_host_repositories ADD COLUMN direction TEXT NOT NULL DEFAULT 'both'
  CONSTRAINT code_host_repository_direction CHECK (direction IN ('both', 'from_host', 'to_host'));
-- A JSON object: field to direction or off.
ALTER TABLE code_host_repositories ADD COLUMN field_rules TEXT NOT NULL DEFAULT '{}'
  CONSTRAINT code_host_repository_field_rules CHECK (json_type(field_rules) = 'object');
-- A JSON list of label names, any of which is enough; none: all issues take part.
ALTER TABLE code_host_repositories ADD COLUMN labels TEXT NOT NULL DEFAULT '[]'
  CONSTRAINT code_host_repository_labels CHECK (json_type(labels) = 'array');
ALTER TABLE code_host_repositories ADD COLUMN include_confidential INTEGER NOT NULL DEFAULT 0
  CONSTRAINT code_host_repository_confidential CHECK (include_confidential IN (0, 1));
-- The project that its issues belong to here.
ALTER TABLE code_host_repositories ADD COLUMN project_id TEXT;
-- Whether issues added here are created there: never, when somebody asks for it, or each one of the project.
ALTER TABLE code_host_repositories ADD COLUMN creates TEXT NOT NULL DEFAULT 'by_hand'
  CONSTRAINT code_host_repository_creates CHECK (creates IN ('never', 'by_hand', 'project') AND (creates <> 'project' OR project_id IS NOT NULL));
ALTER TABLE code_host_repositories ADD COLUMN rules_version INTEGER NOT NULL DEFAULT 1;
-- Since when nothing more is created there, because too much was within an hour.
ALTER TABLE code_host_repositories ADD COLUMN creations_stopped_at TEXT;
-- Health of its webhook: refused signatures, and what the host says of it.
ALTER TABLE code_host_repositories ADD COLUMN refused_webhooks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE code_host_repositories ADD COLUMN last_refused_at TEXT;
ALTER TABLE code_host_repositories ADD COLUMN hook_state TEXT
  CONSTRAINT code_host_repository_hook_state CHECK (hook_state IN ('active', 'failing', 'disabled', 'missing'));
ALTER TABLE code_host_repositories ADD COLUMN hook_detail TEXT;
ALTER TABLE code_host_repositories ADD COLUMN hook_failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE code_host_repositories ADD COLUMN checked_at TEXT;
ALTER TABLE code_host_repositories ADD COLUMN next_check_at TEXT;
-- When all of its issues were last looked for, so that those deleted there are found.
ALTER TABLE code_host_repositories ADD COLUMN verified_at TEXT;
CREATE UNIQUE INDEX code_host_repositories_project ON code_host_repositories (org_id, project_id) WHERE creates = 'project' AND status = 'chosen';
CREATE INDEX code_host_repositories_check ON code_host_repositories (next_check_at) WHERE status = 'chosen';

-- One run at a time with a token, and how much it has created within the minute and the hour.
ALTER TABLE code_host_connections ADD COLUMN lease TEXT;
ALTER TABLE code_host_connections ADD COLUMN lease_until TEXT;
ALTER TABLE code_host_connections ADD COLUMN writes TEXT NOT NULL DEFAULT '{}'
  CONSTRAINT code_host_connection_writes CHECK (json_type(writes) = 'object');

-- What is being sent: known again when nobody noted that it had arrived.
ALTER TABLE code_host_issues ADD COLUMN sending TEXT CONSTRAINT code_host_issue_sending CHECK (json_valid(sending));
-- The host's id of the issue that it lives on as.
ALTER TABLE code_host_issues ADD COLUMN moved_to_id TEXT;
CREATE INDEX code_host_issues_moved ON code_host_issues (org_id, host, moved_to_id) WHERE moved_to_id IS NOT NULL;

-- Which version stands now.
ALTER TABLE code_host_conflicts ADD COLUMN stands TEXT NOT NULL DEFAULT 'theirs'
  CONSTRAINT code_host_conflict_stands CHECK (stands IN ('ours', 'theirs'));

-- Accounts of a host that issues are assigned to, and which member each is.
CREATE TABLE code_host_people (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  host TEXT NOT NULL CONSTRAINT code_host_person_host CHECK (host IN ('github', 'gitlab')),
  login TEXT NOT NULL CONSTRAINT code_host_person_login CHECK (length(login) BETWEEN 1 AND 255 AND login = lower(login)),
  user_id TEXT,
  created_at TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (org_id, host, login),
  FOREIGN KEY (org_id, user_id) REFERENCES tenant_members (org_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX code_host_people_member ON code_host_people (org_id, host, user_id) WHERE user_id IS NOT NULL;

-- What happened in the sync. `settled_at`: a failure that is over, or was tried again.
CREATE TABLE code_host_log (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  host TEXT NOT NULL,
  repository_id TEXT NOT NULL,
  number INTEGER,
  issue_id TEXT,
  kind TEXT NOT NULL CONSTRAINT code_host_log_kind CHECK (kind IN ('webhook', 'issue', 'read', 'push', 'hook', 'check')),
  outcome TEXT NOT NULL CONSTRAINT code_host_log_outcome CHECK (outcome IN ('done', 'ignored', 'failed')),
  detail TEXT NOT NULL CONSTRAINT code_host_log_detail CHECK (length(detail) <= 1000),
  job TEXT CONSTRAINT code_host_log_job CHECK (json_valid(job)),
  at TEXT NOT NULL,
  settled_at TEXT,
  PRIMARY KEY (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX code_host_log_repository ON code_host_log (org_id, host, repository_id, id);
CREATE INDEX code_host_log_outcome ON code_host_log (org_id, outcome, id);
CREATE INDEX code_host_log_open ON code_host_log (org_id, host, repository_id, number) WHERE outcome = 'failed' AND settled_at IS NULL;
CREATE INDEX code_host_log_age ON code_host_log (at);

-- Issues added here that are to be created on a host. The row is there before the host is asked, and its key is in the text that is sent.
CREATE TABLE code_host_pushes (
  org_id TEXT NOT NULL,
  issue_id TEXT NOT NULL,
  host TEXT NOT NULL,
  repository_id TEXT NOT NULL,
  key TEXT NOT NULL DEFAULT (lower(hex(randomblob(16)))) CONSTRAINT code_host_push_key CHECK (length(key) BETWEEN 16 AND 100),
  -- waiting, sending since sent_at, created, or failed for a reason that waiting does not mend.
  status TEXT NOT NULL DEFAULT 'waiting' CONSTRAINT code_host_push_status CHECK (status IN ('waiting', 'sending', 'created', 'failed')),
  -- rule: the project's; person: somebody asked for it; backfill: an Admin asked for all that there are.
  origin TEXT NOT NULL CONSTRAINT code_host_push_origin CHECK (origin IN ('rule', 'person', 'backfill')),
  reason TEXT,
  created_at TEXT NOT NULL,
  queued_at TEXT,
  sent_at TEXT,
  -- What was sent.
  sent TEXT CONSTRAINT code_host_push_sent CHECK (json_valid(sent)),
  PRIMARY KEY (org_id, issue_id),
  FOREIGN KEY (org_id, issue_id) REFERENCES issues (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, host, repository_id) REFERENCES code_host_repositories (org_id, host, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX code_host_pushes_key ON code_host_pushes (org_id, key);
CREATE INDEX code_host_pushes_open ON code_host_pushes (queued_at) WHERE status IN ('waiting', 'sending');
CREATE INDEX code_host_pushes_sent ON code_host_pushes (org_id, host, repository_id, sent_at) WHERE sent_at IS NOT NULL;

-- Issues of a project that belongs to a repository are created there, however they came to be.
CREATE TRIGGER issues_added_for_hosts AFTER INSERT ON issues
WHEN NEW.project_id IS NOT NULL AND NEW.source IN ('person', 'report', 'error')
BEGIN
  INSERT INTO code_host_pushes (org_id, issue_id, host, repository_id, origin, created_at)
  SELECT NEW.org_id, NEW.id, r.host, r.id, 'rule', NEW.updated_at FROM code_host_repositories r
  WHERE r.org_id = NEW.org_id AND r.project_id = NEW.project_id AND r.creates = 'project' AND r.status = 'chosen' AND r.direction <> 'from_host'
  ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER issues_moved_for_hosts AFTER UPDATE OF project_id, label_ids ON issues
WHEN NEW.project_id IS NOT NULL AND NEW.source IN ('person', 'report', 'error') AND NEW.deleted_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM code_host_issues l WHERE l.org_id = NEW.org_id AND l.issue_id = NEW.id)
BEGIN
  INSERT INTO code_host_pushes (org_id, issue_id, host, repository_id, origin, created_at)
  SELECT NEW.org_id, NEW.id, r.host, r.id, 'rule', NEW.updated_at FROM code_host_repositories r
  WHERE r.org_id = NEW.org_id AND r.project_id = NEW.project_id AND r.creates = 'project' AND r.status = 'chosen' AND r.direction <> 'from_host'
  ON CONFLICT DO NOTHING;
END;

-- Assignees follow, too.
DROP TRIGGER issues_changed_for_hosts;
CREATE TRIGGER issues_changed_for_hosts AFTER UPDATE OF title, body, state_id, label_ids, milestone, assignee_id, deleted_at ON issues
BEGIN
  UPDATE code_host_issues SET changes = changes + 1, queued_at = NULL WHERE org_id = NEW.org_id AND issue_id = NEW.id;
END;
