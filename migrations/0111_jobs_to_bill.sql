-- Jobs that are done, are to be charged and have no invoice: kept with the job, so that they are a list and a number without reading
-- the others.
ALTER TABLE work_orders ADD COLUMN to_bill INTEGER NOT NULL DEFAULT 0 CONSTRAINT work_order_to_bill CHECK (to_bill IN (0, 1));
CREATE INDEX work_orders_to_bill ON work_orders (org_id, number) WHERE to_bill = 1;

UPDATE work_orders SET to_bill = 1 WHERE status = 'completed' AND no_charge = 0 AND NOT EXISTS (
  SELECT 1 FROM invoices i INDEXED BY invoices_one_of_job
  WHERE i.org_id = work_orders.org_id AND i.work_order_id = work_orders.id AND i.kind = 'invoice' AND i.status <> 'void');
INSERT INTO counters (org_id, name, value)
SELECT org_id, 'work_orders.to_bill', count(*) FROM work_orders WHERE to_bill = 1 GROUP BY org_id;

CREATE TRIGGER work_orders_to_bill_counter AFTER UPDATE OF to_bill ON work_orders WHEN OLD.to_bill <> NEW.to_bill
BEGIN
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'work_orders.to_bill', max(0, NEW.to_bill - OLD.to_bill))
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + NEW.to_bill - OLD.to_bill;
END;
CREATE TRIGGER work_orders_to_bill_gone AFTER DELETE ON work_orders WHEN OLD.to_bill = 1
BEGIN
  UPDATE counters SET value = value - 1 WHERE org_id = OLD.org_id AND name = 'work_orders.to_bill';
END;
CREATE TRIGGER work_orders_to_bill_insert AFTER INSERT ON work_orders WHEN NEW.status = 'completed'
BEGIN
  UPDATE work_orders SET to_bill = 1 - to_bill
  WHERE org_id = NEW.org_id AND id = NEW.id AND to_bill <> (status = 'completed' AND no_charge = 0 AND NOT EXISTS (
      SELECT 1 FROM invoices i INDEXED BY invoices_one_of_job
      WHERE i.org_id = work_orders.org_id AND i.work_order_id = work_orders.id AND i.kind = 'invoice' AND i.status <> 'void'));
END;
CREATE TRIGGER work_orders_to_bill_update AFTER UPDATE OF status, no_charge ON work_orders
WHEN OLD.status <> NEW.status OR OLD.no_charge <> NEW.no_charge
BEGIN
  UPDATE work_orders SET to_bill = 1 - to_bill
  WHERE org_id = NEW.org_id AND id = NEW.id AND to_bill <> (status = 'completed' AND no_charge = 0 AND NOT EXISTS (
      SELECT 1 FROM invoices i INDEXED BY invoices_one_of_job
      WHERE i.org_id = work_orders.org_id AND i.work_order_id = work_orders.id AND i.kind = 'invoice' AND i.status <> 'void'));
END;
CREATE TRIGGER invoices_to_bill_insert AFTER INSERT ON invoices WHEN NEW.work_order_id IS NOT NULL AND NEW.kind = 'invoice'
BEGIN
  UPDATE work_orders SET to_bill = 1 - to_bill
  WHERE org_id = NEW.org_id AND id = NEW.work_order_id AND to_bill <> (status = 'completed' AND no_charge = 0 AND NOT EXISTS (
      SELECT 1 FROM invoices i INDEXED BY invoices_one_of_job
      WHERE i.org_id = work_orders.org_id AND i.work_order_id = work_orders.id AND i.kind = 'invoice' AND i.status <> 'void'));
END;
CREATE TRIGGER invoices_to_bill_update AFTER UPDATE OF status, work_order_id ON invoices
WHEN NEW.kind = 'invoice' AND (OLD.status <> NEW.status OR OLD.work_order_id IS NOT NEW.work_order_id)
BEGIN
  UPDATE work_orders SET to_bill = 1 - to_bill
  WHERE org_id = NEW.org_id AND id = NEW.work_order_id AND to_bill <> (status = 'completed' AND no_charge = 0 AND NOT EXISTS (
      SELECT 1 FROM invoices i INDEXED BY invoices_one_of_job
      WHERE i.org_id = work_orders.org_id AND i.work_order_id = work_orders.id AND i.kind = 'invoice' AND i.status <> 'void'));
  UPDATE work_orders SET to_bill = 1 - to_bill
  WHERE org_id = OLD.org_id AND id = OLD.work_order_id AND to_bill <> (status = 'completed' AND no_charge = 0 AND NOT EXISTS (
      SELECT 1 FROM invoices i INDEXED BY invoices_one_of_job
      WHERE i.org_id = work_orders.org_id AND i.work_order_id = work_orders.id AND i.kind = 'invoice' AND i.status <> 'void'));
END;
CREATE TRIGGER invoices_to_bill_delete AFTER DELETE ON invoices WHEN OLD.work_order_id IS NOT NULL AND OLD.kind = 'invoice'
BEGIN
  UPDATE work_orders SET to_bill = 1 - to_bill
  WHERE org_id = OLD.org_id AND id = OLD.work_order_id AND to_bill <> (status = 'completed' AND no_charge = 0 AND NOT EXISTS (
      SELECT 1 FROM invoices i INDEXED BY invoices_one_of_job
      WHERE i.org_id = work_orders.org_id AND i.work_order_id = work_orders.id AND i.kind = 'invoice' AND i.status <> 'void'));
END;
