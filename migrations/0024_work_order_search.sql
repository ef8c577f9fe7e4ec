-- A job is found as people ask for it: by its number and summary, by the customer's name and phone, by street and by technician.

DROP TRIGGER work_orders_after_insert;
DROP TRIGGER work_orders_after_text;
DROP TRIGGER customers_rename_work_orders;
DROP TABLE work_order_search;

CREATE VIRTUAL TABLE work_order_search USING fts5 (title, customer, place, technician, content = '', contentless_delete = 1, prefix = '2 3');

-- A phone number is found as in customer_search: from its start with or without the country code, and by its last seven or four digits.
CREATE VIEW work_order_search_text AS
SELECT w.org_id, w.id, w.customer_id, w.site_address_id, w.technician_id, o.key * 2147483648 + w.number AS search_row,
  printf('WO-%03d %d ', w.number, w.number) || w.title || ' ' || coalesce(w.description, '') AS title,
  c.name || ' ' || coalesce(
    replace(c.number_called, '+', '') || ' '
    || CASE WHEN c.number_called LIKE '+1%' AND length(c.number_called) = 12 THEN substr(c.number_called, 3) ELSE '' END || ' '
    || substr(c.number_called, -7) || ' ' || substr(c.number_called, -4), '') AS customer,
  concat_ws(' ', a.line1, a.line2, a.city, a.postal_code) AS place,
  concat_ws(' ', t.first_name, t.last_name) AS technician
FROM work_orders w
JOIN tenant_organizations o ON o.id = w.org_id
JOIN (SELECT *, substr(phone, 1, instr(phone || ';', ';') - 1) AS number_called FROM customers) c ON c.org_id = w.org_id AND c.id = w.customer_id
JOIN addresses a ON a.org_id = w.org_id AND a.id = w.site_address_id
LEFT JOIN technicians t ON t.org_id = w.org_id AND t.id = w.technician_id;

INSERT INTO work_order_search (rowid, title, customer, place, technician)
SELECT search_row, title, customer, place, technician FROM work_order_search_text;

CREATE TRIGGER work_orders_after_insert AFTER INSERT ON work_orders
BEGIN
  INSERT INTO work_order_search (rowid, title, customer, place, technician)
  SELECT search_row, title, customer, place, technician FROM work_order_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'work_orders.status=' || NEW.status, 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'work_orders.customer=' || NEW.customer_id, 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
  INSERT INTO counters (org_id, name, value)
  SELECT NEW.org_id, 'work_orders.technician=' || NEW.technician_id, 1 WHERE NEW.technician_id IS NOT NULL
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER work_orders_after_text AFTER UPDATE OF title, description, customer_id, site_address_id, technician_id ON work_orders
WHEN OLD.title <> NEW.title OR OLD.description IS NOT NEW.description OR OLD.customer_id <> NEW.customer_id
  OR OLD.site_address_id <> NEW.site_address_id OR OLD.technician_id IS NOT NEW.technician_id
BEGIN
  REPLACE INTO work_order_search (rowid, title, customer, place, technician)
  SELECT search_row, title, customer, place, technician FROM work_order_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;

-- Another name, number or street is found on the work orders that there are.
CREATE TRIGGER customers_rename_work_orders AFTER UPDATE OF name, phone ON customers WHEN OLD.name <> NEW.name OR OLD.phone IS NOT NEW.phone
BEGIN
  REPLACE INTO work_order_search (rowid, title, customer, place, technician)
  SELECT search_row, title, customer, place, technician FROM work_order_search_text WHERE org_id = NEW.org_id AND customer_id = NEW.id;
END;

CREATE TRIGGER addresses_move_work_orders AFTER UPDATE OF line1, line2, city, postal_code ON addresses
WHEN OLD.line1 <> NEW.line1 OR OLD.line2 IS NOT NEW.line2 OR OLD.city <> NEW.city OR OLD.postal_code <> NEW.postal_code
BEGIN
  REPLACE INTO work_order_search (rowid, title, customer, place, technician)
  SELECT search_row, title, customer, place, technician FROM work_order_search_text WHERE org_id = NEW.org_id AND site_address_id = NEW.id;
END;

CREATE TRIGGER technicians_rename_work_orders AFTER UPDATE OF first_name, last_name ON technicians
WHEN OLD.first_name <> NEW.first_name OR OLD.last_name <> NEW.last_name
BEGIN
  REPLACE INTO work_order_search (rowid, title, customer, place, technician)
  SELECT search_row, title, customer, place, technician FROM work_order_search_text WHERE org_id = NEW.org_id AND technician_id = NEW.id;
END;

-- What should have begun and has not: the list and the count of late jobs read these rows and no others.
CREATE INDEX work_orders_due ON work_orders (org_id, scheduled_start) WHERE status IN ('scheduled', 'dispatched');
