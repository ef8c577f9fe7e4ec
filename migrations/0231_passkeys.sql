-- Passkeys are a second step as well: who has one is asked for it after the password. `takes_codes` is 0 for whoever has passkeys
-- alone; the secret is then empty, or one that waits to be confirmed.
ALTER TABLE second_steps ADD COLUMN takes_codes INTEGER NOT NULL DEFAULT 1 CONSTRAINT second_step_codes CHECK (takes_codes IN (0, 1));

-- What an authenticator keeps the private half of. None without a second step: what ends that takes them along.
CREATE TABLE passkeys (
  user_id TEXT NOT NULL REFERENCES second_steps (user_id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  credential_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  -- Goes up with each use, or stays 0 for authenticators that do not count.
  sign_count INTEGER NOT NULL CONSTRAINT passkey_sign_count CHECK (sign_count >= 0),
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  is_synced INTEGER NOT NULL CHECK (is_synced IN (0, 1)),
  created_at TEXT NOT NULL,
  last_used_at TEXT,
  PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX passkeys_name ON passkeys (user_id, name COLLATE NOCASE);

CREATE TRIGGER passkeys_number BEFORE INSERT ON passkeys
WHEN (SELECT count(*) FROM passkeys WHERE user_id = NEW.user_id) >= 20
BEGIN
  SELECT RAISE(ABORT, 'too_many_passkeys');
END;

-- What an authenticator has signed once: no answer works twice.
CREATE TABLE spent_challenges (
  hash TEXT PRIMARY KEY,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX spent_challenges_age ON spent_challenges (expires_at);

-- What happens to passkeys is written down as well.
CREATE TABLE security_events_next (
  user_id TEXT NOT NULL REFERENCES users (id),
  id TEXT NOT NULL,
  -- The business that the person worked for then.
  org_id TEXT REFERENCES organizations (id),
  kind TEXT NOT NULL CONSTRAINT security_event_kind CHECK (kind IN (
    'sign_in', 'sign_in_failed', 'locked_out', 'sign_out', 'session_ended', 'password_changed', 'password_reset',
    'permission_refused', 'cross_site_refused', 'second_step_on', 'second_step_off', 'second_step_failed',
    'recovery_code_used', 'recovery_codes_made', 'second_step_removal', 'passkey_added', 'passkey_removed',
    'passkey_failed', 'passkey_copied')),
  hour TEXT NOT NULL,
  network TEXT NOT NULL,
  device TEXT NOT NULL,
  detail TEXT,
  count INTEGER NOT NULL DEFAULT 1,
  at TEXT NOT NULL,
  last_at TEXT NOT NULL,
  PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;
INSERT INTO security_events_next (user_id, id, org_id, kind, hour, network, device, detail, count, at, last_at)
SELECT user_id, id, org_id, kind, hour, network, device, detail, count, at, last_at FROM security_events;
DROP TABLE security_events;
ALTER TABLE security_events_next RENAME TO security_events;
CREATE UNIQUE INDEX security_events_hour ON security_events (user_id, hour, kind, network);
CREATE INDEX security_events_business ON security_events (org_id, id) WHERE org_id IS NOT NULL;
CREATE INDEX security_events_age ON security_events (last_at);
