-- Everything of a business or a household as one file, made by the queue piece by piece. The check of the outbox's topics cannot be
-- changed in place, so the table is made anew, and what writes into it from triggers beside it.
DROP TRIGGER bank_items_end;
DROP TRIGGER bank_items_break;

CREATE TABLE outbox_after (
  id TEXT PRIMARY KEY,
  org_id TEXT,
  topic TEXT NOT NULL CONSTRAINT outbox_topic CHECK (topic IN ('board', 'bank', 'business_mail', 'code_host', 'export')),
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

CREATE TABLE business_exports (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  status TEXT NOT NULL CONSTRAINT business_exports_status CHECK (status IN ('queued', 'running', 'ready', 'failed', 'canceled', 'expired')),
  requested_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  finished_at TEXT,
  -- From then on the file is not handed out, and the sweep deletes it.
  expires_at TEXT,
  -- Who works on it at the moment, and until when nobody else does.
  lease TEXT,
  lease_until TEXT,
  row_count INTEGER NOT NULL DEFAULT 0 CHECK (row_count >= 0),
  -- What there was to read when it began.
  row_total INTEGER,
  file_count INTEGER NOT NULL DEFAULT 0 CHECK (file_count >= 0),
  bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
  -- Where to go on, and the pieces that are stored.
  progress TEXT CONSTRAINT business_exports_progress CHECK (progress IS NULL OR json_valid(progress)),
  problem TEXT,
  PRIMARY KEY (org_id, id),
  CONSTRAINT business_exports_ready CHECK ((status = 'ready') <= (finished_at IS NOT NULL AND expires_at IS NOT NULL AND bytes > 0))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX business_exports_one ON business_exports (org_id) WHERE status IN ('queued', 'running');
CREATE INDEX business_exports_over ON business_exports (expires_at) WHERE expires_at IS NOT NULL;
CREATE TRIGGER business_exports_steps BEFORE UPDATE OF status ON business_exports WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'queued' AND NEW.status IN ('running', 'failed', 'canceled')) OR
  (OLD.status = 'running' AND NEW.status IN ('ready', 'failed', 'canceled')) OR
  (OLD.status = 'failed' AND NEW.status IN ('queued', 'expired')) OR
  (OLD.status IN ('ready', 'canceled') AND NEW.status = 'expired'))
BEGIN SELECT RAISE(ABORT, 'export_step'); END;

CREATE TABLE household_exports (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL CONSTRAINT household_exports_status CHECK (status IN ('queued', 'running', 'ready', 'failed', 'canceled', 'expired')),
  requested_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  finished_at TEXT,
  -- From then on the file is not handed out, and the sweep deletes it.
  expires_at TEXT,
  -- Who works on it at the moment, and until when nobody else does.
  lease TEXT,
  lease_until TEXT,
  row_count INTEGER NOT NULL DEFAULT 0 CHECK (row_count >= 0),
  -- What there was to read when it began.
  row_total INTEGER,
  file_count INTEGER NOT NULL DEFAULT 0 CHECK (file_count >= 0),
  bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
  -- Where to go on, and the pieces that are stored.
  progress TEXT CONSTRAINT household_exports_progress CHECK (progress IS NULL OR json_valid(progress)),
  problem TEXT,
  PRIMARY KEY (user_id, id),
  CONSTRAINT household_exports_ready CHECK ((status = 'ready') <= (finished_at IS NOT NULL AND expires_at IS NOT NULL AND bytes > 0))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX household_exports_one ON household_exports (user_id) WHERE status IN ('queued', 'running');
CREATE INDEX household_exports_over ON household_exports (expires_at) WHERE expires_at IS NOT NULL;
CREATE TRIGGER household_exports_steps BEFORE UPDATE OF status ON household_exports WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'queued' AND NEW.status IN ('running', 'failed', 'canceled')) OR
  (OLD.status = 'running' AND NEW.status IN ('ready', 'failed', 'canceled')) OR
  (OLD.status = 'failed' AND NEW.status IN ('queued', 'expired')) OR
  (OLD.status IN ('ready', 'canceled') AND NEW.status = 'expired'))
BEGIN SELECT RAISE(ABORT, 'export_step'); END;
