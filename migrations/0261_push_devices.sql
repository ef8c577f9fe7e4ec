-- Browsers that a person is notified in. Each ends with the session in which it was turned on.
CREATE TABLE push_devices (
  user_id TEXT NOT NULL REFERENCES users (id),
  id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  -- Of the address at the push service, which is a secret: a browser is one device, whoever used it before.
  endpoint_hash TEXT NOT NULL CONSTRAINT push_device_endpoint UNIQUE,
  -- The address and the browser's keys, encrypted.
  subscription TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_sent_at TEXT,
  PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX push_devices_session ON push_devices (session_id);

CREATE TRIGGER push_devices_number BEFORE INSERT ON push_devices
WHEN (SELECT count(*) FROM push_devices WHERE user_id = NEW.user_id) >= 20
BEGIN
  SELECT RAISE(ABORT, 'too_many_push_devices');
END;

CREATE TRIGGER push_devices_signed_out AFTER DELETE ON sessions
BEGIN
  DELETE FROM push_devices WHERE session_id = OLD.id;
END;

-- What the embedded push service took.
CREATE TABLE push_outbox (
  id TEXT PRIMARY KEY,
  endpoint TEXT NOT NULL,
  -- JSON.
  headers TEXT NOT NULL,
  -- Base64url, as encrypted.
  body TEXT NOT NULL,
  sent_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX push_outbox_sent ON push_outbox (sent_at);

-- Notifications are messages of identity's side. The check of a topic cannot be changed in place.
CREATE TABLE identity_outbox_after (
  id TEXT PRIMARY KEY,
  org_id TEXT,
  topic TEXT NOT NULL CONSTRAINT identity_outbox_topic CHECK (topic IN ('mail', 'tenant_copy', 'push')),
  payload TEXT NOT NULL,
  created_at TEXT NOT NULL,
  due_at TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  delivered_at TEXT,
  failed_at TEXT,
  last_error TEXT,
  user_id TEXT,
  invitation_id TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO identity_outbox_after (id, org_id, topic, payload, created_at, due_at, attempts, delivered_at, failed_at, last_error, user_id, invitation_id)
SELECT id, org_id, topic, payload, created_at, due_at, attempts, delivered_at, failed_at, last_error, user_id, invitation_id FROM identity_outbox;
DROP TABLE identity_outbox;
ALTER TABLE identity_outbox_after RENAME TO identity_outbox;
CREATE INDEX identity_outbox_due ON identity_outbox (due_at) WHERE delivered_at IS NULL AND failed_at IS NULL;
CREATE INDEX identity_outbox_failed ON identity_outbox (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX identity_outbox_invitation ON identity_outbox (org_id, invitation_id, id) WHERE invitation_id IS NOT NULL;
CREATE INDEX identity_outbox_failed_person ON identity_outbox (user_id) WHERE failed_at IS NOT NULL AND user_id IS NOT NULL;
CREATE INDEX identity_outbox_failed_business ON identity_outbox (org_id) WHERE failed_at IS NOT NULL AND org_id IS NOT NULL;
