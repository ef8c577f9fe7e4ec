-- What a business holds in stock: its items, where they lie, an append-only ledger of every movement, and what is reserved.
-- Quantities are thousandths of the item's base unit, money is cents. Balances and values are derived by the triggers here
-- and written by nothing else; a movement that would take more than there is undoes its whole batch.

CREATE TABLE inventory_items (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  sku TEXT NOT NULL CONSTRAINT inventory_item_sku CHECK (length(sku) BETWEEN 1 AND 64 AND sku = upper(sku)),
  name TEXT NOT NULL CONSTRAINT inventory_item_name CHECK (length(name) BETWEEN 1 AND 255),
  description TEXT CONSTRAINT inventory_item_description CHECK (length(description) BETWEEN 1 AND 4000),
  primary_category TEXT NOT NULL CONSTRAINT inventory_item_category CHECK (
    primary_category IN ('PARTS', 'EQUIPMENT', 'REFRIGERANT', 'MATERIALS', 'CONSUMABLES', 'TOOLS', 'SAFETY')
  ),
  secondary_category TEXT CONSTRAINT inventory_item_secondary_category CHECK (length(secondary_category) BETWEEN 1 AND 64),
  base_unit TEXT NOT NULL CONSTRAINT inventory_item_base_unit CHECK (
    base_unit IN ('EA', 'FT', 'LB', 'OZ', 'GAL', 'QT', 'ROLL', 'BOX', 'PACK', 'SET')
  ),
  -- What one unit is reckoned to cost and sells for; null: not known, never 0.
  unit_cost_minor INTEGER CONSTRAINT inventory_item_unit_cost CHECK (unit_cost_minor BETWEEN 0 AND 100000000),
  list_price_minor INTEGER CONSTRAINT inventory_item_list_price CHECK (list_price_minor BETWEEN 0 AND 100000000),
  active INTEGER NOT NULL DEFAULT 1 CONSTRAINT inventory_item_active CHECK (active IN (0, 1)),
  manufacturer TEXT CONSTRAINT inventory_item_manufacturer CHECK (length(manufacturer) BETWEEN 1 AND 120),
  barcode TEXT CONSTRAINT inventory_item_barcode CHECK (length(barcode) BETWEEN 1 AND 64),
  min_stock_milli INTEGER NOT NULL DEFAULT 0 CONSTRAINT inventory_item_min_stock CHECK (min_stock_milli BETWEEN 0 AND 1000000000),
  max_stock_milli INTEGER CONSTRAINT inventory_item_max_stock CHECK (max_stock_milli BETWEEN 0 AND 1000000000),
  reorder_point_milli INTEGER CONSTRAINT inventory_item_reorder_point CHECK (reorder_point_milli BETWEEN 0 AND 1000000000),
  requires_certification INTEGER NOT NULL DEFAULT 0 CHECK (requires_certification IN (0, 1)),
  hazardous_material INTEGER NOT NULL DEFAULT 0 CHECK (hazardous_material IN (0, 1)),
  restricted_item INTEGER NOT NULL DEFAULT 0 CHECK (restricted_item IN (0, 1)),
  weight_milli_lb INTEGER CONSTRAINT inventory_item_weight CHECK (weight_milli_lb BETWEEN 0 AND 100000000),
  warranty_days INTEGER CONSTRAINT inventory_item_warranty CHECK (warranty_days BETWEEN 0 AND 36500),
  shelf_life_days INTEGER CONSTRAINT inventory_item_shelf_life CHECK (shelf_life_days BETWEEN 1 AND 36500),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  number INTEGER,
  PRIMARY KEY (org_id, id),
  CONSTRAINT inventory_item_max_over_min CHECK (max_stock_milli >= min_stock_milli),
  CONSTRAINT inventory_item_reorder_under_max CHECK (max_stock_milli >= reorder_point_milli)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX inventory_items_sku ON inventory_items (org_id, sku);
CREATE UNIQUE INDEX inventory_items_barcode ON inventory_items (org_id, barcode) WHERE barcode IS NOT NULL;
CREATE UNIQUE INDEX inventory_items_number ON inventory_items (org_id, number);
CREATE INDEX inventory_items_by_name ON inventory_items (org_id, lower(name), id);

CREATE TABLE inventory_locations (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL CONSTRAINT inventory_location_name CHECK (length(name) BETWEEN 1 AND 120),
  type TEXT NOT NULL CONSTRAINT inventory_location_type CHECK (type IN ('warehouse', 'truck', 'bin', 'job_site', 'transit')),
  -- A bin lies within another location.
  parent_id TEXT,
  -- Whose truck it is.
  technician_id TEXT,
  -- How many units fit; null: not limited.
  capacity_milli INTEGER CONSTRAINT inventory_location_capacity CHECK (capacity_milli BETWEEN 1 AND 1000000000000),
  active INTEGER NOT NULL DEFAULT 1 CONSTRAINT inventory_location_active CHECK (active IN (0, 1)),
  notes TEXT CONSTRAINT inventory_location_notes CHECK (length(notes) BETWEEN 1 AND 4000),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, parent_id) REFERENCES inventory_locations (org_id, id),
  FOREIGN KEY (org_id, technician_id) REFERENCES technicians (org_id, id),
  CONSTRAINT inventory_location_bin_within CHECK ((type = 'bin') = (parent_id IS NOT NULL)),
  CONSTRAINT inventory_location_truck_of CHECK (type = 'truck' OR technician_id IS NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX inventory_locations_name ON inventory_locations (org_id, coalesce(parent_id, ''), lower(name)) WHERE active = 1;
CREATE UNIQUE INDEX inventory_locations_truck ON inventory_locations (org_id, technician_id) WHERE technician_id IS NOT NULL AND active = 1;
CREATE INDEX inventory_locations_by_name ON inventory_locations (org_id, lower(name), id);
CREATE INDEX inventory_locations_parent ON inventory_locations (org_id, parent_id) WHERE parent_id IS NOT NULL;

-- The ledger: rows are added, never changed. Its order is `seq`; `occurred_on` is only a label.
CREATE TABLE stock_movements (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  -- The lines that were posted at once.
  posting_id TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT stock_movement_kind CHECK (
    kind IN ('receipt', 'issue', 'transfer', 'adjustment', 'return', 'consumption', 'count')
  ),
  item_id TEXT NOT NULL,
  location_id TEXT NOT NULL,
  quantity_milli INTEGER NOT NULL CONSTRAINT stock_movement_quantity CHECK (quantity_milli <> 0 AND abs(quantity_milli) <= 1000000000),
  -- What the movement is worth, with the sign of its quantity; of `uncosted_milli` nobody knows the cost.
  total_cost_minor INTEGER NOT NULL CONSTRAINT stock_movement_cost CHECK (total_cost_minor = 0 OR (total_cost_minor > 0) = (quantity_milli > 0)),
  uncosted_milli INTEGER NOT NULL CONSTRAINT stock_movement_uncosted CHECK (uncosted_milli BETWEEN 0 AND abs(quantity_milli)),
  transfer_id TEXT,
  reverses_id TEXT,
  reservation_id TEXT,
  work_order_id TEXT,
  reason TEXT CONSTRAINT stock_movement_reason CHECK (length(reason) BETWEEN 1 AND 120),
  note TEXT CONSTRAINT stock_movement_note CHECK (length(note) BETWEEN 1 AND 1000),
  occurred_on TEXT NOT NULL CONSTRAINT stock_movement_occurred_on CHECK (occurred_on IS date(occurred_on)),
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, seq),
  FOREIGN KEY (org_id, item_id) REFERENCES inventory_items (org_id, id),
  FOREIGN KEY (org_id, location_id) REFERENCES inventory_locations (org_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id),
  CONSTRAINT stock_movement_direction CHECK (
    reverses_id IS NOT NULL
    OR CASE WHEN kind IN ('receipt', 'return') THEN quantity_milli > 0 WHEN kind IN ('issue', 'consumption') THEN quantity_milli < 0 ELSE 1 END
  ),
  CONSTRAINT stock_movement_transfer CHECK ((kind = 'transfer') = (transfer_id IS NOT NULL)),
  CONSTRAINT stock_movement_adjustment_reason CHECK (kind <> 'adjustment' OR reason IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX stock_movements_id ON stock_movements (org_id, id);
CREATE INDEX stock_movements_item ON stock_movements (org_id, item_id, seq);
CREATE INDEX stock_movements_location ON stock_movements (org_id, location_id, seq);
CREATE INDEX stock_movements_posting ON stock_movements (org_id, posting_id);
CREATE INDEX stock_movements_transfer ON stock_movements (org_id, transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX stock_movements_work_order ON stock_movements (org_id, work_order_id, seq) WHERE work_order_id IS NOT NULL;
CREATE UNIQUE INDEX stock_movements_reversed_once ON stock_movements (org_id, reverses_id) WHERE reverses_id IS NOT NULL;

CREATE TRIGGER stock_movements_no_update BEFORE UPDATE ON stock_movements
BEGIN
  SELECT RAISE(ABORT, 'stock_ledger_append_only');
END;
CREATE TRIGGER stock_movements_no_delete BEFORE DELETE ON stock_movements
BEGIN
  SELECT RAISE(ABORT, 'stock_ledger_append_only');
END;

-- What lies where, and how much of it is spoken for.
CREATE TABLE stock_balances (
  org_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  location_id TEXT NOT NULL,
  on_hand_milli INTEGER NOT NULL DEFAULT 0 CONSTRAINT stock_on_hand CHECK (on_hand_milli >= 0),
  reserved_milli INTEGER NOT NULL DEFAULT 0 CONSTRAINT stock_reserved CHECK (reserved_milli BETWEEN 0 AND on_hand_milli),
  PRIMARY KEY (org_id, item_id, location_id),
  FOREIGN KEY (org_id, item_id) REFERENCES inventory_items (org_id, id),
  FOREIGN KEY (org_id, location_id) REFERENCES inventory_locations (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX stock_balances_location ON stock_balances (org_id, location_id, item_id);

-- An item over all its locations, at moving average cost: `value_minor` is what all but `uncosted_milli` of it is worth.
CREATE TABLE stock_values (
  org_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  on_hand_milli INTEGER NOT NULL DEFAULT 0 CONSTRAINT stock_value_on_hand CHECK (on_hand_milli >= 0),
  reserved_milli INTEGER NOT NULL DEFAULT 0 CONSTRAINT stock_value_reserved CHECK (reserved_milli BETWEEN 0 AND on_hand_milli),
  uncosted_milli INTEGER NOT NULL DEFAULT 0 CONSTRAINT stock_value_uncosted CHECK (uncosted_milli BETWEEN 0 AND on_hand_milli),
  value_minor INTEGER NOT NULL DEFAULT 0 CONSTRAINT stock_value_worth CHECK (value_minor >= 0 AND value_minor <= 100000000000),
  PRIMARY KEY (org_id, item_id),
  FOREIGN KEY (org_id, item_id) REFERENCES inventory_items (org_id, id),
  CONSTRAINT stock_value_of_nothing CHECK (on_hand_milli > uncosted_milli OR value_minor = 0)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER stock_movements_active BEFORE INSERT ON stock_movements WHEN NEW.quantity_milli > 0
BEGIN
  SELECT RAISE(ABORT, 'stock_item_inactive') WHERE EXISTS (SELECT 1 FROM inventory_items WHERE org_id = NEW.org_id AND id = NEW.item_id AND active = 0);
  SELECT RAISE(ABORT, 'stock_location_inactive') WHERE EXISTS (SELECT 1 FROM inventory_locations WHERE org_id = NEW.org_id AND id = NEW.location_id AND active = 0);
END;

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
END;

CREATE TABLE stock_reservations (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  location_id TEXT NOT NULL,
  work_order_id TEXT,
  quantity_milli INTEGER NOT NULL CONSTRAINT stock_reservation_quantity CHECK (quantity_milli BETWEEN 1 AND 1000000000),
  fulfilled_milli INTEGER NOT NULL DEFAULT 0 CONSTRAINT stock_reservation_fulfilled CHECK (fulfilled_milli BETWEEN 0 AND quantity_milli),
  status TEXT NOT NULL DEFAULT 'open' CONSTRAINT stock_reservation_status CHECK (status IN ('open', 'fulfilled', 'released')),
  reserved_until TEXT CONSTRAINT stock_reservation_until CHECK (reserved_until IS date(reserved_until)),
  note TEXT CONSTRAINT stock_reservation_note CHECK (length(note) BETWEEN 1 AND 1000),
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  closed_at TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, item_id) REFERENCES inventory_items (org_id, id),
  FOREIGN KEY (org_id, location_id) REFERENCES inventory_locations (org_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id),
  CONSTRAINT stock_reservation_fulfilled_whole CHECK ((status = 'fulfilled') = (fulfilled_milli = quantity_milli)),
  CONSTRAINT stock_reservation_closed CHECK ((status = 'open') = (closed_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX stock_reservations_status ON stock_reservations (org_id, status, created_at, id);
CREATE INDEX stock_reservations_item ON stock_reservations (org_id, item_id, created_at, id);
CREATE INDEX stock_reservations_location ON stock_reservations (org_id, location_id, item_id) WHERE status = 'open';
CREATE INDEX stock_reservations_work_order ON stock_reservations (org_id, work_order_id) WHERE work_order_id IS NOT NULL;

-- What is reserved is the sum of the open reservations, kept beside the balance so that the two can never differ.
CREATE TRIGGER stock_reservations_post AFTER INSERT ON stock_reservations WHEN NEW.status = 'open'
BEGIN
  INSERT OR IGNORE INTO stock_balances (org_id, item_id, location_id) VALUES (NEW.org_id, NEW.item_id, NEW.location_id);
  UPDATE stock_balances SET reserved_milli = reserved_milli + NEW.quantity_milli - NEW.fulfilled_milli
  WHERE org_id = NEW.org_id AND item_id = NEW.item_id AND location_id = NEW.location_id;
  INSERT OR IGNORE INTO stock_values (org_id, item_id) VALUES (NEW.org_id, NEW.item_id);
  UPDATE stock_values SET reserved_milli = reserved_milli + NEW.quantity_milli - NEW.fulfilled_milli
  WHERE org_id = NEW.org_id AND item_id = NEW.item_id;
END;

CREATE TRIGGER stock_reservations_repost AFTER UPDATE ON stock_reservations
BEGIN
  SELECT RAISE(ABORT, 'stock_reservation_closed_for_good') WHERE OLD.status <> 'open' OR NEW.fulfilled_milli < OLD.fulfilled_milli;
  SELECT RAISE(ABORT, 'stock_reservation_fixed') WHERE NEW.item_id <> OLD.item_id OR NEW.location_id <> OLD.location_id;
  UPDATE stock_balances SET reserved_milli = reserved_milli - (OLD.quantity_milli - OLD.fulfilled_milli)
    + CASE NEW.status WHEN 'open' THEN NEW.quantity_milli - NEW.fulfilled_milli ELSE 0 END
  WHERE org_id = NEW.org_id AND item_id = NEW.item_id AND location_id = NEW.location_id;
  UPDATE stock_values SET reserved_milli = reserved_milli - (OLD.quantity_milli - OLD.fulfilled_milli)
    + CASE NEW.status WHEN 'open' THEN NEW.quantity_milli - NEW.fulfilled_milli ELSE 0 END
  WHERE org_id = NEW.org_id AND item_id = NEW.item_id;
END;

CREATE TRIGGER stock_reservations_no_delete BEFORE DELETE ON stock_reservations
BEGIN
  SELECT RAISE(ABORT, 'stock_reservation_kept');
END;

-- Nothing that holds stock goes out of use.
CREATE TRIGGER inventory_items_deactivate BEFORE UPDATE OF active ON inventory_items WHEN NEW.active = 0 AND OLD.active = 1
BEGIN
  SELECT RAISE(ABORT, 'inventory_item_holds_stock')
  WHERE EXISTS (SELECT 1 FROM stock_values WHERE org_id = NEW.org_id AND item_id = NEW.id AND on_hand_milli > 0);
END;
CREATE TRIGGER inventory_locations_deactivate BEFORE UPDATE OF active ON inventory_locations WHEN NEW.active = 0 AND OLD.active = 1
BEGIN
  SELECT RAISE(ABORT, 'inventory_location_holds_stock')
  WHERE EXISTS (SELECT 1 FROM stock_balances WHERE org_id = NEW.org_id AND location_id = NEW.id AND on_hand_milli > 0);
  SELECT RAISE(ABORT, 'inventory_location_has_bins')
  WHERE EXISTS (SELECT 1 FROM inventory_locations WHERE org_id = NEW.org_id AND parent_id = NEW.id AND active = 1);
END;
-- Its quantities are counted in it.
CREATE TRIGGER inventory_items_unit BEFORE UPDATE OF base_unit ON inventory_items WHEN NEW.base_unit <> OLD.base_unit
BEGIN
  SELECT RAISE(ABORT, 'inventory_item_unit_in_use')
  WHERE EXISTS (SELECT 1 FROM stock_movements WHERE org_id = NEW.org_id AND item_id = NEW.id);
END;

CREATE VIRTUAL TABLE inventory_item_search USING fts5 (item, kind, content = '', contentless_delete = 1, prefix = '2 3');

CREATE VIEW inventory_item_search_text AS
SELECT i.org_id, i.id, o.key * 2147483648 + i.number AS search_row,
  concat_ws(' ', i.sku, i.name, i.manufacturer, i.barcode, substr(i.barcode, -6), i.secondary_category) AS item,
  i.primary_category || CASE i.active WHEN 1 THEN ' active' ELSE ' inactive' END AS kind
FROM inventory_items i JOIN tenant_organizations o ON o.id = i.org_id;

CREATE TRIGGER inventory_items_after_insert AFTER INSERT ON inventory_items
BEGIN
  INSERT INTO sequences (org_id, name, value) VALUES (NEW.org_id, 'inventory_items', 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
  UPDATE inventory_items SET number = (SELECT value FROM sequences WHERE org_id = NEW.org_id AND name = 'inventory_items')
  WHERE org_id = NEW.org_id AND id = NEW.id;
  INSERT INTO inventory_item_search (rowid, item, kind)
  SELECT search_row, item, kind FROM inventory_item_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;

CREATE TRIGGER inventory_items_after_change
AFTER UPDATE OF sku, name, manufacturer, barcode, primary_category, secondary_category, active ON inventory_items
BEGIN
  REPLACE INTO inventory_item_search (rowid, item, kind)
  SELECT search_row, item, kind FROM inventory_item_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;
