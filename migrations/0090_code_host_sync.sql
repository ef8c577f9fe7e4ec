-- Issues of chosen repositories and the bug tracker's follow each other. What has to be asked of a host waits in the outbox; the check of its
-- topics cannot be changed in place, so the table is made anew, and what writes into it from triggers beside it.
DROP TRIGGER bank_items_end;
DROP TRIGGER bank_items_break;

CREATE TABLE outbox_after (
  id TEXT PRIMARY KEY,
  org_id TEXT,
  topic TEXT NOT NULL CONSTRAINT outbox_topic CHECK (topic IN ('board', 'bank', 'business_mail', 'code_host')),
  payload TEXT NOT NULL,
  created_at TEXT NOT NULL,
  due_at TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  delivered_at TEXT,
  failed_at TEXT,
  last_error TEXT,
  user_id TEXT,
  CONSTRAINT outbox_mail_of_business CHECK (topic NOT IN ('business_mail', 'code_host') OR org_id IS NOT NULL)
) STRICT, WITHOUT ROWID;
INSERT INTO outbox_after (id, org_id, topic, payload, created_at, due_at, attempts, delivered_at, failed_at, last_error, user_id)
SELECT id, org_id, topic, payload, created_at, due_at, attempts, delivered_at, failed_at, last_error, user_id FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_after RENAME TO outbox;
CREATE INDEX outbox_due ON outbox (due_at) WHERE delivered_at IS NULL AND failed_at IS NULL;
CREATE INDEX outbox_failed ON outbox (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX outbox_failed_household ON outbox (user_id) WHERE failed_at IS NOT NULL AND user_id IS NOT NULL;
CREATE INDEX outbox_failed_business ON outbox (org_id) WHERE failed_at IS NOT NULL AND org_id IS NOT NULL;

CREATE TRIGGER bank_items_break AFTER UPDATE OF status ON bank_items
WHEN OLD.status = 'connected' AND NEW.status IN ('login_required', 'revoked', 'failed')
BEGIN
  INSERT INTO outbox (id, user_id, topic, payload, created_at, due_at)
  SELECT id, NEW.user_id, 'bank', json_object('kind', 'alert', 'userId', NEW.user_id, 'itemId', NEW.id, 'mailId', id), at, at
  FROM (SELECT lower(hex(randomblob(16))) AS id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS at);
END;

CREATE TRIGGER bank_items_end AFTER UPDATE OF status ON bank_items WHEN NEW.status = 'disconnecting' AND OLD.status <> 'disconnecting'
BEGIN
  INSERT INTO outbox (id, user_id, topic, payload, created_at, due_at) VALUES (
    lower(hex(randomblob(16))), NEW.user_id, 'bank', json_object('kind', 'remove', 'userId', NEW.user_id, 'itemId', NEW.id),
    strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  );
END;


-- Not before that does the host want to be asked again.
ALTER TABLE code_host_connections ADD COLUMN paused_until TEXT;

-- Names the repository in the address of its webhooks, and signs them (encrypted).
ALTER TABLE code_host_repositories ADD COLUMN endpoint TEXT;
ALTER TABLE code_host_repositories ADD COLUMN webhook_secret TEXT CONSTRAINT code_host_webhook_sealed CHECK (webhook_secret LIKE 'v1.%');
-- The host's id of the webhook; null while there is none.
ALTER TABLE code_host_repositories ADD COLUMN hook_id TEXT;
ALTER TABLE code_host_repositories ADD COLUMN last_webhook_at TEXT;
-- Reading of its issues by their last change: the page to go on with, from when on, and up to when all is known.
ALTER TABLE code_host_repositories ADD COLUMN next_page TEXT;
ALTER TABLE code_host_repositories ADD COLUMN reading_since TEXT;
ALTER TABLE code_host_repositories ADD COLUMN read_until TEXT;
-- Null until the first reading has reached the end.
ALTER TABLE code_host_repositories ADD COLUMN imported_at TEXT;
ALTER TABLE code_host_repositories ADD COLUMN last_read_at TEXT;
ALTER TABLE code_host_repositories ADD COLUMN next_read_at TEXT;
ALTER TABLE code_host_repositories ADD COLUMN reads INTEGER NOT NULL DEFAULT 0;
ALTER TABLE code_host_repositories ADD COLUMN issue_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE code_host_repositories ADD COLUMN problem TEXT;
CREATE UNIQUE INDEX code_host_repositories_endpoint ON code_host_repositories (endpoint) WHERE endpoint IS NOT NULL;
CREATE INDEX code_host_repositories_due ON code_host_repositories (next_read_at) WHERE status = 'chosen';

-- Which issue here is which one there. A row outlives both, so that nothing is made twice.
CREATE TABLE code_host_issues (
  org_id TEXT NOT NULL,
  host TEXT NOT NULL,
  repository_id TEXT NOT NULL,
  number INTEGER NOT NULL CONSTRAINT code_host_issue_number CHECK (number > 0),
  host_issue_id TEXT NOT NULL,
  -- Null once it is deleted here for good.
  issue_id TEXT,
  url TEXT NOT NULL,
  -- deleted, transferred, confidential: there it no longer is what it was, and nothing is synced any more.
  status TEXT NOT NULL CONSTRAINT code_host_issue_status CHECK (status IN ('linked', 'deleted', 'transferred', 'confidential')),
  -- What both sides last agreed on, and its hash.
  base TEXT NOT NULL CONSTRAINT code_host_issue_base CHECK (json_valid(base)),
  base_hash TEXT NOT NULL,
  host_updated_at TEXT NOT NULL,
  -- Changes on either side, and how many of them are synced.
  changes INTEGER NOT NULL DEFAULT 0,
  synced_changes INTEGER NOT NULL DEFAULT 0,
  queued_at TEXT,
  lease TEXT,
  lease_until TEXT,
  synced_at TEXT NOT NULL,
  PRIMARY KEY (org_id, host, repository_id, number),
  FOREIGN KEY (org_id, host, repository_id) REFERENCES code_host_repositories (org_id, host, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX code_host_issues_theirs ON code_host_issues (org_id, host, host_issue_id);
CREATE UNIQUE INDEX code_host_issues_ours ON code_host_issues (org_id, issue_id) WHERE issue_id IS NOT NULL;
CREATE INDEX code_host_issues_behind ON code_host_issues (queued_at) WHERE changes <> synced_changes;

CREATE TABLE code_host_comments (
  org_id TEXT NOT NULL,
  host TEXT NOT NULL,
  repository_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  -- The host's id.
  id TEXT NOT NULL,
  comment_id TEXT NOT NULL,
  -- Of the text that both sides last agreed on.
  base_hash TEXT NOT NULL,
  PRIMARY KEY (org_id, host, repository_id, number, id),
  FOREIGN KEY (org_id, host, repository_id, number) REFERENCES code_host_issues (org_id, host, repository_id, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX code_host_comments_ours ON code_host_comments (org_id, comment_id);

-- Where both sides had changed the same: what was here, and what was there and stands now.
CREATE TABLE code_host_conflicts (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  host TEXT NOT NULL,
  issue_id TEXT NOT NULL,
  field TEXT NOT NULL,
  ours TEXT NOT NULL,
  theirs TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX code_host_conflicts_issue ON code_host_conflicts (org_id, issue_id);
CREATE INDEX code_host_conflicts_newest ON code_host_conflicts (org_id, host, id);

-- Webhooks, once each, with the message that each has put into the outbox.
CREATE TABLE code_host_deliveries (
  org_id TEXT NOT NULL,
  host TEXT NOT NULL,
  id TEXT NOT NULL CONSTRAINT code_host_delivery_id CHECK (length(id) BETWEEN 1 AND 200),
  repository_id TEXT NOT NULL,
  event TEXT NOT NULL,
  number INTEGER,
  message_id TEXT NOT NULL,
  received_at TEXT NOT NULL,
  PRIMARY KEY (org_id, host, id),
  FOREIGN KEY (org_id, host, repository_id) REFERENCES code_host_repositories (org_id, host, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX code_host_deliveries_newest ON code_host_deliveries (org_id, host, repository_id, received_at);
CREATE INDEX code_host_deliveries_age ON code_host_deliveries (received_at);

-- What people change here is to be synced.
CREATE TRIGGER issues_changed_for_hosts AFTER UPDATE OF title, body, state_id, label_ids, milestone, deleted_at ON issues
BEGIN
  UPDATE code_host_issues SET changes = changes + 1, queued_at = NULL WHERE org_id = NEW.org_id AND issue_id = NEW.id;
END;
CREATE TRIGGER issue_comments_added_for_hosts AFTER INSERT ON issue_comments
BEGIN
  UPDATE code_host_issues SET changes = changes + 1, queued_at = NULL WHERE org_id = NEW.org_id AND issue_id = NEW.issue_id;
END;
CREATE TRIGGER issue_comments_changed_for_hosts AFTER UPDATE OF body ON issue_comments
BEGIN
  UPDATE code_host_issues SET changes = changes + 1, queued_at = NULL WHERE org_id = NEW.org_id AND issue_id = NEW.issue_id;
END;
CREATE TRIGGER issue_comments_deleted_for_hosts AFTER DELETE ON issue_comments
BEGIN
  UPDATE code_host_issues SET changes = changes + 1, queued_at = NULL WHERE org_id = OLD.org_id AND issue_id = OLD.issue_id;
END;
-- One that is gone from the trash is not made again from its host.
CREATE TRIGGER issues_deleted_for_hosts AFTER DELETE ON issues
BEGIN
  UPDATE code_host_issues SET issue_id = NULL, synced_changes = changes WHERE org_id = OLD.org_id AND issue_id = OLD.id;
  DELETE FROM code_host_conflicts WHERE org_id = OLD.org_id AND issue_id = OLD.id;
END;
