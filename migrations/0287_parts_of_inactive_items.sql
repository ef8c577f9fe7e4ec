-- A part that a technician has in hand is recorded even if its item is inactive: what is found for it is used in the same batch. All
-- other stock of an inactive item is refused, as before.
DROP TRIGGER stock_movements_active;
CREATE TRIGGER stock_movements_active BEFORE INSERT ON stock_movements WHEN NEW.quantity_milli > 0
BEGIN
  SELECT RAISE(ABORT, 'stock_item_inactive') WHERE EXISTS (SELECT 1 FROM inventory_items WHERE org_id = NEW.org_id AND id = NEW.item_id AND active = 0)
    AND NOT (NEW.kind = 'adjustment' AND NEW.reason = 'found' AND NEW.work_order_id IS NOT NULL);
  SELECT RAISE(ABORT, 'stock_location_inactive') WHERE EXISTS (SELECT 1 FROM inventory_locations WHERE org_id = NEW.org_id AND id = NEW.location_id AND active = 0);
END;
