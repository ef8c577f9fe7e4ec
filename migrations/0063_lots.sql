-- Stock by lot: what was received with a supplier's lot number and a day until which it is good, and where it lies. What a
-- location has that is in no lot is the rest, so that lots and the rest always add up to what is on hand.
CREATE TABLE stock_lots (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  number TEXT NOT NULL CONSTRAINT stock_lot_number CHECK (length(number) BETWEEN 1 AND 64 AND number = trim(number)),
  received_on TEXT NOT NULL CONSTRAINT stock_lot_received_on CHECK (received_on IS date(received_on)),
  -- The last day on which it is good; null: not known.
  expires_on TEXT CONSTRAINT stock_lot_expires_on CHECK (expires_on IS date(expires_on)),
  -- Over all locations.
  on_hand_milli INTEGER NOT NULL DEFAULT 0 CONSTRAINT stock_lot_total CHECK (on_hand_milli >= 0),
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, item_id) REFERENCES inventory_items (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX stock_lots_number ON stock_lots (org_id, item_id, upper(number));
CREATE INDEX stock_lots_held ON stock_lots (org_id, item_id, coalesce(expires_on, '9999-12-31'), id) WHERE on_hand_milli > 0;
CREATE INDEX stock_lots_expiring ON stock_lots (org_id, expires_on, id) WHERE on_hand_milli > 0 AND expires_on IS NOT NULL;

-- Which lots a movement of the ledger took from or added to, with the sign of its quantity. Rows are added by its trigger alone.
CREATE TABLE stock_lot_entries (
  org_id TEXT NOT NULL,
  movement_seq INTEGER NOT NULL,
  lot_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  location_id TEXT NOT NULL,
  quantity_milli INTEGER NOT NULL CONSTRAINT stock_lot_entry_quantity CHECK (quantity_milli <> 0),
  PRIMARY KEY (org_id, movement_seq, lot_id),
  FOREIGN KEY (org_id, movement_seq) REFERENCES stock_movements (org_id, seq),
  FOREIGN KEY (org_id, lot_id) REFERENCES stock_lots (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX stock_lot_entries_lot ON stock_lot_entries (org_id, lot_id, movement_seq);

-- What of a lot lies where; no row where nothing does.
CREATE TABLE stock_lot_balances (
  org_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  location_id TEXT NOT NULL,
  lot_id TEXT NOT NULL,
  on_hand_milli INTEGER NOT NULL DEFAULT 0 CONSTRAINT stock_lot_on_hand CHECK (on_hand_milli >= 0),
  PRIMARY KEY (org_id, item_id, location_id, lot_id),
  FOREIGN KEY (org_id, location_id) REFERENCES inventory_locations (org_id, id),
  FOREIGN KEY (org_id, lot_id) REFERENCES stock_lots (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX stock_lot_balances_location ON stock_lot_balances (org_id, location_id, item_id);
CREATE INDEX stock_lot_balances_lot ON stock_lot_balances (org_id, lot_id, location_id);

-- How much of what is on hand is in lots.
ALTER TABLE stock_balances ADD COLUMN lots_milli INTEGER NOT NULL DEFAULT 0 CONSTRAINT stock_in_lots CHECK (lots_milli BETWEEN 0 AND on_hand_milli);

-- The lot that a movement names, and whether it may take what is expired.
ALTER TABLE stock_movements ADD COLUMN lot_id TEXT;
ALTER TABLE stock_movements ADD COLUMN takes_expired INTEGER NOT NULL DEFAULT 0 CONSTRAINT stock_movement_takes_expired CHECK (takes_expired IN (0, 1));

CREATE TRIGGER stock_lot_entries_of_movement BEFORE INSERT ON stock_lot_entries
BEGIN
  SELECT RAISE(ABORT, 'stock_lot_entry_alone') WHERE NOT EXISTS (
    SELECT 1 FROM stock_movements m WHERE m.org_id = NEW.org_id AND m.seq = NEW.movement_seq AND m.item_id = NEW.item_id
      AND m.location_id = NEW.location_id AND sign(m.quantity_milli) = sign(NEW.quantity_milli)
      AND abs(m.quantity_milli) >= abs(NEW.quantity_milli) + abs(coalesce((
        SELECT sum(e.quantity_milli) FROM stock_lot_entries e WHERE e.org_id = NEW.org_id AND e.movement_seq = NEW.movement_seq), 0))
  );
  SELECT RAISE(ABORT, 'stock_lot_of_item') WHERE NOT EXISTS (
    SELECT 1 FROM stock_lots l WHERE l.org_id = NEW.org_id AND l.id = NEW.lot_id AND l.item_id = NEW.item_id
  );
END;
CREATE TRIGGER stock_lot_entries_post AFTER INSERT ON stock_lot_entries
BEGIN
  INSERT OR IGNORE INTO stock_lot_balances (org_id, item_id, location_id, lot_id) VALUES (NEW.org_id, NEW.item_id, NEW.location_id, NEW.lot_id);
  UPDATE stock_lot_balances SET on_hand_milli = on_hand_milli + NEW.quantity_milli
  WHERE org_id = NEW.org_id AND item_id = NEW.item_id AND location_id = NEW.location_id AND lot_id = NEW.lot_id;
  DELETE FROM stock_lot_balances
  WHERE org_id = NEW.org_id AND item_id = NEW.item_id AND location_id = NEW.location_id AND lot_id = NEW.lot_id AND on_hand_milli = 0;
  UPDATE stock_lots SET on_hand_milli = on_hand_milli + NEW.quantity_milli WHERE org_id = NEW.org_id AND id = NEW.lot_id;
  UPDATE stock_balances SET lots_milli = lots_milli + NEW.quantity_milli
  WHERE org_id = NEW.org_id AND item_id = NEW.item_id AND location_id = NEW.location_id;
END;
CREATE TRIGGER stock_lot_entries_no_update BEFORE UPDATE ON stock_lot_entries
BEGIN SELECT RAISE(ABORT, 'stock_ledger_append_only'); END;
CREATE TRIGGER stock_lot_entries_no_delete BEFORE DELETE ON stock_lot_entries
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'stock_ledger_append_only'); END;
CREATE TRIGGER stock_lots_fixed BEFORE UPDATE OF item_id, number ON stock_lots
BEGIN SELECT RAISE(ABORT, 'stock_lot_fixed'); END;

-- What leaves takes its lots ahead of the balance, what arrives adds them behind it: at no moment is more in lots than on hand.
DROP TRIGGER stock_movements_post;
-- The row is made first: an upsert checks the constraints of the row that it would insert, here one below zero.
CREATE TRIGGER stock_movements_post AFTER INSERT ON stock_movements
BEGIN
  INSERT OR IGNORE INTO stock_balances (org_id, item_id, location_id) VALUES (NEW.org_id, NEW.item_id, NEW.location_id);
  -- Used, moved or handed out on purpose, what is expired has to be accepted. Written off or missed in a count, it is not.
  SELECT RAISE(ABORT, 'stock_lot_expired') FROM stock_lots l
  WHERE NEW.quantity_milli < 0 AND NEW.reverses_id IS NULL AND NEW.takes_expired = 0 AND NEW.kind NOT IN ('adjustment', 'count')
    AND l.org_id = NEW.org_id AND l.id = NEW.lot_id AND l.expires_on < NEW.occurred_on;
  INSERT INTO stock_lot_entries (org_id, movement_seq, lot_id, item_id, location_id, quantity_milli)
  SELECT NEW.org_id, NEW.seq, NEW.lot_id, NEW.item_id, NEW.location_id, NEW.quantity_milli
  WHERE NEW.quantity_milli < 0 AND NEW.reverses_id IS NULL AND NEW.lot_id IS NOT NULL;
  -- First what is in no lot, which has been there the longest, then what expires first.
  INSERT INTO stock_lot_entries (org_id, movement_seq, lot_id, item_id, location_id, quantity_milli)
  SELECT NEW.org_id, NEW.seq, t.lot_id, NEW.item_id, NEW.location_id, -min(t.on_hand_milli, -NEW.quantity_milli - t.before)
  FROM (
    SELECT b.lot_id, b.on_hand_milli, (
        SELECT s.on_hand_milli - s.lots_milli FROM stock_balances s
        WHERE s.org_id = NEW.org_id AND s.item_id = NEW.item_id AND s.location_id = NEW.location_id
      ) + coalesce(sum(b.on_hand_milli) OVER (
        ORDER BY NEW.kind NOT IN ('adjustment', 'count') AND coalesce(l.expires_on < NEW.occurred_on, 0), l.expires_on IS NULL, l.expires_on, l.received_on, l.id
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
      ), 0) AS before
    FROM stock_lot_balances b JOIN stock_lots l ON l.org_id = b.org_id AND l.id = b.lot_id
    WHERE b.org_id = NEW.org_id AND b.item_id = NEW.item_id AND b.location_id = NEW.location_id
      AND (NEW.takes_expired = 1 OR NEW.kind IN ('adjustment', 'count') OR coalesce(l.expires_on >= NEW.occurred_on, 1))
  ) t
  WHERE NEW.quantity_milli < 0 AND NEW.reverses_id IS NULL AND NEW.lot_id IS NULL AND t.before < -NEW.quantity_milli;
  INSERT INTO stock_lot_entries (org_id, movement_seq, lot_id, item_id, location_id, quantity_milli)
  SELECT e.org_id, NEW.seq, e.lot_id, e.item_id, e.location_id, -e.quantity_milli
  FROM stock_lot_entries e
  WHERE NEW.quantity_milli < 0 AND NEW.reverses_id IS NOT NULL AND e.org_id = NEW.org_id
    AND e.movement_seq = (SELECT m.seq FROM stock_movements m WHERE m.org_id = NEW.org_id AND m.id = NEW.reverses_id);
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
  -- A receipt without a lot number gets the day it came in.
  INSERT OR IGNORE INTO stock_lots (org_id, id, item_id, number, received_on, expires_on, created_at)
  SELECT NEW.org_id, substr(NEW.id, 1, 24) || lower(hex(randomblob(6))), NEW.item_id, NEW.occurred_on, NEW.occurred_on,
    date(NEW.occurred_on, '+' || i.shelf_life_days || ' days'), NEW.created_at
  FROM inventory_items i
  WHERE NEW.quantity_milli > 0 AND NEW.kind = 'receipt' AND NEW.reverses_id IS NULL AND NEW.lot_id IS NULL
    AND i.org_id = NEW.org_id AND i.id = NEW.item_id AND i.shelf_life_days IS NOT NULL;
  INSERT INTO stock_lot_entries (org_id, movement_seq, lot_id, item_id, location_id, quantity_milli)
  SELECT NEW.org_id, NEW.seq, coalesce(NEW.lot_id, (
      SELECT l.id FROM stock_lots l WHERE l.org_id = NEW.org_id AND l.item_id = NEW.item_id AND upper(l.number) = NEW.occurred_on
    )), NEW.item_id, NEW.location_id, NEW.quantity_milli
  FROM inventory_items i
  WHERE NEW.quantity_milli > 0 AND NEW.reverses_id IS NULL AND NEW.transfer_id IS NULL AND i.org_id = NEW.org_id AND i.id = NEW.item_id
    AND (NEW.lot_id IS NOT NULL OR (NEW.kind = 'receipt' AND i.shelf_life_days IS NOT NULL));
  -- What arrives of a transfer is in the lots that left, what a reversal brings back in those that were taken.
  INSERT INTO stock_lot_entries (org_id, movement_seq, lot_id, item_id, location_id, quantity_milli)
  SELECT e.org_id, NEW.seq, e.lot_id, e.item_id, NEW.location_id, -e.quantity_milli
  FROM stock_lot_entries e
  WHERE NEW.quantity_milli > 0 AND coalesce(NEW.reverses_id, NEW.transfer_id) IS NOT NULL AND e.org_id = NEW.org_id
    AND e.movement_seq = CASE WHEN NEW.reverses_id IS NOT NULL
      THEN (SELECT m.seq FROM stock_movements m WHERE m.org_id = NEW.org_id AND m.id = NEW.reverses_id)
      ELSE (
        SELECT m.seq FROM stock_movements m INDEXED BY stock_movements_transfer
        WHERE m.org_id = NEW.org_id AND m.transfer_id = NEW.transfer_id AND m.quantity_milli < 0
      ) END;
END;
