-- A connection that breaks is told to its household once: the next mail needs another break.
CREATE TRIGGER bank_items_break AFTER UPDATE OF status ON bank_items
WHEN OLD.status = 'connected' AND NEW.status IN ('login_required', 'revoked', 'failed')
BEGIN
  INSERT INTO outbox (id, user_id, topic, payload, created_at, due_at)
  SELECT id, NEW.user_id, 'bank', json_object('kind', 'alert', 'userId', NEW.user_id, 'itemId', NEW.id, 'mailId', id), at, at
  FROM (SELECT lower(hex(randomblob(16))) AS id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS at);
END;

-- A connection that has ended holds no account: the next one takes it up. With the last account gone the bank is told to forget it.
CREATE TRIGGER bank_item_accounts_are_taken_over BEFORE UPDATE OF account_id ON bank_item_accounts
WHEN NEW.account_id IS NOT NULL AND OLD.account_id IS NOT NEW.account_id
BEGIN
  UPDATE bank_items SET status = 'disconnecting', lease_token = NULL, lease_until = NULL
  WHERE user_id = NEW.user_id AND status IN ('revoked', 'failed') AND id <> NEW.item_id
    AND EXISTS (SELECT 1 FROM bank_item_accounts a WHERE a.user_id = NEW.user_id AND a.item_id = bank_items.id AND a.account_id = NEW.account_id)
    AND (SELECT count(*) FROM bank_item_accounts a WHERE a.user_id = NEW.user_id AND a.item_id = bank_items.id AND a.state = 'linked') = 1;
  UPDATE bank_item_accounts SET account_id = NULL, state = 'ignored'
  WHERE user_id = NEW.user_id AND account_id = NEW.account_id AND item_id <> NEW.item_id AND (
    SELECT status FROM bank_items i WHERE i.user_id = NEW.user_id AND i.id = bank_item_accounts.item_id
  ) IN ('revoked', 'failed', 'disconnecting', 'disconnected');
END;

-- What a connection ends with is free at once, although the bank does not know yet.
CREATE TRIGGER bank_items_let_go AFTER UPDATE OF status ON bank_items WHEN NEW.status = 'disconnecting' AND OLD.status <> 'disconnecting'
BEGIN
  UPDATE bank_item_accounts SET account_id = NULL, state = 'ignored'
  WHERE user_id = NEW.user_id AND item_id = NEW.id AND state = 'linked';
END;
