-- What an item's page tells of the past, read by an index of that item alone: what was used in each month, and what was last paid.

CREATE INDEX stock_movements_used ON stock_movements (org_id, item_id, occurred_on, quantity_milli)
WHERE kind IN ('issue', 'consumption', 'return');
CREATE INDEX stock_movements_received ON stock_movements (org_id, item_id, seq)
WHERE kind = 'receipt' AND reverses_id IS NULL AND uncosted_milli = 0;
