-- An expense that is a budget: what is spent in its category counts against it, so that a month counts the larger of the two.
ALTER TABLE expenses ADD COLUMN is_budget INTEGER NOT NULL DEFAULT 0 CONSTRAINT expense_is_budget CHECK (is_budget IN (0, 1));

-- Those that are named like what their category holds were never one payment.
UPDATE expenses SET is_budget = 1
WHERE is_recurring = 1 AND (
  (category = 'food' AND lower(trim(name)) IN ('food', 'groceries', 'dining', 'dining out', 'eating out', 'restaurants'))
  OR (category = 'transportation' AND lower(trim(name)) IN ('transportation', 'gas', 'fuel'))
  OR (category = 'entertainment' AND lower(trim(name)) IN ('entertainment', 'going out'))
  OR (category = 'shopping' AND lower(trim(name)) IN ('shopping', 'clothes', 'clothing'))
);
