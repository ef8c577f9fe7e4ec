-- What a household expects to earn and to spend. Amounts are minor units; dates are civil days.

CREATE TABLE expenses (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL CONSTRAINT expense_name CHECK (length(name) BETWEEN 2 AND 120),
  -- Far above any household, and small enough for every sum of a plan to be exact in a JavaScript number.
  amount_minor INTEGER NOT NULL CONSTRAINT expense_amount CHECK (amount_minor BETWEEN 1 AND 100000000000),
  currency TEXT NOT NULL CONSTRAINT expense_currency CHECK (currency IN ('USD', 'EUR', 'GBP', 'CAD', 'AUD')),
  -- The first occurrence and the anchor of all others.
  date TEXT NOT NULL CONSTRAINT expense_date CHECK (length(date) = 10 AND date(date) IS date),
  end_date TEXT CONSTRAINT expense_end_date CHECK (length(end_date) = 10 AND date(end_date) IS end_date),
  -- The day of the month it aims at, where the date itself had to be clamped.
  anchor_day INTEGER CONSTRAINT expense_anchor_day CHECK (anchor_day BETWEEN 1 AND 31),
  category TEXT NOT NULL CONSTRAINT expense_category CHECK (category IN ('housing', 'utilities', 'transportation', 'food', 'healthcare', 'insurance', 'entertainment', 'education', 'shopping', 'subscriptions', 'debt_paydown', 'other')),
  note TEXT CONSTRAINT expense_note CHECK (length(note) BETWEEN 1 AND 2000),
  -- A recurring expense happens monthly.
  is_recurring INTEGER NOT NULL CONSTRAINT expense_is_recurring CHECK (is_recurring IN (0, 1)),
  -- The account it is paid from, where that is known.
  account_id TEXT,
  is_synced_from_bank INTEGER NOT NULL DEFAULT 0 CONSTRAINT expense_is_synced CHECK (is_synced_from_bank IN (0, 1)),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (user_id, id),
  CONSTRAINT expense_ends_if_recurring CHECK (is_recurring = 1 OR end_date IS NULL),
  CONSTRAINT expense_ends_after_start CHECK (end_date >= date)
) STRICT, WITHOUT ROWID;
CREATE INDEX expenses_by_date ON expenses (user_id, date, id);
CREATE INDEX expenses_recurring ON expenses (user_id, is_recurring, date);

CREATE TABLE income (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL CONSTRAINT income_name CHECK (length(name) BETWEEN 2 AND 120),
  amount_minor INTEGER NOT NULL CONSTRAINT income_amount CHECK (amount_minor BETWEEN 1 AND 100000000000),
  currency TEXT NOT NULL CONSTRAINT income_currency CHECK (currency IN ('USD', 'EUR', 'GBP', 'CAD', 'AUD')),
  date TEXT NOT NULL CONSTRAINT income_date CHECK (length(date) = 10 AND date(date) IS date),
  end_date TEXT CONSTRAINT income_end_date CHECK (length(end_date) = 10 AND date(end_date) IS end_date),
  anchor_day INTEGER CONSTRAINT income_anchor_day CHECK (anchor_day BETWEEN 1 AND 31),
  category TEXT NOT NULL CONSTRAINT income_category CHECK (category IN ('salary', 'freelance', 'investment', 'rental', 'bonus', 'gift', 'other')),
  note TEXT CONSTRAINT income_note CHECK (length(note) BETWEEN 1 AND 2000),
  frequency TEXT NOT NULL CONSTRAINT income_frequency CHECK (frequency IN ('once', 'weekly', 'biweekly', 'monthly', 'quarterly', 'annually')),
  -- The account it is paid into, where that is known.
  account_id TEXT,
  is_synced_from_bank INTEGER NOT NULL DEFAULT 0 CONSTRAINT income_is_synced CHECK (is_synced_from_bank IN (0, 1)),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (user_id, id),
  CONSTRAINT income_ends_if_recurring CHECK (frequency <> 'once' OR end_date IS NULL),
  CONSTRAINT income_ends_after_start CHECK (end_date >= date)
) STRICT, WITHOUT ROWID;
CREATE INDEX income_by_date ON income (user_id, date, id);
CREATE INDEX income_recurring ON income (user_id, (frequency <> 'once'), date);

-- Running counts of a household, kept by triggers: how many rows there are, and under 'plan' the number of changes to
-- its income and expenses, by which a cached answer is known to be current.
CREATE TABLE household_counters (
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  value INTEGER NOT NULL CONSTRAINT household_counter_not_negative CHECK (value >= 0),
  PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER expenses_after_insert AFTER INSERT ON expenses
BEGIN
  INSERT INTO household_counters (user_id, name, value) VALUES (NEW.user_id, 'expenses', 1), (NEW.user_id, 'plan', 1)
  ON CONFLICT (user_id, name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER expenses_after_update AFTER UPDATE ON expenses
BEGIN
  UPDATE household_counters SET value = value + 1 WHERE user_id = NEW.user_id AND name = 'plan';
END;

CREATE TRIGGER expenses_after_delete AFTER DELETE ON expenses
BEGIN
  UPDATE household_counters SET value = value - 1 WHERE user_id = OLD.user_id AND name = 'expenses';
  UPDATE household_counters SET value = value + 1 WHERE user_id = OLD.user_id AND name = 'plan';
END;

CREATE TRIGGER income_after_insert AFTER INSERT ON income
BEGIN
  INSERT INTO household_counters (user_id, name, value) VALUES (NEW.user_id, 'income', 1), (NEW.user_id, 'plan', 1)
  ON CONFLICT (user_id, name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER income_after_update AFTER UPDATE ON income
BEGIN
  UPDATE household_counters SET value = value + 1 WHERE user_id = NEW.user_id AND name = 'plan';
END;

CREATE TRIGGER income_after_delete AFTER DELETE ON income
BEGIN
  UPDATE household_counters SET value = value - 1 WHERE user_id = OLD.user_id AND name = 'income';
  UPDATE household_counters SET value = value + 1 WHERE user_id = OLD.user_id AND name = 'plan';
END;
