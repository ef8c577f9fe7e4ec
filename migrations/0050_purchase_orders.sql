-- What is ordered from suppliers, for which location, and what of it arrived. How much of a line is on its way is derived as it
-- is ordered, received and canceled; a receipt beyond it undoes its whole batch unless the excess is confirmed.

CREATE TABLE purchase_orders (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  number INTEGER NOT NULL CONSTRAINT purchase_order_number CHECK (number > 0),
  supplier_id TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'draft' CONSTRAINT purchase_order_status CHECK (
    status IN ('draft', 'ordered', 'partly_received', 'received', 'canceled')
  ),
  expected_on TEXT CONSTRAINT purchase_order_expected_on CHECK (expected_on IS date(expected_on)),
  -- For the supplier.
  note TEXT CONSTRAINT purchase_order_note CHECK (length(note) BETWEEN 1 AND 2000),
  -- How it reached the supplier, and what they call it.
  ordered_by_way TEXT CONSTRAINT purchase_order_way CHECK (ordered_by_way IN ('email', 'phone', 'website', 'counter')),
  supplier_reference TEXT CONSTRAINT purchase_order_reference CHECK (length(supplier_reference) BETWEEN 1 AND 64),
  ordered_at TEXT,
  ordered_by TEXT,
  canceled_at TEXT,
  cancel_reason TEXT CONSTRAINT purchase_order_cancel_reason CHECK (length(cancel_reason) BETWEEN 1 AND 500),
  -- When it was last mailed, and to whom.
  sent_at TEXT,
  sent_to TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, supplier_id) REFERENCES suppliers (org_id, id),
  CONSTRAINT purchase_order_placed CHECK ((status = 'draft') = (ordered_at IS NULL) AND (ordered_at IS NULL) = (ordered_by_way IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX purchase_orders_number ON purchase_orders (org_id, number);
CREATE INDEX purchase_orders_status ON purchase_orders (org_id, status, number);
CREATE INDEX purchase_orders_supplier ON purchase_orders (org_id, supplier_id, number);
CREATE INDEX purchase_orders_expected ON purchase_orders (org_id, expected_on) WHERE status IN ('ordered', 'partly_received');

CREATE TABLE purchase_order_lines (
  org_id TEXT NOT NULL,
  order_id TEXT NOT NULL,
  position INTEGER NOT NULL CONSTRAINT purchase_order_line_position CHECK (position BETWEEN 1 AND 200),
  item_id TEXT NOT NULL,
  -- Where it is to go.
  location_id TEXT NOT NULL,
  -- Copies of what the supplier called it and asked for it on the day; null: not known. The price is of one base unit.
  part_number TEXT CONSTRAINT purchase_order_line_part_number CHECK (length(part_number) BETWEEN 1 AND 64),
  unit_cost_minor INTEGER CONSTRAINT purchase_order_line_cost CHECK (unit_cost_minor BETWEEN 0 AND 100000000),
  quantity_milli INTEGER NOT NULL CONSTRAINT purchase_order_line_quantity CHECK (quantity_milli BETWEEN 1 AND 1000000000),
  received_milli INTEGER NOT NULL DEFAULT 0 CONSTRAINT purchase_order_line_received CHECK (received_milli >= 0),
  canceled_milli INTEGER NOT NULL DEFAULT 0 CONSTRAINT purchase_order_line_canceled CHECK (canceled_milli >= 0),
  -- What arrived beyond what was ordered, and was taken all the same.
  excess_milli INTEGER NOT NULL DEFAULT 0 CONSTRAINT purchase_order_line_excess CHECK (excess_milli >= 0),
  -- Ordered and neither received nor canceled; 0 in a draft.
  incoming_milli INTEGER NOT NULL DEFAULT 0 CONSTRAINT purchase_order_line_incoming CHECK (incoming_milli >= 0),
  PRIMARY KEY (org_id, order_id, position),
  FOREIGN KEY (org_id, order_id) REFERENCES purchase_orders (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, item_id) REFERENCES inventory_items (org_id, id),
  FOREIGN KEY (org_id, location_id) REFERENCES inventory_locations (org_id, id),
  CONSTRAINT purchase_order_line_adds_up CHECK (
    (received_milli = 0 AND canceled_milli = 0 AND excess_milli = 0 AND incoming_milli = 0)
    OR received_milli + canceled_milli + incoming_milli = quantity_milli + excess_milli
  )
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX purchase_order_lines_once ON purchase_order_lines (org_id, order_id, item_id, location_id);
CREATE INDEX purchase_order_lines_incoming ON purchase_order_lines (org_id, item_id, incoming_milli) WHERE incoming_milli > 0;

-- Which movement received which line.
CREATE TABLE purchase_receipts (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  movement_id TEXT NOT NULL,
  order_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  quantity_milli INTEGER NOT NULL CONSTRAINT purchase_receipt_quantity CHECK (quantity_milli > 0),
  PRIMARY KEY (org_id, movement_id),
  FOREIGN KEY (org_id, order_id, position) REFERENCES purchase_order_lines (org_id, order_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX purchase_receipts_order ON purchase_receipts (org_id, order_id, position);

CREATE TRIGGER purchase_orders_begin_as_drafts BEFORE INSERT ON purchase_orders
BEGIN
  SELECT RAISE(ABORT, 'purchase_order_begins_as_draft') WHERE NEW.status <> 'draft';
  SELECT RAISE(ABORT, 'purchase_order_supplier_inactive')
  WHERE EXISTS (SELECT 1 FROM suppliers WHERE org_id = NEW.org_id AND id = NEW.supplier_id AND active = 0);
END;
CREATE TRIGGER purchase_orders_no_delete BEFORE DELETE ON purchase_orders
WHEN OLD.status <> 'draft' AND NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'purchase_order_frozen');
END;
CREATE TRIGGER purchase_orders_frozen BEFORE UPDATE ON purchase_orders
WHEN OLD.status <> 'draft' AND (
  NEW.status = 'draft' OR NEW.id <> OLD.id OR NEW.number <> OLD.number OR NEW.supplier_id <> OLD.supplier_id
  OR NEW.created_by <> OLD.created_by OR NEW.created_at <> OLD.created_at
)
BEGIN
  SELECT RAISE(ABORT, 'purchase_order_frozen');
END;
-- What was ordered is on its way.
CREATE TRIGGER purchase_orders_order AFTER UPDATE OF status ON purchase_orders
WHEN OLD.status = 'draft' AND NEW.status <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'purchase_order_begins_as_ordered') WHERE NEW.status <> 'ordered';
  SELECT RAISE(ABORT, 'purchase_order_has_lines')
  WHERE NOT EXISTS (SELECT 1 FROM purchase_order_lines WHERE org_id = NEW.org_id AND order_id = NEW.id);
  UPDATE purchase_order_lines SET incoming_milli = quantity_milli WHERE org_id = NEW.org_id AND order_id = NEW.id;
END;

CREATE TRIGGER purchase_order_lines_insert BEFORE INSERT ON purchase_order_lines
WHEN (SELECT status FROM purchase_orders WHERE org_id = NEW.org_id AND id = NEW.order_id) <> 'draft' OR NEW.incoming_milli <> 0
BEGIN
  SELECT RAISE(ABORT, 'purchase_order_frozen');
END;
CREATE TRIGGER purchase_order_lines_frozen BEFORE UPDATE ON purchase_order_lines
WHEN (SELECT status FROM purchase_orders WHERE org_id = OLD.org_id AND id = OLD.order_id) = 'draft'
  OR NEW.order_id <> OLD.order_id OR NEW.position <> OLD.position OR NEW.item_id <> OLD.item_id OR NEW.location_id <> OLD.location_id
  OR NEW.part_number IS NOT OLD.part_number OR NEW.unit_cost_minor IS NOT OLD.unit_cost_minor OR NEW.quantity_milli <> OLD.quantity_milli
BEGIN
  SELECT RAISE(ABORT, 'purchase_order_frozen');
END;
CREATE TRIGGER purchase_order_lines_delete BEFORE DELETE ON purchase_order_lines
WHEN (SELECT status FROM purchase_orders WHERE org_id = OLD.org_id AND id = OLD.order_id) <> 'draft'
  AND NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'purchase_order_frozen');
END;
-- The order's state follows from its lines.
CREATE TRIGGER purchase_order_lines_state AFTER UPDATE OF incoming_milli, received_milli, canceled_milli ON purchase_order_lines
BEGIN
  UPDATE purchase_orders SET status = (
    SELECT CASE
      WHEN sum(incoming_milli) > 0 THEN iif(sum(received_milli) > 0, 'partly_received', 'ordered')
      WHEN sum(received_milli) > 0 THEN 'received'
      ELSE 'canceled'
    END
    FROM purchase_order_lines WHERE org_id = NEW.org_id AND order_id = NEW.order_id
  )
  WHERE org_id = NEW.org_id AND id = NEW.order_id;
END;

-- A receipt is of its line: item, place and quantity are the movement's.
CREATE TRIGGER purchase_receipts_post BEFORE INSERT ON purchase_receipts
BEGIN
  SELECT RAISE(ABORT, 'purchase_receipt_of_movement') WHERE NOT EXISTS (
    SELECT 1 FROM stock_movements m
    JOIN purchase_order_lines l ON l.org_id = m.org_id AND l.item_id = m.item_id
    WHERE m.org_id = NEW.org_id AND m.id = NEW.movement_id AND m.kind = 'receipt' AND m.quantity_milli = NEW.quantity_milli
      AND l.order_id = NEW.order_id AND l.position = NEW.position
  );
END;
CREATE TRIGGER purchase_receipts_no_update BEFORE UPDATE ON purchase_receipts
BEGIN
  SELECT RAISE(ABORT, 'purchase_receipt_kept');
END;
CREATE TRIGGER purchase_receipts_no_delete BEFORE DELETE ON purchase_receipts
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'purchase_receipt_kept');
END;
-- A receipt that is taken back has not arrived: an excess goes first, the rest is on its way again.
CREATE TRIGGER purchase_receipts_reverse AFTER INSERT ON stock_movements
WHEN NEW.reverses_id IS NOT NULL AND EXISTS (SELECT 1 FROM purchase_receipts WHERE org_id = NEW.org_id AND movement_id = NEW.reverses_id)
BEGIN
  UPDATE purchase_order_lines SET
    received_milli = received_milli + NEW.quantity_milli,
    excess_milli = excess_milli - min(excess_milli, -NEW.quantity_milli),
    incoming_milli = incoming_milli - NEW.quantity_milli - min(excess_milli, -NEW.quantity_milli)
  WHERE org_id = NEW.org_id AND (order_id, position) = (
    SELECT order_id, position FROM purchase_receipts WHERE org_id = NEW.org_id AND movement_id = NEW.reverses_id
  );
  UPDATE purchase_orders SET version = version + 1, updated_at = NEW.created_at
  WHERE org_id = NEW.org_id AND id = (SELECT order_id FROM purchase_receipts WHERE org_id = NEW.org_id AND movement_id = NEW.reverses_id);
END;
