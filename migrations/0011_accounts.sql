-- A household's accounts and their transactions. `amount_minor` is signed from the holder's side (in +, out -).
-- `current_balance_minor` is what one has, for a credit account what one owes; it is `opening_balance_minor` plus the effects of the
-- rows, kept by the triggers below.

CREATE TABLE bank_institutions (
  user_id TEXT NOT NULL,
  id INTEGER NOT NULL CONSTRAINT bank_institution_id CHECK (id > 0),
  name TEXT NOT NULL CONSTRAINT bank_institution_name CHECK (length(name) BETWEEN 1 AND 120),
  website TEXT CONSTRAINT bank_institution_website CHECK (length(website) <= 500),
  logo_url TEXT CONSTRAINT bank_institution_logo_url CHECK (length(logo_url) <= 500),
  -- A picture as the bank link sends it, base64.
  logo TEXT CONSTRAINT bank_institution_logo CHECK (length(logo) <= 200000),
  description TEXT CONSTRAINT bank_institution_description CHECK (length(description) <= 1000),
  primary_color TEXT CONSTRAINT bank_institution_color CHECK (primary_color GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  is_active INTEGER NOT NULL DEFAULT 1 CONSTRAINT bank_institution_is_active CHECK (is_active IN (0, 1)),
  plaid_institution_id TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX bank_institutions_plaid ON bank_institutions (user_id, plaid_institution_id) WHERE plaid_institution_id IS NOT NULL;

CREATE TABLE bank_accounts (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  institution_id INTEGER,
  name TEXT NOT NULL CONSTRAINT bank_account_name CHECK (length(name) BETWEEN 1 AND 120),
  account_number TEXT CONSTRAINT bank_account_number CHECK (length(account_number) <= 40),
  account_type TEXT NOT NULL CONSTRAINT bank_account_type CHECK (account_type IN ('checking', 'savings', 'credit', 'investment', 'other')),
  currency TEXT NOT NULL CONSTRAINT bank_account_currency CHECK (currency IN ('USD', 'EUR', 'GBP', 'CAD', 'AUD')),
  description TEXT CONSTRAINT bank_account_description CHECK (length(description) <= 1000),
  is_active INTEGER NOT NULL DEFAULT 1 CONSTRAINT bank_account_is_active CHECK (is_active IN (0, 1)),
  opening_balance_minor INTEGER NOT NULL CONSTRAINT bank_account_opening_balance CHECK (opening_balance_minor BETWEEN -4000000000000000 AND 4000000000000000),
  current_balance_minor INTEGER NOT NULL CONSTRAINT bank_account_current_balance CHECK (current_balance_minor BETWEEN -900000000000000 AND 900000000000000),
  available_balance_minor INTEGER CONSTRAINT bank_account_available_balance CHECK (available_balance_minor BETWEEN -900000000000000 AND 900000000000000),
  transaction_count INTEGER NOT NULL DEFAULT 0 CONSTRAINT bank_account_transaction_count CHECK (transaction_count >= 0),
  plaid_account_id TEXT,
  plaid_item_id TEXT,
  mask TEXT CONSTRAINT bank_account_mask CHECK (length(mask) BETWEEN 2 AND 4),
  balance_currency TEXT,
  last_synced_at TEXT,
  balance_updated_at TEXT,
  -- Set first in the batch that deletes the account: its reconciled rows may go then.
  closing INTEGER NOT NULL DEFAULT 0 CONSTRAINT bank_account_closing CHECK (closing IN (0, 1)),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, institution_id) REFERENCES bank_institutions (user_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX bank_accounts_plaid ON bank_accounts (user_id, plaid_account_id) WHERE plaid_account_id IS NOT NULL;
CREATE INDEX bank_accounts_item ON bank_accounts (user_id, plaid_item_id) WHERE plaid_item_id IS NOT NULL;

CREATE TRIGGER bank_accounts_keep_their_currency BEFORE UPDATE OF currency ON bank_accounts WHEN OLD.currency <> NEW.currency
BEGIN
  SELECT RAISE(ABORT, 'account_currency_in_use') WHERE OLD.transaction_count > 0;
END;

CREATE TABLE account_transactions (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  transaction_date TEXT NOT NULL CONSTRAINT account_transaction_date CHECK (transaction_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  amount_minor INTEGER NOT NULL CONSTRAINT account_transaction_amount CHECK (amount_minor <> 0 AND amount_minor BETWEEN -900000000000000 AND 900000000000000),
  type TEXT NOT NULL CONSTRAINT account_transaction_type CHECK (
    CASE type
      WHEN 'deposit' THEN amount_minor > 0
      WHEN 'interest' THEN amount_minor > 0
      WHEN 'withdrawal' THEN amount_minor < 0
      WHEN 'fee' THEN amount_minor < 0
      WHEN 'transfer' THEN leg IS NOT NULL
      ELSE type = 'adjustment'
    END
  ),
  category TEXT NOT NULL,
  description TEXT NOT NULL CONSTRAINT account_transaction_description CHECK (length(description) BETWEEN 1 AND 500),
  merchant_name TEXT CONSTRAINT account_transaction_merchant CHECK (length(merchant_name) <= 500),
  notes TEXT CONSTRAINT account_transaction_notes CHECK (length(notes) <= 4000),
  is_reconciled INTEGER NOT NULL DEFAULT 0 CONSTRAINT account_transaction_is_reconciled CHECK (is_reconciled IN (0, 1)),
  -- Not posted yet: shown, in no balance.
  pending INTEGER NOT NULL DEFAULT 0 CONSTRAINT account_transaction_pending CHECK (pending IN (0, 1)),
  source TEXT NOT NULL CONSTRAINT account_transaction_source CHECK (source IN ('manual', 'csv', 'bank')),
  -- Who changed the row last; an import or a sync never changes a reconciled one.
  last_change TEXT NOT NULL CONSTRAINT account_transaction_last_change CHECK (last_change IN ('user', 'import', 'sync')),
  -- What the household changed by hand, comma-separated column names: a sync leaves these alone.
  edited_fields TEXT,
  -- The two halves of a transfer: the one that money leaves, written by a use case, and the one it reaches, written by a trigger.
  leg TEXT CONSTRAINT account_transaction_leg CHECK (CASE leg WHEN 'out' THEN amount_minor < 0 WHEN 'in' THEN amount_minor > 0 END),
  pair_id TEXT,
  other_account_id TEXT,
  import_key TEXT,
  batch_id TEXT,
  -- The bank's own id and check number as a file has them.
  bank_id TEXT,
  check_number TEXT,
  plaid_transaction_id TEXT,
  -- A removed row that an import or a sync would bring back stays as a mark: in no list and no balance.
  removed_at TEXT,
  removed_batch_id TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, account_id) REFERENCES bank_accounts (user_id, id),
  CONSTRAINT account_transaction_pair CHECK (
    (leg IS NULL) = (type <> 'transfer') AND (leg IS NULL) = (pair_id IS NULL) AND (leg IS NULL) = (other_account_id IS NULL)
    AND (other_account_id IS NULL OR other_account_id <> account_id)
  ),
  CONSTRAINT account_transaction_import CHECK (source <> 'csv' OR (import_key IS NOT NULL AND batch_id IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX account_transactions_by_date ON account_transactions (user_id, account_id, transaction_date, id);
CREATE UNIQUE INDEX account_transactions_import ON account_transactions (user_id, account_id, import_key) WHERE import_key IS NOT NULL;
CREATE UNIQUE INDEX account_transactions_plaid ON account_transactions (user_id, plaid_transaction_id) WHERE plaid_transaction_id IS NOT NULL;

-- Number and sum of the posted rows of each account and day: finds the place of a page without counting, and the balance of any day.
CREATE TABLE account_days (
  user_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  day TEXT NOT NULL,
  transaction_count INTEGER NOT NULL CONSTRAINT account_day_count CHECK (transaction_count >= 0),
  net_minor INTEGER NOT NULL,
  PRIMARY KEY (user_id, account_id, day),
  FOREIGN KEY (user_id, account_id) REFERENCES bank_accounts (user_id, id)
) STRICT, WITHOUT ROWID;

-- Constraints over more than one row.
CREATE TRIGGER account_transactions_need_an_active_account BEFORE INSERT ON account_transactions
BEGIN
  SELECT RAISE(ABORT, 'account_inactive') FROM bank_accounts
  WHERE user_id = NEW.user_id AND id = NEW.account_id AND is_active = 0;
END;

-- The half that money reaches follows the other in everything: it is never written by itself.
CREATE TRIGGER account_transactions_arriving_follows BEFORE INSERT ON account_transactions WHEN NEW.leg = 'in'
BEGIN
  SELECT RAISE(ABORT, 'transfer_one_legged') WHERE NOT EXISTS (
    SELECT 1 FROM account_transactions o
    WHERE o.user_id = NEW.user_id AND o.id = NEW.pair_id AND o.pair_id = NEW.id AND o.leg = 'out' AND o.amount_minor = -NEW.amount_minor
  );
END;

CREATE TRIGGER account_transactions_arriving_keeps_up
BEFORE UPDATE OF account_id, transaction_date, amount_minor, pending, removed_at, leg, pair_id, other_account_id ON account_transactions
WHEN NEW.leg = 'in'
BEGIN
  SELECT RAISE(ABORT, 'transfer_one_legged') WHERE NOT EXISTS (
    SELECT 1 FROM account_transactions o
    WHERE o.user_id = NEW.user_id AND o.id = NEW.pair_id AND o.pair_id = NEW.id AND o.leg = 'out' AND o.amount_minor = -NEW.amount_minor
      AND o.transaction_date = NEW.transaction_date AND o.account_id = NEW.other_account_id AND o.other_account_id = NEW.account_id
      AND o.pending = NEW.pending AND o.removed_at IS NEW.removed_at
  );
END;

CREATE TRIGGER account_transactions_one_currency BEFORE INSERT ON account_transactions WHEN NEW.leg = 'out'
BEGIN
  SELECT RAISE(ABORT, 'transfer_currency') FROM bank_accounts a JOIN bank_accounts b ON b.user_id = a.user_id
  WHERE a.user_id = NEW.user_id AND a.id = NEW.account_id AND b.id = NEW.other_account_id AND a.currency <> b.currency;
END;

CREATE TRIGGER account_transactions_one_currency_later BEFORE UPDATE OF other_account_id ON account_transactions WHEN NEW.leg = 'out'
BEGIN
  SELECT RAISE(ABORT, 'transfer_currency') FROM bank_accounts a JOIN bank_accounts b ON b.user_id = a.user_id
  WHERE a.user_id = NEW.user_id AND a.id = NEW.account_id AND b.id = NEW.other_account_id AND a.currency <> b.currency;
  SELECT RAISE(ABORT, 'account_inactive') FROM bank_accounts
  WHERE user_id = NEW.user_id AND id = NEW.other_account_id AND is_active = 0 AND OLD.other_account_id IS NOT NEW.other_account_id;
END;

-- A reconciled row agrees with a statement: its money stays as it is until it is no longer reconciled, and an import or a sync
-- changes nothing about it.
CREATE TRIGGER account_transactions_reconciled_stay BEFORE UPDATE ON account_transactions
WHEN OLD.is_reconciled = 1 AND (
  NEW.last_change <> 'user' OR (
    NEW.is_reconciled = 1 AND (
      NEW.amount_minor <> OLD.amount_minor OR NEW.transaction_date <> OLD.transaction_date OR NEW.account_id <> OLD.account_id
      OR NEW.type <> OLD.type OR NEW.pending <> OLD.pending OR NEW.removed_at IS NOT OLD.removed_at
    )
  )
)
BEGIN
  SELECT RAISE(ABORT, 'transaction_reconciled') WHERE NOT EXISTS (
    SELECT 1 FROM bank_accounts WHERE user_id = OLD.user_id AND id IN (OLD.account_id, OLD.other_account_id) AND closing = 1
  );
END;

CREATE TRIGGER account_transactions_reconciled_are_kept BEFORE DELETE ON account_transactions WHEN OLD.is_reconciled = 1
BEGIN
  SELECT RAISE(ABORT, 'transaction_reconciled') WHERE NOT EXISTS (
    SELECT 1 FROM bank_accounts WHERE user_id = OLD.user_id AND id = OLD.account_id AND closing = 1
  );
END;

-- What follows a row: balance, count, day.
CREATE TRIGGER account_transactions_after_insert AFTER INSERT ON account_transactions WHEN NEW.removed_at IS NULL
BEGIN
  UPDATE bank_accounts SET
    current_balance_minor = current_balance_minor
      + CASE WHEN NEW.pending = 1 THEN 0 WHEN account_type = 'credit' THEN -NEW.amount_minor ELSE NEW.amount_minor END,
    transaction_count = transaction_count + 1, version = version + 1
  WHERE user_id = NEW.user_id AND id = NEW.account_id;
  INSERT INTO account_days (user_id, account_id, day, transaction_count, net_minor)
  VALUES (NEW.user_id, NEW.account_id, NEW.transaction_date, 1, CASE NEW.pending WHEN 1 THEN 0 ELSE NEW.amount_minor END)
  ON CONFLICT (user_id, account_id, day) DO UPDATE SET transaction_count = transaction_count + 1, net_minor = net_minor + excluded.net_minor;
END;

CREATE TRIGGER account_transactions_after_delete AFTER DELETE ON account_transactions WHEN OLD.removed_at IS NULL
BEGIN
  UPDATE bank_accounts SET
    current_balance_minor = current_balance_minor
      - CASE WHEN OLD.pending = 1 THEN 0 WHEN account_type = 'credit' THEN -OLD.amount_minor ELSE OLD.amount_minor END,
    transaction_count = transaction_count - 1, version = version + 1
  WHERE user_id = OLD.user_id AND id = OLD.account_id;
  UPDATE account_days SET transaction_count = transaction_count - 1,
    net_minor = net_minor - CASE OLD.pending WHEN 1 THEN 0 ELSE OLD.amount_minor END
  WHERE user_id = OLD.user_id AND account_id = OLD.account_id AND day = OLD.transaction_date;
END;

CREATE TRIGGER account_transactions_after_move
AFTER UPDATE OF account_id, transaction_date, amount_minor, pending, removed_at ON account_transactions
WHEN OLD.account_id <> NEW.account_id OR OLD.transaction_date <> NEW.transaction_date OR OLD.amount_minor <> NEW.amount_minor
  OR OLD.pending <> NEW.pending OR OLD.removed_at IS NOT NEW.removed_at
BEGIN
  UPDATE bank_accounts SET
    current_balance_minor = current_balance_minor
      - CASE WHEN OLD.pending = 1 THEN 0 WHEN account_type = 'credit' THEN -OLD.amount_minor ELSE OLD.amount_minor END,
    transaction_count = transaction_count - 1, version = version + 1
  WHERE OLD.removed_at IS NULL AND user_id = OLD.user_id AND id = OLD.account_id;
  UPDATE account_days SET transaction_count = transaction_count - 1,
    net_minor = net_minor - CASE OLD.pending WHEN 1 THEN 0 ELSE OLD.amount_minor END
  WHERE OLD.removed_at IS NULL AND user_id = OLD.user_id AND account_id = OLD.account_id AND day = OLD.transaction_date;
  UPDATE bank_accounts SET
    current_balance_minor = current_balance_minor
      + CASE WHEN NEW.pending = 1 THEN 0 WHEN account_type = 'credit' THEN -NEW.amount_minor ELSE NEW.amount_minor END,
    transaction_count = transaction_count + 1, version = version + 1
  WHERE NEW.removed_at IS NULL AND user_id = NEW.user_id AND id = NEW.account_id;
  INSERT INTO account_days (user_id, account_id, day, transaction_count, net_minor)
  SELECT NEW.user_id, NEW.account_id, NEW.transaction_date, 1, CASE NEW.pending WHEN 1 THEN 0 ELSE NEW.amount_minor END
  WHERE NEW.removed_at IS NULL
  ON CONFLICT (user_id, account_id, day) DO UPDATE SET transaction_count = transaction_count + 1, net_minor = net_minor + excluded.net_minor;
END;

-- The two halves of a transfer: made, changed and removed as one.
CREATE TRIGGER account_transactions_arrive AFTER INSERT ON account_transactions WHEN NEW.leg = 'out'
BEGIN
  INSERT INTO account_transactions (user_id, id, account_id, transaction_date, amount_minor, type, category, description, merchant_name,
    notes, pending, source, last_change, leg, pair_id, other_account_id, created_at, updated_at)
  VALUES (NEW.user_id, NEW.pair_id, NEW.other_account_id, NEW.transaction_date, -NEW.amount_minor, 'transfer', NEW.category, NEW.description,
    NEW.merchant_name, NEW.notes, NEW.pending, NEW.source, NEW.last_change, 'in', NEW.id, NEW.account_id, NEW.created_at, NEW.updated_at);
END;

CREATE TRIGGER account_transactions_become_a_transfer AFTER UPDATE OF leg ON account_transactions WHEN OLD.leg IS NULL AND NEW.leg = 'out'
BEGIN
  INSERT INTO account_transactions (user_id, id, account_id, transaction_date, amount_minor, type, category, description, merchant_name,
    notes, pending, source, last_change, leg, pair_id, other_account_id, created_at, updated_at)
  VALUES (NEW.user_id, NEW.pair_id, NEW.other_account_id, NEW.transaction_date, -NEW.amount_minor, 'transfer', NEW.category, NEW.description,
    NEW.merchant_name, NEW.notes, NEW.pending, 'manual', NEW.last_change, 'in', NEW.id, NEW.account_id, NEW.updated_at, NEW.updated_at);
END;

CREATE TRIGGER account_transactions_arrive_as_sent AFTER UPDATE ON account_transactions WHEN OLD.leg = 'out' AND NEW.leg = 'out'
BEGIN
  UPDATE account_transactions SET
    account_id = NEW.other_account_id, transaction_date = NEW.transaction_date, amount_minor = -NEW.amount_minor, category = NEW.category,
    description = NEW.description, merchant_name = NEW.merchant_name, notes = NEW.notes, pending = NEW.pending,
    last_change = NEW.last_change, other_account_id = NEW.account_id, removed_at = NEW.removed_at,
    version = version + 1, updated_at = NEW.updated_at
  WHERE user_id = NEW.user_id AND id = NEW.pair_id;
END;

CREATE TRIGGER account_transactions_are_no_transfer AFTER UPDATE OF leg ON account_transactions WHEN OLD.leg IS NOT NULL AND NEW.leg IS NULL
BEGIN
  DELETE FROM account_transactions WHERE user_id = OLD.user_id AND id = OLD.pair_id AND pair_id = OLD.id;
END;

CREATE TRIGGER account_transactions_go_together AFTER DELETE ON account_transactions WHEN OLD.leg IS NOT NULL
BEGIN
  DELETE FROM account_transactions WHERE user_id = OLD.user_id AND id = OLD.pair_id AND pair_id = OLD.id;
END;
