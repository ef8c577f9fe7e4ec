-- A bank tells of an account's past bit by bit, and a bank that is connected again tells of all of it under new ids.

-- How much of its history the bank has told of. Only a complete one says what does not exist.
ALTER TABLE bank_items ADD COLUMN history TEXT NOT NULL DEFAULT 'not_ready'
  CONSTRAINT bank_item_history CHECK (history IN ('not_ready', 'initial', 'complete'));
UPDATE bank_items SET history = 'complete' WHERE last_synced_at IS NOT NULL;

-- The connection that reported the row last: what another one has reported is not judged by what this one leaves out.
ALTER TABLE account_transactions ADD COLUMN plaid_item_id TEXT;
UPDATE account_transactions SET plaid_item_id = (
  SELECT a.plaid_item_id FROM bank_accounts a WHERE a.user_id = account_transactions.user_id AND a.id = account_transactions.account_id
) WHERE plaid_transaction_id IS NOT NULL AND is_reconciled = 0 AND leg IS NULL;

-- What the bank reported of a row that the household has changed: by this it is known again under another id.
CREATE TABLE bank_reports (
  user_id TEXT NOT NULL,
  row_id TEXT NOT NULL,
  transaction_date TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  description TEXT NOT NULL,
  PRIMARY KEY (user_id, row_id),
  FOREIGN KEY (user_id, row_id) REFERENCES account_transactions (user_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TRIGGER account_transactions_as_reported AFTER UPDATE OF transaction_date, amount_minor, description ON account_transactions
WHEN NEW.last_change = 'user' AND OLD.plaid_transaction_id IS NOT NULL AND (
  NEW.transaction_date <> OLD.transaction_date OR NEW.amount_minor <> OLD.amount_minor OR NEW.description <> OLD.description
)
BEGIN
  INSERT INTO bank_reports (user_id, row_id, transaction_date, amount_minor, description)
  SELECT OLD.user_id, OLD.id, OLD.transaction_date, OLD.amount_minor, OLD.description
  -- An edit made before there was a report hides what the bank said.
  WHERE OLD.edited_fields IS NULL OR NOT (
    ',' || OLD.edited_fields || ',' LIKE '%,transaction_date,%' OR ',' || OLD.edited_fields || ',' LIKE '%,amount_minor,%'
    OR ',' || OLD.edited_fields || ',' LIKE '%,description,%'
  )
  ON CONFLICT (user_id, row_id) DO NOTHING;
END;
