-- Nothing is reserved for a job that is over, and what is reserved until a day is found once that day is over.
CREATE TRIGGER stock_reservations_of_open_job BEFORE INSERT ON stock_reservations WHEN NEW.status = 'open' AND NEW.work_order_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'stock_reservation_job_over') WHERE EXISTS (
    SELECT 1 FROM work_orders WHERE org_id = NEW.org_id AND id = NEW.work_order_id AND status IN ('completed', 'closed', 'cancelled')
  );
END;

CREATE INDEX stock_reservations_until ON stock_reservations (reserved_until, org_id) WHERE status = 'open' AND reserved_until IS NOT NULL;
