-- What happens to accounts, for the person and for an Admin: one row an hour, kind and network with a count, so that nobody fills it.
CREATE TABLE security_events (
  user_id TEXT NOT NULL REFERENCES users (id),
  id TEXT NOT NULL,
  -- The business that the person worked for then.
  org_id TEXT REFERENCES organizations (id),
  kind TEXT NOT NULL CONSTRAINT security_event_kind CHECK (kind IN (
    'sign_in', 'sign_in_failed', 'locked_out', 'sign_out', 'session_ended', 'password_changed', 'password_reset',
    'permission_refused', 'cross_site_refused')),
  hour TEXT NOT NULL,
  network TEXT NOT NULL,
  device TEXT NOT NULL,
  detail TEXT,
  count INTEGER NOT NULL DEFAULT 1,
  at TEXT NOT NULL,
  last_at TEXT NOT NULL,
  PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX security_events_hour ON security_events (user_id, hour, kind, network);
CREATE INDEX security_events_business ON security_events (org_id, id) WHERE org_id IS NOT NULL;
CREATE INDEX security_events_age ON security_events (last_at);

-- Where a session was last used: the address without its last part.
ALTER TABLE sessions ADD COLUMN network TEXT NOT NULL DEFAULT '';

-- Whom a mail is about: a member or a household for their account, an invitation for the business that sent it.
ALTER TABLE identity_outbox ADD COLUMN user_id TEXT;
ALTER TABLE identity_outbox ADD COLUMN invitation_id TEXT;

UPDATE identity_outbox SET user_id = (SELECT u.id FROM users u WHERE u.email = lower(json_extract(payload, '$.to')))
WHERE topic = 'mail' AND failed_at IS NOT NULL;

CREATE INDEX identity_outbox_invitation ON identity_outbox (org_id, invitation_id, id) WHERE invitation_id IS NOT NULL;
CREATE INDEX identity_outbox_failed_person ON identity_outbox (user_id) WHERE failed_at IS NOT NULL AND user_id IS NOT NULL;
CREATE INDEX identity_outbox_failed_business ON identity_outbox (org_id) WHERE failed_at IS NOT NULL AND org_id IS NOT NULL;

-- An Admin reads the log by person.
CREATE INDEX identity_audit_log_person ON identity_audit_log (org_id, user_id, id);
CREATE INDEX audit_log_person ON audit_log (org_id, user_id, id);
