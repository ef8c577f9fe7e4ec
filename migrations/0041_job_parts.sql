-- What was used on a job: from stock, or a part that is no item. A row that was taken away stays, so that it can be put back.
CREATE TABLE work_order_parts (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  work_order_id TEXT NOT NULL,
  description TEXT NOT NULL CONSTRAINT work_order_part_description CHECK (length(description) BETWEEN 1 AND 255),
  -- Null: a part that is no item in stock.
  item_id TEXT,
  sku TEXT,
  unit TEXT NOT NULL DEFAULT 'EA',
  quantity_milli INTEGER NOT NULL CONSTRAINT work_order_part_quantity CHECK (quantity_milli BETWEEN 1 AND 1000000000),
  -- Where it came from, and the posting by which the ledger took it from there.
  location_id TEXT,
  posting_id TEXT,
  -- As much of it as was in the hand although the ledger knew nothing of it: to be counted.
  found_milli INTEGER NOT NULL DEFAULT 0 CONSTRAINT work_order_part_found CHECK (found_milli BETWEEN 0 AND quantity_milli),
  equipment_id TEXT,
  -- For suggestions: of what kind the job was, and the model it went into.
  service_type_id TEXT,
  model TEXT,
  -- Of one unit of what is no item; null: unknown. What is an item costs what the ledger says.
  unit_cost_minor INTEGER CONSTRAINT work_order_part_cost CHECK (unit_cost_minor BETWEEN 0 AND 100000000),
  -- Of one unit to the customer; null: not said.
  unit_price_minor INTEGER CONSTRAINT work_order_part_price CHECK (unit_price_minor BETWEEN 0 AND 100000000),
  billable INTEGER NOT NULL DEFAULT 1 CONSTRAINT work_order_part_billable CHECK (billable IN (0, 1)),
  supplier TEXT CONSTRAINT work_order_part_supplier CHECK (length(supplier) BETWEEN 1 AND 120),
  notes TEXT CONSTRAINT work_order_part_notes CHECK (length(notes) BETWEEN 1 AND 1000),
  used_at TEXT NOT NULL,
  used_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  removed_at TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id),
  FOREIGN KEY (org_id, item_id) REFERENCES inventory_items (org_id, id),
  FOREIGN KEY (org_id, location_id) REFERENCES inventory_locations (org_id, id),
  FOREIGN KEY (org_id, equipment_id) REFERENCES equipment (org_id, id),
  CONSTRAINT work_order_part_from_stock CHECK ((item_id IS NULL) = (location_id IS NULL) AND (item_id IS NULL) = (posting_id IS NULL)),
  CONSTRAINT work_order_part_ledger_cost CHECK (item_id IS NULL OR unit_cost_minor IS NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX work_order_parts_job ON work_order_parts (org_id, work_order_id, id);
CREATE INDEX work_order_parts_service_type ON work_order_parts (org_id, service_type_id, id) WHERE removed_at IS NULL;
CREATE INDEX work_order_parts_model ON work_order_parts (org_id, model, id) WHERE removed_at IS NULL;
CREATE INDEX work_order_parts_equipment ON work_order_parts (org_id, equipment_id) WHERE equipment_id IS NOT NULL;
-- What the ledger took once is used once.
CREATE UNIQUE INDEX work_order_parts_posting ON work_order_parts (org_id, posting_id, item_id, location_id) WHERE posting_id IS NOT NULL;

-- A part from stock is exactly what the ledger took for it, and nothing else took that back.
CREATE TRIGGER work_order_parts_taken AFTER INSERT ON work_order_parts WHEN NEW.item_id IS NOT NULL AND NEW.removed_at IS NULL
BEGIN
  SELECT RAISE(ABORT, 'work_order_part_not_taken') WHERE NEW.quantity_milli <> coalesce((
    SELECT -sum(m.quantity_milli) FROM stock_movements m
    WHERE m.org_id = NEW.org_id AND m.posting_id = NEW.posting_id AND m.item_id = NEW.item_id AND m.location_id = NEW.location_id
      AND m.work_order_id = NEW.work_order_id AND m.kind = 'consumption' AND m.reverses_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM stock_movements r WHERE r.org_id = NEW.org_id AND r.reverses_id = m.id)
  ), 0);
END;
CREATE TRIGGER work_order_parts_retaken AFTER UPDATE ON work_order_parts WHEN NEW.item_id IS NOT NULL AND NEW.removed_at IS NULL
BEGIN
  SELECT RAISE(ABORT, 'work_order_part_not_taken') WHERE NEW.quantity_milli <> coalesce((
    SELECT -sum(m.quantity_milli) FROM stock_movements m
    WHERE m.org_id = NEW.org_id AND m.posting_id = NEW.posting_id AND m.item_id = NEW.item_id AND m.location_id = NEW.location_id
      AND m.work_order_id = NEW.work_order_id AND m.kind = 'consumption' AND m.reverses_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM stock_movements r WHERE r.org_id = NEW.org_id AND r.reverses_id = m.id)
  ), 0);
END;
-- Taken away on the job, or not at all.
CREATE TRIGGER stock_movements_of_parts BEFORE INSERT ON stock_movements WHEN NEW.reverses_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'stock_movement_of_part') WHERE EXISTS (
    SELECT 1 FROM stock_movements m
    JOIN work_order_parts p ON p.org_id = m.org_id AND p.posting_id = m.posting_id AND p.item_id = m.item_id AND p.location_id = m.location_id
    WHERE m.org_id = NEW.org_id AND m.id = NEW.reverses_id AND p.removed_at IS NULL
  );
END;

-- A closed job is closed.
CREATE TRIGGER work_order_parts_add_locked BEFORE INSERT ON work_order_parts
BEGIN
  SELECT RAISE(ABORT, 'work_order_parts_locked')
  WHERE EXISTS (SELECT 1 FROM work_orders WHERE org_id = NEW.org_id AND id = NEW.work_order_id AND status = 'closed');
END;
CREATE TRIGGER work_order_parts_change_locked BEFORE UPDATE ON work_order_parts
BEGIN
  SELECT RAISE(ABORT, 'work_order_parts_locked')
  WHERE EXISTS (SELECT 1 FROM work_orders WHERE org_id = NEW.org_id AND id = NEW.work_order_id AND status = 'closed');
END;
CREATE TRIGGER work_order_parts_fixed BEFORE UPDATE OF work_order_id, item_id ON work_order_parts
WHEN NEW.work_order_id <> OLD.work_order_id OR NEW.item_id IS NOT OLD.item_id
BEGIN
  SELECT RAISE(ABORT, 'work_order_part_fixed');
END;
CREATE TRIGGER work_order_parts_no_delete BEFORE DELETE ON work_order_parts
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'work_order_part_kept');
END;
