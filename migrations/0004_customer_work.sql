-- How many open work orders a customer has, kept on the customer: the list shows it, and archiving is refused while there are any.

CREATE TRIGGER work_orders_open_insert AFTER INSERT ON work_orders WHEN NEW.status NOT IN ('completed', 'closed', 'cancelled')
BEGIN
  UPDATE customers SET open_work_orders = open_work_orders + 1 WHERE org_id = NEW.org_id AND id = NEW.customer_id;
END;

CREATE TRIGGER work_orders_open_update AFTER UPDATE OF status, customer_id ON work_orders
WHEN OLD.customer_id <> NEW.customer_id
  OR (OLD.status IN ('completed', 'closed', 'cancelled')) <> (NEW.status IN ('completed', 'closed', 'cancelled'))
BEGIN
  UPDATE customers SET open_work_orders = open_work_orders - 1
  WHERE org_id = OLD.org_id AND id = OLD.customer_id AND OLD.status NOT IN ('completed', 'closed', 'cancelled');
  UPDATE customers SET open_work_orders = open_work_orders + 1
  WHERE org_id = NEW.org_id AND id = NEW.customer_id AND NEW.status NOT IN ('completed', 'closed', 'cancelled');
END;

CREATE TRIGGER work_orders_open_delete AFTER DELETE ON work_orders WHEN OLD.status NOT IN ('completed', 'closed', 'cancelled')
BEGIN
  UPDATE customers SET open_work_orders = open_work_orders - 1 WHERE org_id = OLD.org_id AND id = OLD.customer_id;
END;

-- Removing an address asks whether a work order refers to it, without reading all of them.
CREATE INDEX work_orders_site ON work_orders (org_id, site_address_id);
