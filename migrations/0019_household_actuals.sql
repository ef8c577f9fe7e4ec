-- Posted rows are what a household really earned and spent: what it says about them, and which planned occurrence each one is.

-- Counts in no month, though it is in the balance: paid back by an employer, paid for somebody else.
ALTER TABLE account_transactions ADD COLUMN excluded INTEGER NOT NULL DEFAULT 0
  CONSTRAINT account_transaction_excluded CHECK (excluded IN (0, 1));
-- When the household looked at a row that a bank or a file brought; null until then.
ALTER TABLE account_transactions ADD COLUMN reviewed_at TEXT;

-- The rows of all accounts by date: a month of them, and any page of the list of all.
CREATE INDEX account_transactions_of_household ON account_transactions (user_id, transaction_date, id) WHERE removed_at IS NULL;

-- What the household said of a row and a planned occurrence: the same (one to one), or not the same.
CREATE TABLE planned_matches (
  user_id TEXT NOT NULL,
  transaction_id TEXT NOT NULL,
  -- 'expense:<id>@2026-11-01' or 'income:<id>@2026-11-01'.
  occurrence_key TEXT NOT NULL CONSTRAINT planned_match_occurrence CHECK (
    length(occurrence_key) <= 120 AND (occurrence_key GLOB 'expense:*@????-??-??' OR occurrence_key GLOB 'income:*@????-??-??')
  ),
  same INTEGER NOT NULL CONSTRAINT planned_match_same CHECK (same IN (0, 1)),
  decided_at TEXT NOT NULL,
  PRIMARY KEY (user_id, transaction_id, occurrence_key),
  FOREIGN KEY (user_id, transaction_id) REFERENCES account_transactions (user_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX planned_matches_row ON planned_matches (user_id, transaction_id) WHERE same = 1;
CREATE UNIQUE INDEX planned_matches_occurrence ON planned_matches (user_id, occurrence_key) WHERE same = 1;
