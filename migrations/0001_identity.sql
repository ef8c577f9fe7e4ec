-- Identity: who there is, who may sign in, and to which business they belong. Nothing here refers to tenants' data.

CREATE TABLE organizations (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL CONSTRAINT organization_name_length CHECK (length(name) BETWEEN 1 AND 120),
  time_zone TEXT NOT NULL,
  phone TEXT,
  email TEXT,
  line1 TEXT,
  line2 TEXT,
  city TEXT,
  state TEXT,
  postal_code TEXT,
  tax_rate_milli INTEGER NOT NULL DEFAULT 0 CONSTRAINT organization_tax_rate CHECK (tax_rate_milli BETWEEN 0 AND 100000),
  logo_key TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE CONSTRAINT user_email_lower CHECK (email = lower(email) AND length(email) <= 254),
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  password_hash TEXT,
  status TEXT NOT NULL CONSTRAINT user_status CHECK (status IN ('active', 'disabled')),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE members (
  org_id TEXT NOT NULL REFERENCES organizations (id),
  user_id TEXT NOT NULL UNIQUE REFERENCES users (id),
  roles TEXT NOT NULL CONSTRAINT member_roles_json CHECK (json_valid(roles) AND json_array_length(roles) > 0),
  permissions TEXT CONSTRAINT member_permissions_json CHECK (permissions IS NULL OR json_valid(permissions)),
  status TEXT NOT NULL CONSTRAINT member_status CHECK (status IN ('active', 'disabled')),
  technician_id TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, user_id)
) STRICT, WITHOUT ROWID;

-- A business always keeps an active Admin, whoever edits whom at the same moment.
CREATE TRIGGER members_keep_an_admin BEFORE UPDATE OF roles, status ON members
WHEN OLD.status = 'active' AND OLD.roles LIKE '%"Admin"%' AND (NEW.status <> 'active' OR NEW.roles NOT LIKE '%"Admin"%')
BEGIN
  SELECT RAISE(ABORT, 'last_admin') WHERE NOT EXISTS (
    SELECT 1 FROM members WHERE org_id = OLD.org_id AND user_id <> OLD.user_id AND status = 'active' AND roles LIKE '%"Admin"%'
  );
END;

CREATE TABLE invitations (
  org_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL,
  email TEXT NOT NULL CONSTRAINT invitation_email_lower CHECK (email = lower(email)),
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  roles TEXT NOT NULL CONSTRAINT invitation_roles_json CHECK (json_valid(roles) AND json_array_length(roles) > 0),
  technician TEXT CONSTRAINT invitation_technician_json CHECK (technician IS NULL OR json_valid(technician)),
  token_hash TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CONSTRAINT invitation_status CHECK (status IN ('pending', 'accepted', 'cancelled')),
  invited_by TEXT NOT NULL REFERENCES users (id),
  sent_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX invitations_pending ON invitations (org_id, email) WHERE status = 'pending';
CREATE INDEX invitations_status ON invitations (org_id, status, created_at);

-- Nobody is a user before the address is confirmed: each sign-up waits with its own password behind its own link.
CREATE TABLE signups (
  token_hash TEXT PRIMARY KEY,
  email TEXT NOT NULL CONSTRAINT signup_email_lower CHECK (email = lower(email) AND length(email) <= 254),
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  organization_name TEXT CONSTRAINT signup_organization_name CHECK (length(organization_name) BETWEEN 1 AND 120),
  time_zone TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX signups_email ON signups (email, created_at);

-- How many mails of a kind an address was sent lately, known to us or not.
CREATE TABLE account_mails (
  email TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT account_mail_kind CHECK (kind IN ('signup', 'reset', 'invite')),
  sent_at TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (email, kind, sent_at, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  user_agent TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE refresh_tokens (
  token_hash TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL,
  used_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

CREATE TABLE event_tokens (
  token_hash TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX event_tokens_session ON event_tokens (session_id);

CREATE TABLE user_tokens (
  token_hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL CONSTRAINT user_token_kind CHECK (kind IN ('reset', 'callback')),
  user_id TEXT NOT NULL REFERENCES users (id),
  expires_at TEXT NOT NULL,
  used_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX user_tokens_user ON user_tokens (user_id, kind);

CREATE TABLE identity_idempotency_keys (
  user_id TEXT NOT NULL,
  key TEXT NOT NULL CONSTRAINT identity_idempotency_key_length CHECK (length(key) BETWEEN 8 AND 200),
  use_case TEXT NOT NULL,
  input_hash TEXT NOT NULL,
  result TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX identity_idempotency_keys_age ON identity_idempotency_keys (created_at);

CREATE TABLE identity_outbox (
  id TEXT PRIMARY KEY,
  org_id TEXT,
  topic TEXT NOT NULL CONSTRAINT identity_outbox_topic CHECK (topic IN ('mail', 'tenant_copy')),
  payload TEXT NOT NULL,
  created_at TEXT NOT NULL,
  due_at TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  delivered_at TEXT,
  failed_at TEXT,
  last_error TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX identity_outbox_due ON identity_outbox (due_at) WHERE delivered_at IS NULL AND failed_at IS NULL;
CREATE INDEX identity_outbox_failed ON identity_outbox (failed_at) WHERE failed_at IS NOT NULL;

CREATE TABLE identity_audit_log (
  org_id TEXT NOT NULL REFERENCES organizations (id),
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
CREATE INDEX identity_audit_log_entity ON identity_audit_log (org_id, entity, entity_id);

CREATE TRIGGER identity_audit_log_is_append_only BEFORE UPDATE ON identity_audit_log
BEGIN SELECT RAISE(ABORT, 'audit_log_append_only'); END;

CREATE TRIGGER identity_audit_log_keeps_rows BEFORE DELETE ON identity_audit_log
BEGIN SELECT RAISE(ABORT, 'audit_log_append_only'); END;
