-- An item's quantities are counted in its unit: also those on a placed order, in a supplier's packs and in the levels of a location.
DROP TRIGGER inventory_items_unit;
CREATE TRIGGER inventory_items_unit BEFORE UPDATE OF base_unit ON inventory_items WHEN NEW.base_unit <> OLD.base_unit
BEGIN
  SELECT RAISE(ABORT, 'inventory_item_unit_in_use')
  WHERE EXISTS (SELECT 1 FROM stock_movements WHERE org_id = NEW.org_id AND item_id = NEW.id);
  SELECT RAISE(ABORT, 'inventory_item_unit_ordered')
  WHERE EXISTS (
    SELECT 1 FROM purchase_order_lines l JOIN purchase_orders o ON o.org_id = l.org_id AND o.id = l.order_id
    WHERE l.org_id = NEW.org_id AND l.item_id = NEW.id AND o.status <> 'draft'
  );
  SELECT RAISE(ABORT, 'inventory_item_unit_packed')
  WHERE EXISTS (SELECT 1 FROM supplier_items WHERE org_id = NEW.org_id AND item_id = NEW.id AND pack_size_milli <> 1000);
  SELECT RAISE(ABORT, 'inventory_item_unit_leveled')
  WHERE EXISTS (SELECT 1 FROM location_levels WHERE org_id = NEW.org_id AND item_id = NEW.id);
END;
