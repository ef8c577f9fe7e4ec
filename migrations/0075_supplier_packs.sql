-- A price that the supplier asks for a whole pack, to the cent, and the pack it was asked for. What one base unit costs follows
-- from it, rounded, and is never reckoned back to a pack.
ALTER TABLE supplier_prices ADD COLUMN pack_price_minor INTEGER CONSTRAINT supplier_price_of_pack CHECK (pack_price_minor BETWEEN 0 AND 1000000000);
ALTER TABLE supplier_prices ADD COLUMN pack_size_milli INTEGER CONSTRAINT supplier_price_pack CHECK (
  (pack_price_minor IS NULL) = (pack_size_milli IS NULL) AND coalesce(pack_size_milli, 1) BETWEEN 1 AND 1000000000
);

-- Copies of both as the line was written. A line without packs is in packs of one unit.
ALTER TABLE purchase_order_lines ADD COLUMN pack_size_milli INTEGER NOT NULL DEFAULT 1000 CONSTRAINT purchase_order_line_pack CHECK (pack_size_milli BETWEEN 1 AND 1000000000);
ALTER TABLE purchase_order_lines ADD COLUMN pack_price_minor INTEGER CONSTRAINT purchase_order_line_pack_price CHECK (pack_price_minor BETWEEN 0 AND 1000000000);

DROP TRIGGER purchase_order_lines_frozen;
CREATE TRIGGER purchase_order_lines_frozen BEFORE UPDATE ON purchase_order_lines
WHEN (SELECT status FROM purchase_orders WHERE org_id = OLD.org_id AND id = OLD.order_id) = 'draft'
  OR NEW.order_id <> OLD.order_id OR NEW.position <> OLD.position OR NEW.item_id <> OLD.item_id OR NEW.location_id <> OLD.location_id
  OR NEW.part_number IS NOT OLD.part_number OR NEW.unit_cost_minor IS NOT OLD.unit_cost_minor OR NEW.quantity_milli <> OLD.quantity_milli
  OR NEW.pack_size_milli <> OLD.pack_size_milli OR NEW.pack_price_minor IS NOT OLD.pack_price_minor
BEGIN
  SELECT RAISE(ABORT, 'purchase_order_frozen');
END;
