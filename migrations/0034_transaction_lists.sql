-- Pages of a household's transactions by category, by amount and of those that count in no month: each read from its own end.
CREATE INDEX account_transactions_by_category ON account_transactions (user_id, category, transaction_date, id) WHERE removed_at IS NULL;
CREATE INDEX account_transactions_by_amount ON account_transactions (user_id, amount_minor, id) WHERE removed_at IS NULL;
CREATE INDEX account_transactions_excluded ON account_transactions (user_id, transaction_date, id) WHERE removed_at IS NULL AND excluded = 1;
