-- When the payouts known by then were searched for a card payment that is in none of them. Null until the fee is known, and for a
-- payment recorded after its payout.
ALTER TABLE card_settlements ADD COLUMN payouts_searched_at TEXT;
