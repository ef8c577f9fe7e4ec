-- The second step of a sign-in: a secret shared with an authenticator app. Until it is confirmed it asks nobody for anything.
CREATE TABLE second_steps (
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  -- Encrypted, bound to the person.
  secret TEXT NOT NULL,
  -- The time step of the last code that was taken: no code works twice.
  last_step INTEGER NOT NULL DEFAULT 0,
  confirmed_at TEXT,
  -- When it is turned off for somebody who lost the app and the codes, unless a code signs in before.
  removal_due_at TEXT,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX second_steps_removal ON second_steps (removal_due_at) WHERE removal_due_at IS NOT NULL;

CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES second_steps (user_id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  used_at TEXT,
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Browsers that are not asked for a code for a while.
CREATE TABLE trusted_devices (
  user_id TEXT NOT NULL REFERENCES second_steps (user_id) ON DELETE CASCADE,
  device_hash TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (user_id, device_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX trusted_devices_age ON trusted_devices (expires_at);

-- What happens to the second step is written down as well.
CREATE TABLE security_events_next (
  user_id TEXT NOT NULL REFERENCES users (id),
  id TEXT NOT NULL,
  -- The business that the person worked for then.
  org_id TEXT REFERENCES organizations (id),
  kind TEXT NOT NULL CONSTRAINT security_event_kind CHECK (kind IN (
    'sign_in', 'sign_in_failed', 'locked_out', 'sign_out', 'session_ended', 'password_changed', 'password_reset',
    'permission_refused', 'cross_site_refused', 'second_step_on', 'second_step_off', 'second_step_failed',
    'recovery_code_used', 'recovery_codes_made', 'second_step_removal')),
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
