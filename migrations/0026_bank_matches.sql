-- A doubtful pair is decided once, by the household: what it said is kept, and can be taken back.
CREATE TABLE decided_bank_matches (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  row_id TEXT NOT NULL,
  other_row_id TEXT NOT NULL CONSTRAINT bank_match_two CHECK (other_row_id <> row_id),
  kind TEXT NOT NULL CONSTRAINT bank_match_kind CHECK (kind IN ('pending', 'other_source')),
  -- Null until the household has decided.
  verdict TEXT CONSTRAINT bank_match_verdict CHECK (verdict IN ('same', 'different')),
  decided_at TEXT,
  -- Of the same: what the row that stayed was before and became, for taking it back.
  merge TEXT CONSTRAINT bank_match_merge CHECK (json_valid(merge)),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, row_id) REFERENCES account_transactions (user_id, id) ON DELETE CASCADE,
  FOREIGN KEY (user_id, other_row_id) REFERENCES account_transactions (user_id, id) ON DELETE CASCADE,
  CONSTRAINT bank_match_decided CHECK ((verdict IS NULL) = (decided_at IS NULL) AND (verdict IS 'same') = (merge IS NOT NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO decided_bank_matches (user_id, id, row_id, other_row_id, kind, created_at)
SELECT user_id, lower(hex(randomblob(16))), row_id, other_row_id, kind, created_at FROM bank_matches;
DROP TABLE bank_matches;
ALTER TABLE decided_bank_matches RENAME TO bank_matches;
-- No pair is asked about twice, and no row is in two open questions.
CREATE UNIQUE INDEX bank_matches_pair ON bank_matches (user_id, row_id, other_row_id);
CREATE INDEX bank_matches_other ON bank_matches (user_id, other_row_id);
CREATE UNIQUE INDEX bank_matches_open_row ON bank_matches (user_id, row_id) WHERE verdict IS NULL;
CREATE UNIQUE INDEX bank_matches_open_other ON bank_matches (user_id, other_row_id) WHERE verdict IS NULL;
CREATE INDEX bank_matches_decided ON bank_matches (user_id, decided_at) WHERE verdict IS NOT NULL;

-- What is typed in by hand may be what the bank has told of already. The days are those of a sync's own search.
CREATE TRIGGER account_transactions_may_be_known AFTER INSERT ON account_transactions
WHEN NEW.source = 'manual' AND NEW.leg IS NULL AND NEW.type <> 'adjustment'
  AND EXISTS (SELECT 1 FROM bank_accounts WHERE user_id = NEW.user_id AND id = NEW.account_id AND plaid_item_id IS NOT NULL)
BEGIN
  INSERT INTO bank_matches (user_id, id, row_id, other_row_id, kind, created_at)
  SELECT b.user_id, lower(hex(randomblob(16))), b.id, NEW.id, 'other_source', NEW.created_at FROM account_transactions b
  WHERE b.user_id = NEW.user_id AND b.account_id = NEW.account_id AND b.amount_minor = NEW.amount_minor AND b.source = 'bank'
    AND b.transaction_date BETWEEN date(NEW.transaction_date, '-7 days') AND date(NEW.transaction_date, '+3 days')
    AND b.plaid_transaction_id IS NOT NULL AND b.removed_at IS NULL AND b.leg IS NULL
    AND NOT EXISTS (SELECT 1 FROM bank_matches m WHERE m.user_id = b.user_id AND m.row_id = b.id AND m.verdict IS NULL)
  ORDER BY abs(julianday(b.transaction_date) - julianday(NEW.transaction_date)), b.id LIMIT 1
  ON CONFLICT DO NOTHING;
END;

-- The bank's row was not this one: it may be the next nearest.
CREATE TRIGGER bank_matches_look_on AFTER UPDATE OF verdict ON bank_matches WHEN NEW.verdict = 'different' AND NEW.kind = 'other_source'
BEGIN
  INSERT INTO bank_matches (user_id, id, row_id, other_row_id, kind, created_at)
  SELECT b.user_id, lower(hex(randomblob(16))), b.id, o.id, 'other_source', NEW.decided_at
  FROM account_transactions b JOIN account_transactions o ON o.user_id = b.user_id AND o.account_id = b.account_id
    AND o.transaction_date BETWEEN date(b.transaction_date, '-3 days') AND date(b.transaction_date, '+7 days')
  WHERE b.user_id = NEW.user_id AND b.id = NEW.row_id AND b.removed_at IS NULL AND b.plaid_transaction_id IS NOT NULL
    AND o.amount_minor = b.amount_minor AND o.plaid_transaction_id IS NULL AND o.removed_at IS NULL AND o.leg IS NULL AND o.type <> 'adjustment'
    AND NOT EXISTS (
      SELECT 1 FROM bank_matches m WHERE m.user_id = o.user_id AND m.other_row_id = o.id AND (m.verdict IS NULL OR m.row_id = b.id)
    )
  ORDER BY abs(julianday(b.transaction_date) - julianday(o.transaction_date)), o.id LIMIT 1
  ON CONFLICT DO NOTHING;
END;

-- When a webhook's sync was last put into the queue: those that come in while it still waits add to `webhook_seq` alone.
ALTER TABLE bank_items ADD COLUMN sync_queued_at TEXT;
