-- Mails of a business to its customers and suppliers are messages of the tenants' side. The check of a topic cannot be changed in place:
-- the table is made anew, and what writes into it from triggers beside it.
DROP TRIGGER bank_items_end;
DROP TRIGGER bank_items_break;

CREATE TABLE outbox_after (
  id TEXT PRIMARY KEY,
  org_id TEXT,
  topic TEXT NOT NULL CONSTRAINT outbox_topic CHECK (topic IN ('board', 'bank', 'business_mail')),
  payload TEXT NOT NULL,
  created_at TEXT NOT NULL,
  due_at TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  delivered_at TEXT,
  failed_at TEXT,
  last_error TEXT,
  user_id TEXT,
  CONSTRAINT outbox_mail_of_business CHECK (topic <> 'business_mail' OR org_id IS NOT NULL)
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

ALTER TABLE mailbox ADD COLUMN from_name TEXT;
ALTER TABLE mailbox ADD COLUMN reply_to TEXT;
ALTER TABLE mailbox ADD COLUMN attachments TEXT NOT NULL DEFAULT '[]';
