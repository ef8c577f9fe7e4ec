-- A business's connections to code hosts: one of each.

CREATE TABLE code_host_connections (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  host TEXT NOT NULL CONSTRAINT code_host_kind CHECK (host IN ('github', 'gitlab')),
  -- Of its pages, without a slash at the end.
  base_url TEXT NOT NULL CONSTRAINT code_host_base_url CHECK (base_url LIKE 'http%://_%' AND length(base_url) <= 300),
  -- revoked: the host no longer accepts the token.
  status TEXT NOT NULL CONSTRAINT code_host_status CHECK (status IN ('connected', 'revoked', 'disconnected')),
  -- Encrypted; gone once it is disconnected.
  access_token TEXT CONSTRAINT code_host_token_sealed CHECK (access_token LIKE 'v1.%'),
  account_id TEXT NOT NULL CONSTRAINT code_host_account CHECK (length(account_id) BETWEEN 1 AND 100),
  login TEXT NOT NULL CONSTRAINT code_host_login CHECK (length(login) BETWEEN 1 AND 255),
  name TEXT,
  profile_url TEXT NOT NULL,
  -- A JSON list; null where the host does not tell.
  scopes TEXT CONSTRAINT code_host_scopes CHECK (json_valid(scopes)),
  token_expires_at TEXT,
  connected_by TEXT NOT NULL,
  connected_at TEXT NOT NULL,
  checked_at TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (org_id, host),
  CONSTRAINT code_host_token CHECK ((access_token IS NULL) = (status = 'disconnected'))
) STRICT, WITHOUT ROWID;

-- What the simulated hosts remember.
CREATE TABLE simulated_code_hosts (
  kind TEXT NOT NULL,
  parent TEXT NOT NULL,
  id TEXT NOT NULL,
  -- What lists are sorted by.
  at TEXT NOT NULL,
  state TEXT NOT NULL CONSTRAINT simulated_code_host_state CHECK (json_valid(state)),
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (kind, parent, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX simulated_code_hosts_order ON simulated_code_hosts (kind, parent, at, id);
