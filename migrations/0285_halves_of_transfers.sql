-- A row that the household marks as a transfer may have its other half already: the bank's or the file's own row in the other
-- account. That row steps aside for the half that the transfer writes, and comes back as it was once that half no longer stands
-- for it: the transfer is none any more, or goes to another account, or has another amount.
ALTER TABLE account_transactions ADD COLUMN transfer_half_id TEXT;
CREATE INDEX account_transactions_in_transfer ON account_transactions (user_id, transfer_half_id) WHERE transfer_half_id IS NOT NULL;

-- The nearest row within the days and of the categories by which moves between the household's own accounts are recognized
-- (domain/finance/cashflow/row-effect.ts).
DROP TRIGGER account_transactions_become_a_transfer;
CREATE TRIGGER account_transactions_become_a_transfer AFTER UPDATE OF leg ON account_transactions WHEN OLD.leg IS NULL AND NEW.leg = 'out'
BEGIN
  INSERT INTO account_transactions (user_id, id, account_id, transaction_date, amount_minor, type, category, description, merchant_name,
    notes, pending, source, last_change, leg, pair_id, other_account_id, created_at, updated_at)
  VALUES (NEW.user_id, NEW.pair_id, NEW.other_account_id, NEW.transaction_date, -NEW.amount_minor, 'transfer', NEW.category, NEW.description,
    NEW.merchant_name, NEW.notes, NEW.pending, 'manual', NEW.last_change, 'in', NEW.id, NEW.account_id, NEW.updated_at, NEW.updated_at);
  UPDATE account_transactions SET removed_at = NEW.updated_at, transfer_half_id = NEW.pair_id, last_change = 'user',
    version = version + 1, updated_at = NEW.updated_at
  WHERE NEW.pending = 0 AND NEW.removed_at IS NULL AND user_id = NEW.user_id AND id = (
    SELECT c.id FROM account_transactions c
    WHERE c.user_id = NEW.user_id AND c.account_id = NEW.other_account_id
      AND c.transaction_date BETWEEN date(NEW.transaction_date, '-5 days') AND date(NEW.transaction_date, '+5 days')
      AND c.amount_minor = -NEW.amount_minor AND c.leg IS NULL AND c.type <> 'adjustment' AND c.pending = 0
      AND c.category IN ('other', 'debt', 'bill', 'savings', 'investing') AND c.removed_at IS NULL AND c.is_reconciled = 0
      AND NOT EXISTS (SELECT 1 FROM planned_matches m WHERE m.user_id = c.user_id AND m.transaction_id = c.id AND m.same = 1)
    ORDER BY abs(julianday(c.transaction_date) - julianday(NEW.transaction_date)), c.id LIMIT 1
  );
END;

-- A row that an undone import has put aside meanwhile is left to that import's redo.
CREATE TRIGGER account_transactions_half_moves AFTER UPDATE OF account_id, amount_minor, removed_at, pending ON account_transactions
WHEN EXISTS (
  SELECT 1 FROM account_transactions c WHERE c.user_id = NEW.user_id AND c.transfer_half_id = NEW.id
    AND (c.account_id <> NEW.account_id OR c.amount_minor <> NEW.amount_minor OR NEW.removed_at IS NOT NULL OR NEW.pending = 1)
)
BEGIN
  UPDATE account_transactions SET transfer_half_id = NULL,
    removed_at = CASE WHEN substr(coalesce(import_key, ''), 1, 7) = 'undone:' THEN removed_at END,
    removed_batch_id = CASE WHEN substr(coalesce(import_key, ''), 1, 7) = 'undone:' THEN batch_id END,
    last_change = 'user', version = version + 1, updated_at = NEW.updated_at
  WHERE user_id = NEW.user_id AND transfer_half_id = NEW.id
    AND (account_id <> NEW.account_id OR amount_minor <> NEW.amount_minor OR NEW.removed_at IS NOT NULL OR NEW.pending = 1);
END;

CREATE TRIGGER account_transactions_half_goes AFTER DELETE ON account_transactions
WHEN EXISTS (SELECT 1 FROM account_transactions c WHERE c.user_id = OLD.user_id AND c.transfer_half_id = OLD.id)
BEGIN
  UPDATE account_transactions SET transfer_half_id = NULL,
    removed_at = CASE WHEN substr(coalesce(import_key, ''), 1, 7) = 'undone:' THEN removed_at END,
    removed_batch_id = CASE WHEN substr(coalesce(import_key, ''), 1, 7) = 'undone:' THEN batch_id END,
    last_change = 'user', version = version + 1
  WHERE user_id = OLD.user_id AND transfer_half_id = OLD.id;
END;

-- The receiving half is no transfer any more: a row of a bank or a file that money left stays as it was reported.
DROP TRIGGER account_transactions_are_no_transfer;
CREATE TRIGGER account_transactions_are_no_transfer AFTER UPDATE OF leg ON account_transactions WHEN OLD.leg IS NOT NULL AND NEW.leg IS NULL
BEGIN
  UPDATE account_transactions SET type = 'withdrawal', category = 'other', leg = NULL, pair_id = NULL, other_account_id = NULL,
    last_change = NEW.last_change, version = version + 1, updated_at = NEW.updated_at
  WHERE OLD.leg = 'in' AND user_id = OLD.user_id AND id = OLD.pair_id AND pair_id = OLD.id AND source <> 'manual';
  DELETE FROM account_transactions WHERE user_id = OLD.user_id AND id = OLD.pair_id AND pair_id = OLD.id;
END;

-- A half that reaches another account, has another amount or counts again: the row that it stands for now. Only for a row of a bank
-- or a file that was marked: the bank's own row of a transfer that was typed in is not known.
CREATE TRIGGER account_transactions_half_stands AFTER UPDATE OF account_id, amount_minor, removed_at, pending ON account_transactions
WHEN NEW.leg = 'in' AND NEW.removed_at IS NULL AND NEW.pending = 0
  AND (OLD.account_id <> NEW.account_id OR OLD.amount_minor <> NEW.amount_minor OR OLD.removed_at IS NOT NULL OR OLD.pending = 1)
  AND EXISTS (SELECT 1 FROM account_transactions o WHERE o.user_id = NEW.user_id AND o.id = NEW.pair_id AND o.source <> 'manual')
BEGIN
  UPDATE account_transactions SET removed_at = NEW.updated_at, transfer_half_id = NEW.id, last_change = 'user',
    version = version + 1, updated_at = NEW.updated_at
  WHERE user_id = NEW.user_id AND id = (
    SELECT c.id FROM account_transactions c
    WHERE c.user_id = NEW.user_id AND c.account_id = NEW.account_id
      AND c.transaction_date BETWEEN date(NEW.transaction_date, '-5 days') AND date(NEW.transaction_date, '+5 days')
      AND c.amount_minor = NEW.amount_minor AND c.leg IS NULL AND c.type <> 'adjustment' AND c.pending = 0
      AND c.category IN ('other', 'debt', 'bill', 'savings', 'investing') AND c.removed_at IS NULL AND c.is_reconciled = 0
      AND NOT EXISTS (SELECT 1 FROM planned_matches m WHERE m.user_id = c.user_id AND m.transaction_id = c.id AND m.same = 1)
    ORDER BY abs(julianday(c.transaction_date) - julianday(NEW.transaction_date)), c.id LIMIT 1
  );
END;
