-- As before, and the job's invoice is found by its index: without it, all that the business has is read.

DROP TRIGGER deposit_requests_begin;
CREATE TRIGGER deposit_requests_begin BEFORE INSERT ON deposit_requests
BEGIN
  SELECT RAISE(ABORT, 'deposit_not_wanted')
  WHERE NEW.state <> 'open' OR NOT EXISTS (
    SELECT 1 FROM work_orders w WHERE w.org_id = NEW.org_id AND w.id = NEW.work_order_id AND w.customer_id = NEW.customer_id
      AND w.status <> 'cancelled')
  OR EXISTS (
    SELECT 1 FROM invoices i INDEXED BY invoices_one_of_job
    WHERE i.org_id = NEW.org_id AND i.work_order_id = NEW.work_order_id AND i.kind = 'invoice' AND i.status <> 'void' AND i.status = 'issued');
END;
