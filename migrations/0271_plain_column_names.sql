-- Columns named by the words that the code and the API use.
ALTER TABLE account_deletions RENAME COLUMN begun_at TO started_at;
ALTER TABLE business_deletions RENAME COLUMN begun_at TO started_at;
ALTER TABLE bank_item_accounts RENAME COLUMN behind TO is_catching_up;
ALTER TABLE code_host_conflicts RENAME COLUMN stands TO winner;
ALTER TABLE refrigerant_cylinder_entries RENAME COLUMN said_milli_lb TO recorded_milli_lb;
ALTER TABLE industry_analyses RENAME COLUMN model_said_at TO model_answered_at;
ALTER TABLE sessions RENAME COLUMN proven_at TO reauthenticated_at;
