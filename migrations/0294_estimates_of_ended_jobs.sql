-- Nobody is asked to approve more work on a job that is canceled or closed: it would never be done or billed.
CREATE TRIGGER estimates_of_ended_job AFTER UPDATE OF status ON work_orders
WHEN NEW.status IN ('cancelled', 'closed') AND OLD.status NOT IN ('cancelled', 'closed')
BEGIN
  UPDATE estimates SET status = 'withdrawn', closed_at = NEW.updated_at, updated_at = NEW.updated_at, version = version + 1
  WHERE org_id = NEW.org_id AND status = 'sent' AND adds_to_job = 1 AND id IN (
    SELECT e.id FROM estimates e INDEXED BY estimates_work_order WHERE e.org_id = NEW.org_id AND e.work_order_id = NEW.id);
END;

CREATE TRIGGER estimates_for_open_job BEFORE UPDATE OF status ON estimates
WHEN OLD.status = 'draft' AND NEW.status = 'sent' AND NEW.adds_to_job = 1 AND EXISTS (
  SELECT 1 FROM work_orders w WHERE w.org_id = NEW.org_id AND w.id = NEW.work_order_id AND w.status IN ('cancelled', 'closed'))
BEGIN SELECT RAISE(ABORT, 'estimate_of_ended_job'); END;

UPDATE estimates SET status = 'withdrawn', closed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
  updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), version = version + 1
WHERE status = 'sent' AND adds_to_job = 1 AND EXISTS (
  SELECT 1 FROM work_orders w
  WHERE w.org_id = estimates.org_id AND w.id = estimates.work_order_id AND w.status IN ('cancelled', 'closed'));
