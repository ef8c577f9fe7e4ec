-- A business's own account at the card processor: its customers' money goes there.
CREATE TABLE card_accounts (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  -- Encrypted.
  secret_key TEXT NOT NULL CONSTRAINT card_account_key_sealed CHECK (secret_key LIKE 'v1.%'),
  webhook_secret TEXT NOT NULL CONSTRAINT card_account_webhook_sealed CHECK (webhook_secret LIKE 'v1.%'),
  -- The beginning and the end of the key, by which a person tells it from others.
  key_hint TEXT NOT NULL CONSTRAINT card_account_key_hint CHECK (length(key_hint) BETWEEN 8 AND 20),
  is_live INTEGER NOT NULL CONSTRAINT card_account_is_live CHECK (is_live IN (0, 1)),
  account_id TEXT NOT NULL CONSTRAINT card_account_id CHECK (length(account_id) BETWEEN 1 AND 100),
  account_name TEXT CONSTRAINT card_account_name CHECK (length(account_name) BETWEEN 1 AND 200),
  connected_by TEXT NOT NULL,
  connected_at TEXT NOT NULL,
  checked_at TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (org_id)
) STRICT, WITHOUT ROWID;
