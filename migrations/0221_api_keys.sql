-- Keys with which a business's own programs call the API. Stored as hashes; a key acts for the business, whoever made it.
CREATE TABLE api_keys (
  org_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  token_end TEXT NOT NULL,
  permissions TEXT NOT NULL CONSTRAINT api_key_permissions CHECK (json_array_length(permissions) > 0),
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  last_used_at TEXT,
  PRIMARY KEY (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX api_keys_name ON api_keys (org_id, name COLLATE NOCASE);

CREATE TRIGGER api_keys_number BEFORE INSERT ON api_keys
WHEN (SELECT count(*) FROM api_keys WHERE org_id = NEW.org_id) >= 50
BEGIN
  SELECT RAISE(ABORT, 'too_many_api_keys');
END;

-- What a key writes has it as its author, so that it is known where members are.
ALTER TABLE tenant_members ADD COLUMN kind TEXT NOT NULL DEFAULT 'person' CHECK (kind IN ('person', 'api_key'));
