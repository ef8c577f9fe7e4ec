-- Booking a job reserves the parts its playbook plans, and may take them back; what a person reserved for it stays.
ALTER TABLE stock_reservations ADD COLUMN planned INTEGER NOT NULL DEFAULT 0 CONSTRAINT stock_reservation_planned CHECK (planned IN (0, 1));

-- As before, and a reservation that is over may lose the work order it was for: a job on which nothing happened can be deleted.
DROP TRIGGER stock_reservations_repost;
CREATE TRIGGER stock_reservations_repost AFTER UPDATE OF item_id, location_id, quantity_milli, fulfilled_milli, status ON stock_reservations
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

-- What the ledger took for a reservation.
CREATE INDEX stock_movements_reservation ON stock_movements (org_id, reservation_id) WHERE reservation_id IS NOT NULL;
