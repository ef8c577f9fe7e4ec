-- What a job's customer was sent is that customer's: a job that gets another one takes none of it along.

-- An estimate that binds and a bill say whom they are for. One that was declined or withdrawn, and a void bill, hold nothing.
CREATE TRIGGER work_orders_bound_to_customer BEFORE UPDATE OF customer_id ON work_orders WHEN NEW.customer_id <> OLD.customer_id
BEGIN
  SELECT RAISE(ABORT, 'job_has_estimate') WHERE EXISTS (
    SELECT 1 FROM estimates e INDEXED BY estimates_work_order
    WHERE e.org_id = OLD.org_id AND e.work_order_id = OLD.id AND e.customer_id = OLD.customer_id AND e.status IN ('sent', 'approved'));
  SELECT RAISE(ABORT, 'job_has_invoice') WHERE EXISTS (
    SELECT 1 FROM invoices i INDEXED BY invoices_work_order
    WHERE i.org_id = OLD.org_id AND i.work_order_id = OLD.id AND i.customer_id = OLD.customer_id AND i.kind = 'invoice' AND i.status <> 'void');
END;

-- The former customer's page closes, and the conversation and draft estimates stay with them, without the job.
CREATE TRIGGER work_orders_change_customer AFTER UPDATE OF customer_id ON work_orders WHEN NEW.customer_id <> OLD.customer_id
BEGIN
  UPDATE visit_links SET revoked_at = NEW.updated_at
  WHERE org_id = NEW.org_id AND revoked_at IS NULL AND id IN (
    SELECT k.id FROM visit_links k INDEXED BY visit_links_work_order WHERE k.org_id = NEW.org_id AND k.work_order_id = NEW.id);
  UPDATE threads SET work_order_id = NULL, customer_id = coalesce(customer_id, OLD.customer_id)
  WHERE org_id = NEW.org_id AND id IN (
    SELECT about.id FROM threads about INDEXED BY threads_work_order
    WHERE about.org_id = NEW.org_id AND about.work_order_id = NEW.id AND about.kind = 'customer');
  UPDATE estimates SET work_order_id = NULL, adds_to_job = 0, updated_at = NEW.updated_at, version = version + 1
  WHERE org_id = NEW.org_id AND status = 'draft' AND customer_id = OLD.customer_id AND id IN (
    SELECT e.id FROM estimates e INDEXED BY estimates_work_order WHERE e.org_id = NEW.org_id AND e.work_order_id = NEW.id);
END;

-- What adds to a job is billed with it, so only its customer can be asked to approve it.
CREATE TRIGGER estimates_for_customer_of_job BEFORE UPDATE OF status ON estimates
WHEN OLD.status = 'draft' AND NEW.status = 'sent' AND NEW.adds_to_job = 1
  AND NOT EXISTS (SELECT 1 FROM work_orders w WHERE w.org_id = NEW.org_id AND w.id = NEW.work_order_id AND w.customer_id = NEW.customer_id)
BEGIN SELECT RAISE(ABORT, 'estimate_of_other_customer'); END;

-- Of jobs that have changed their customer before: links that the former customer was sent, and estimates still open to them.
UPDATE visit_links SET revoked_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
WHERE revoked_at IS NULL AND EXISTS (
  SELECT 1 FROM audit_log a INDEXED BY audit_log_entity
  WHERE a.org_id = visit_links.org_id AND a.entity = 'work_order' AND a.entity_id = visit_links.work_order_id
    AND a.action = 'work_order.update' AND a.after ->> 'customerId' IS NOT NULL AND a.at >= visit_links.created_at);
UPDATE estimates SET status = 'withdrawn', closed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
  updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), version = version + 1
WHERE status = 'sent' AND adds_to_job = 1 AND EXISTS (
  SELECT 1 FROM work_orders w WHERE w.org_id = estimates.org_id AND w.id = estimates.work_order_id AND w.customer_id <> estimates.customer_id);
