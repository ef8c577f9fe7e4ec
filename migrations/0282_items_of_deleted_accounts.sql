-- Planned items that name an account deleted before: they matched no transaction, and their months counted both.
UPDATE expenses SET account_id = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), version = version + 1
WHERE account_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM bank_accounts a WHERE a.user_id = expenses.user_id AND a.id = expenses.account_id);
UPDATE income SET account_id = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), version = version + 1
WHERE account_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM bank_accounts a WHERE a.user_id = income.user_id AND a.id = income.account_id);
