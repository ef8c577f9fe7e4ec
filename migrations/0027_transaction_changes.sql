-- Changes of many transactions at once, with what each was before, so that they can be taken back; and the household's rules.

CREATE TABLE transaction_changes (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  change TEXT NOT NULL CONSTRAINT transaction_change_json CHECK (json_valid(change)),
  created_at TEXT NOT NULL,
  undone_at TEXT,
  PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE transaction_change_rows (
  user_id TEXT NOT NULL,
  change_id TEXT NOT NULL,
  transaction_id TEXT NOT NULL,
  category TEXT NOT NULL,
  merchant_name TEXT,
  edited_fields TEXT,
  excluded INTEGER NOT NULL CONSTRAINT transaction_change_row_excluded CHECK (excluded IN (0, 1)),
  reviewed_at TEXT,
  -- The row's version after the change: one that was changed again since stays as it is.
  version INTEGER NOT NULL,
  PRIMARY KEY (user_id, change_id, transaction_id),
  FOREIGN KEY (user_id, change_id) REFERENCES transaction_changes (user_id, id) ON DELETE CASCADE,
  FOREIGN KEY (user_id, transaction_id) REFERENCES account_transactions (user_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX transaction_change_rows_transaction ON transaction_change_rows (user_id, transaction_id);

-- 'Always Groceries': what a bank or a file brings with this text gets this category, and this name if there is one.
CREATE TABLE category_rules (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  pattern TEXT NOT NULL CONSTRAINT category_rule_pattern CHECK (length(pattern) BETWEEN 2 AND 100),
  category TEXT NOT NULL,
  -- The transaction types that may have the category, between commas: ',withdrawal,fee,'.
  types TEXT NOT NULL CONSTRAINT category_rule_types CHECK (types GLOB ',*,'),
  merchant_name TEXT CONSTRAINT category_rule_merchant CHECK (length(merchant_name) BETWEEN 1 AND 100),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX category_rules_pattern ON category_rules (user_id, lower(pattern));

CREATE TRIGGER category_rules_are_few BEFORE INSERT ON category_rules
BEGIN
  SELECT RAISE(ABORT, 'category_rules_too_many') WHERE (SELECT count(*) FROM category_rules WHERE user_id = NEW.user_id) >= 200;
END;

-- Whoever writes a row, a sync or an import: the rules hold for it. The longest text that fits decides.
CREATE TRIGGER account_transactions_follow_rules AFTER INSERT ON account_transactions
WHEN NEW.source <> 'manual' AND NEW.leg IS NULL AND NEW.type <> 'adjustment' AND NEW.removed_at IS NULL AND NEW.is_reconciled = 0
  AND EXISTS (
    SELECT 1 FROM category_rules r WHERE r.user_id = NEW.user_id AND instr(r.types, ',' || NEW.type || ',') > 0
      AND instr(lower(NEW.description || ' ' || coalesce(NEW.merchant_name, '')), lower(r.pattern)) > 0
  )
BEGIN
  UPDATE account_transactions SET (category, merchant_name) = (
    SELECT r.category, coalesce(r.merchant_name, NEW.merchant_name) FROM category_rules r
    WHERE r.user_id = NEW.user_id AND instr(r.types, ',' || NEW.type || ',') > 0
      AND instr(lower(NEW.description || ' ' || coalesce(NEW.merchant_name, '')), lower(r.pattern)) > 0
    ORDER BY length(r.pattern) DESC, r.id LIMIT 1
  ) WHERE user_id = NEW.user_id AND id = NEW.id;
END;

-- A sync that brings a row's category or merchant again: the rules hold still, and what the household itself chose holds more.
CREATE TRIGGER account_transactions_keep_following_rules AFTER UPDATE OF category, merchant_name, description ON account_transactions
WHEN NEW.last_change = 'sync' AND NEW.leg IS NULL AND NEW.type <> 'adjustment' AND NEW.removed_at IS NULL AND NEW.is_reconciled = 0
  AND instr(',' || coalesce(NEW.edited_fields, '') || ',', ',category,') = 0
  AND EXISTS (
    SELECT 1 FROM category_rules r WHERE r.user_id = NEW.user_id AND instr(r.types, ',' || NEW.type || ',') > 0
      AND instr(lower(NEW.description || ' ' || coalesce(NEW.merchant_name, '')), lower(r.pattern)) > 0
      AND (r.category <> NEW.category OR (r.merchant_name IS NOT NULL AND r.merchant_name IS NOT NEW.merchant_name))
  )
BEGIN
  UPDATE account_transactions SET (category, merchant_name) = (
    SELECT r.category, coalesce(r.merchant_name, NEW.merchant_name) FROM category_rules r
    WHERE r.user_id = NEW.user_id AND instr(r.types, ',' || NEW.type || ',') > 0
      AND instr(lower(NEW.description || ' ' || coalesce(NEW.merchant_name, '')), lower(r.pattern)) > 0
    ORDER BY length(r.pattern) DESC, r.id LIMIT 1
  ) WHERE user_id = NEW.user_id AND id = NEW.id;
END;
