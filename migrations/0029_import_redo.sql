-- An undo puts an import's rows aside as they are instead of deleting them, so that a redo can bring the same rows back.

ALTER TABLE import_batches ADD COLUMN redone_at TEXT;
-- Transactions that the last redo brought back.
ALTER TABLE import_batches ADD COLUMN redone_count INTEGER NOT NULL DEFAULT 0;
-- Rows and matches that an undo has put aside. They are deleted after a while.
ALTER TABLE import_batches ADD COLUMN aside_count INTEGER NOT NULL DEFAULT 0;
CREATE INDEX import_batches_aside ON import_batches (coalesce(undone_at, redone_at)) WHERE aside_count > 0;

-- Matches of an undone import.
CREATE TABLE undone_import_matches (
  user_id TEXT NOT NULL,
  batch_id TEXT NOT NULL,
  import_key TEXT NOT NULL,
  account_id TEXT NOT NULL,
  transaction_id TEXT NOT NULL,
  PRIMARY KEY (user_id, batch_id, import_key),
  FOREIGN KEY (user_id, account_id) REFERENCES bank_accounts (user_id, id)
) STRICT, WITHOUT ROWID;

-- A row that was put aside has 'undone:', its import and a colon in front of its key, so that its file can be imported again.
-- Only with its own key, which no other row of the account has, does it count again.
CREATE TRIGGER account_transactions_aside BEFORE UPDATE OF removed_at, import_key ON account_transactions
WHEN NEW.removed_at IS NULL AND substr(NEW.import_key, 1, 7) = 'undone:'
BEGIN
  SELECT RAISE(ABORT, 'transaction_undone');
END;
