-- Who left a business by themself: nobody there can turn their access on again.
ALTER TABLE members ADD COLUMN left_at TEXT CONSTRAINT member_left CHECK (left_at IS NULL OR status = 'disabled');

-- Accounts that their owners deleted, until the days in which they may change their minds are over.
CREATE TABLE account_deletions (
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  requested_at TEXT NOT NULL,
  -- When it is carried out, or looked at again where a bank has not answered yet.
  due_at TEXT NOT NULL,
  -- Set where it is carried out: from then on it cannot be canceled.
  begun_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX account_deletions_due ON account_deletions (due_at);

CREATE TRIGGER account_deletions_of_no_member BEFORE INSERT ON account_deletions
BEGIN
  SELECT RAISE(ABORT, 'deletion_of_member') WHERE EXISTS (SELECT 1 FROM members WHERE user_id = NEW.user_id AND status = 'active');
END;

CREATE TRIGGER account_deletions_begun_stay BEFORE DELETE ON account_deletions WHEN OLD.begun_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'deletion_begun') WHERE EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND password_hash IS NOT NULL);
END;

-- Whoever works for a business again keeps the account.
CREATE TRIGGER members_keep_their_account AFTER UPDATE OF status ON members WHEN NEW.status = 'active' AND OLD.status <> 'active'
BEGIN
  DELETE FROM account_deletions WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER members_keep_their_new_account AFTER INSERT ON members WHEN NEW.status = 'active'
BEGIN
  DELETE FROM account_deletions WHERE user_id = NEW.user_id;
END;

-- Whose message it is: a call to a bank that failed is shown to the household, and goes with it.
DROP TRIGGER bank_items_end;
CREATE TRIGGER bank_items_end AFTER UPDATE OF status ON bank_items WHEN NEW.status = 'disconnecting' AND OLD.status <> 'disconnecting'
BEGIN
  INSERT INTO outbox (id, user_id, topic, payload, created_at, due_at) VALUES (
    lower(hex(randomblob(16))), NEW.user_id, 'bank', json_object('kind', 'remove', 'userId', NEW.user_id, 'itemId', NEW.id),
    strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  );
END;
UPDATE outbox SET user_id = json_extract(payload, '$.userId') WHERE topic = 'bank' AND user_id IS NULL;
