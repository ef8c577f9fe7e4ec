-- Which items are to be ordered, and what was on hand at any moment, both read by an index instead of reckoned from the ledger.

-- 1: active, and no more is available than its reorder point, or its minimum where it has none.
ALTER TABLE inventory_items ADD COLUMN low INTEGER NOT NULL DEFAULT 0 CONSTRAINT inventory_item_low CHECK (low IN (0, 1));
CREATE INDEX inventory_items_low ON inventory_items (org_id, lower(name), id) WHERE low = 1;

CREATE VIEW inventory_item_levels AS
SELECT i.org_id, i.id, i.low,
  coalesce(i.active = 1 AND coalesce(i.reorder_point_milli, nullif(i.min_stock_milli, 0)) >= coalesce(v.on_hand_milli - v.reserved_milli, 0), 0) AS is_low
FROM inventory_items i LEFT JOIN stock_values v ON v.org_id = i.org_id AND v.item_id = i.id;

UPDATE inventory_items SET low = (
  SELECT l.is_low FROM inventory_item_levels l WHERE l.org_id = inventory_items.org_id AND l.id = inventory_items.id
);

CREATE TRIGGER inventory_items_low_at_first AFTER INSERT ON inventory_items
BEGIN
  UPDATE inventory_items SET low = 1 WHERE org_id = NEW.org_id AND id = NEW.id
    AND EXISTS (SELECT 1 FROM inventory_item_levels l WHERE l.org_id = NEW.org_id AND l.id = NEW.id AND l.is_low = 1);
END;
CREATE TRIGGER inventory_items_relevel AFTER UPDATE OF reorder_point_milli, min_stock_milli, active ON inventory_items
BEGIN
  UPDATE inventory_items SET low = 1 - low WHERE org_id = NEW.org_id AND id = NEW.id
    AND EXISTS (SELECT 1 FROM inventory_item_levels l WHERE l.org_id = NEW.org_id AND l.id = NEW.id AND l.is_low <> l.low);
END;
CREATE TRIGGER stock_values_relevel AFTER UPDATE OF on_hand_milli, reserved_milli ON stock_values
WHEN NEW.on_hand_milli - NEW.reserved_milli <> OLD.on_hand_milli - OLD.reserved_milli
BEGIN
  UPDATE inventory_items SET low = 1 - low WHERE org_id = NEW.org_id AND id = NEW.item_id
    AND EXISTS (SELECT 1 FROM inventory_item_levels l WHERE l.org_id = NEW.org_id AND l.id = NEW.item_id AND l.is_low <> l.low);
END;

-- What was on hand after each movement, at its location and of its item.
CREATE TABLE stock_history (
  org_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  location_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  on_hand_milli INTEGER NOT NULL,
  item_on_hand_milli INTEGER NOT NULL,
  item_uncosted_milli INTEGER NOT NULL,
  item_value_minor INTEGER NOT NULL,
  PRIMARY KEY (org_id, item_id, location_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX stock_movements_time ON stock_movements (org_id, created_at, seq);

INSERT INTO stock_history
SELECT org_id, item_id, location_id, seq,
  sum(quantity_milli) OVER (PARTITION BY org_id, item_id, location_id ORDER BY seq),
  sum(quantity_milli) OVER (PARTITION BY org_id, item_id ORDER BY seq),
  sum(uncosted_milli * sign(quantity_milli)) OVER (PARTITION BY org_id, item_id ORDER BY seq),
  sum(total_cost_minor) OVER (PARTITION BY org_id, item_id ORDER BY seq)
FROM stock_movements;

DROP TRIGGER stock_movements_post;
-- The row is made first: an upsert checks the constraints of the row that it would insert, here one below zero.
CREATE TRIGGER stock_movements_post AFTER INSERT ON stock_movements
BEGIN
  INSERT OR IGNORE INTO stock_balances (org_id, item_id, location_id) VALUES (NEW.org_id, NEW.item_id, NEW.location_id);
  UPDATE stock_balances SET on_hand_milli = on_hand_milli + NEW.quantity_milli
  WHERE org_id = NEW.org_id AND item_id = NEW.item_id AND location_id = NEW.location_id;
  INSERT OR IGNORE INTO stock_values (org_id, item_id) VALUES (NEW.org_id, NEW.item_id);
  UPDATE stock_values SET
    on_hand_milli = on_hand_milli + NEW.quantity_milli,
    uncosted_milli = uncosted_milli + NEW.uncosted_milli * sign(NEW.quantity_milli),
    value_minor = value_minor + NEW.total_cost_minor
  WHERE org_id = NEW.org_id AND item_id = NEW.item_id;
  INSERT INTO stock_history
  SELECT NEW.org_id, NEW.item_id, NEW.location_id, NEW.seq, b.on_hand_milli, v.on_hand_milli, v.uncosted_milli, v.value_minor
  FROM stock_balances b JOIN stock_values v ON v.org_id = b.org_id AND v.item_id = b.item_id
  WHERE b.org_id = NEW.org_id AND b.item_id = NEW.item_id AND b.location_id = NEW.location_id;
END;
