-- How much lies at a location, over all items, kept as its balances change: the list of locations shows it of each without
-- reading what lies there.
ALTER TABLE inventory_locations ADD COLUMN on_hand_milli INTEGER NOT NULL DEFAULT 0 CONSTRAINT inventory_location_on_hand CHECK (on_hand_milli >= 0);

UPDATE inventory_locations SET on_hand_milli = coalesce((
  SELECT sum(b.on_hand_milli) FROM stock_balances b
  WHERE b.org_id = inventory_locations.org_id AND b.location_id = inventory_locations.id), 0);

-- A balance begins at 0 and changes by the ledger's own trigger.
CREATE TRIGGER stock_balances_held AFTER UPDATE OF on_hand_milli ON stock_balances WHEN NEW.on_hand_milli <> OLD.on_hand_milli
BEGIN
  UPDATE inventory_locations SET on_hand_milli = on_hand_milli + NEW.on_hand_milli - OLD.on_hand_milli
  WHERE org_id = NEW.org_id AND id = NEW.location_id;
END;

CREATE INDEX inventory_locations_by_type ON inventory_locations (org_id, type, lower(name), id);
