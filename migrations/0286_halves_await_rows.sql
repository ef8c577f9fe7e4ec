-- The other half of a row that was marked as a transfer may be reported later: the next sync's or statement's own row of it steps
-- aside for the half, as one that was there already does (0285). This finds the halves of an account that may await one.
CREATE INDEX account_transactions_halves ON account_transactions (user_id, account_id, transaction_date) WHERE leg = 'in';
