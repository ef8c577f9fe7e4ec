-- Tenants' data: what every area leans on. Nothing from here on refers to identity.

-- What the tenants' side knows of identity: a business with the number that names its full-text rows, and its members' names.
CREATE TABLE tenant_organizations (
  id TEXT PRIMARY KEY,
  key INTEGER NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

-- `revision` only grows: an older copy never replaces a newer one.
CREATE TABLE tenant_members (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  user_id TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  revision INTEGER NOT NULL,
  PRIMARY KEY (org_id, user_id)
) STRICT, WITHOUT ROWID;

-- Messages of identity's outbox that were carried out here and must not be twice.
CREATE TABLE applied_messages (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  key TEXT NOT NULL,
  applied_at TEXT NOT NULL,
  PRIMARY KEY (org_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency_keys (
  user_id TEXT NOT NULL,
  key TEXT NOT NULL CONSTRAINT idempotency_key_length CHECK (length(key) BETWEEN 8 AND 200),
  use_case TEXT NOT NULL,
  input_hash TEXT NOT NULL,
  result TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- What was put down on a job may be sent again by a device weeks later: the id it made is kept for good, and is taken once.
  retained INTEGER NOT NULL DEFAULT 0 CONSTRAINT idempotency_key_retained CHECK (retained IN (0, 1)),
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at) WHERE retained = 0;

CREATE TRIGGER retained_keys_stay BEFORE DELETE ON idempotency_keys WHEN OLD.retained = 1
BEGIN SELECT RAISE(ABORT, 'retained_key'); END;

CREATE TABLE outbox (
  id TEXT PRIMARY KEY,
  org_id TEXT,
  topic TEXT NOT NULL CONSTRAINT outbox_topic CHECK (topic IN ('board', 'bank')),
  payload TEXT NOT NULL,
  created_at TEXT NOT NULL,
  due_at TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  delivered_at TEXT,
  failed_at TEXT,
  last_error TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX outbox_due ON outbox (due_at) WHERE delivered_at IS NULL AND failed_at IS NULL;
CREATE INDEX outbox_failed ON outbox (failed_at) WHERE failed_at IS NOT NULL;

CREATE TABLE audit_log (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  user_id TEXT,
  action TEXT NOT NULL,
  entity TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  before TEXT,
  after TEXT,
  request_id TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_log_entity ON audit_log (org_id, entity, entity_id);

CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log_append_only'); END;

CREATE TRIGGER audit_log_keeps_rows BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log_append_only'); END;

CREATE TABLE counters (
  org_id TEXT NOT NULL,
  name TEXT NOT NULL,
  value INTEGER NOT NULL CONSTRAINT counter_not_negative CHECK (value >= 0),
  PRIMARY KEY (org_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE sequences (
  org_id TEXT NOT NULL,
  name TEXT NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (org_id, name)
) STRICT, WITHOUT ROWID;
