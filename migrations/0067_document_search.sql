-- Invoices and purchase orders are found by the words of what they show: the customer's or supplier's name, a document's title
-- and the number of its job, the supplier's reference. As elsewhere, a word is found from its start.

-- The order in which a business's documents were made, as a draft has no number.
ALTER TABLE invoices ADD COLUMN ordinal INTEGER;

INSERT INTO sequences (org_id, name, value)
SELECT org_id, 'invoices', count(*) FROM invoices GROUP BY org_id;
UPDATE invoices SET ordinal = made.ordinal
FROM (SELECT org_id, id, row_number() OVER (PARTITION BY org_id ORDER BY created_at, id) AS ordinal FROM invoices) made
WHERE made.org_id = invoices.org_id AND made.id = invoices.id;
CREATE UNIQUE INDEX invoices_ordinal ON invoices (org_id, ordinal);

CREATE VIRTUAL TABLE invoice_search USING fts5 (customer, document, content = '', contentless_delete = 1, prefix = '2 3');

CREATE VIEW invoice_search_text AS
SELECT i.org_id, i.id, i.customer_id, o.key * 2147483648 + i.ordinal AS search_row, c.name AS customer,
  concat_ws(' ', i.title, printf('WO-%03d', w.number) || ' ' || w.number) AS document
FROM invoices i
JOIN tenant_organizations o ON o.id = i.org_id
JOIN customers c ON c.org_id = i.org_id AND c.id = i.customer_id
LEFT JOIN work_orders w ON w.org_id = i.org_id AND w.id = i.work_order_id;

INSERT INTO invoice_search (rowid, customer, document) SELECT search_row, customer, document FROM invoice_search_text;

CREATE TRIGGER invoices_after_insert AFTER INSERT ON invoices
BEGIN
  INSERT INTO sequences (org_id, name, value) VALUES (NEW.org_id, 'invoices', 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
  UPDATE invoices SET ordinal = (SELECT value FROM sequences WHERE org_id = NEW.org_id AND name = 'invoices')
  WHERE org_id = NEW.org_id AND id = NEW.id;
  INSERT INTO invoice_search (rowid, customer, document)
  SELECT search_row, customer, document FROM invoice_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;
CREATE TRIGGER invoices_after_text AFTER UPDATE OF title, customer_id, work_order_id ON invoices
WHEN OLD.title IS NOT NEW.title OR OLD.customer_id <> NEW.customer_id OR OLD.work_order_id IS NOT NEW.work_order_id
BEGIN
  REPLACE INTO invoice_search (rowid, customer, document)
  SELECT search_row, customer, document FROM invoice_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;
CREATE TRIGGER invoices_after_delete AFTER DELETE ON invoices
BEGIN
  DELETE FROM invoice_search
  WHERE rowid = (SELECT o.key * 2147483648 + OLD.ordinal FROM tenant_organizations o WHERE o.id = OLD.org_id);
END;
-- Another name is found on the documents that there are.
CREATE TRIGGER customers_rename_invoices AFTER UPDATE OF name ON customers WHEN OLD.name <> NEW.name
BEGIN
  REPLACE INTO invoice_search (rowid, customer, document)
  SELECT search_row, customer, document FROM invoice_search_text WHERE org_id = NEW.org_id AND customer_id = NEW.id;
END;

-- `filed` has the list's filters as words, so that a filtered search reads no order that the filter turns away.
CREATE VIRTUAL TABLE purchase_order_search USING fts5 (supplier, filed, content = '', contentless_delete = 1, prefix = '2 3');

CREATE VIEW purchase_order_search_text AS
SELECT p.org_id, p.id, p.supplier_id, o.key * 2147483648 + p.number AS search_row,
  concat_ws(' ', s.name, p.supplier_reference) AS supplier,
  replace(p.status, '_', '') || ' ' || p.supplier_id AS filed
FROM purchase_orders p
JOIN tenant_organizations o ON o.id = p.org_id
JOIN suppliers s ON s.org_id = p.org_id AND s.id = p.supplier_id;

INSERT INTO purchase_order_search (rowid, supplier, filed) SELECT search_row, supplier, filed FROM purchase_order_search_text;

CREATE TRIGGER purchase_orders_after_insert AFTER INSERT ON purchase_orders
BEGIN
  INSERT INTO purchase_order_search (rowid, supplier, filed)
  SELECT search_row, supplier, filed FROM purchase_order_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;
CREATE TRIGGER purchase_orders_after_text AFTER UPDATE OF supplier_id, supplier_reference, status ON purchase_orders
WHEN OLD.supplier_id <> NEW.supplier_id OR OLD.supplier_reference IS NOT NEW.supplier_reference OR OLD.status <> NEW.status
BEGIN
  REPLACE INTO purchase_order_search (rowid, supplier, filed)
  SELECT search_row, supplier, filed FROM purchase_order_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;
CREATE TRIGGER purchase_orders_after_delete AFTER DELETE ON purchase_orders
BEGIN
  DELETE FROM purchase_order_search
  WHERE rowid = (SELECT o.key * 2147483648 + OLD.number FROM tenant_organizations o WHERE o.id = OLD.org_id);
END;
CREATE TRIGGER suppliers_rename_purchase_orders AFTER UPDATE OF name ON suppliers WHEN OLD.name <> NEW.name
BEGIN
  REPLACE INTO purchase_order_search (rowid, supplier, filed)
  SELECT search_row, supplier, filed FROM purchase_order_search_text WHERE org_id = NEW.org_id AND supplier_id = NEW.id;
END;

-- Which orders an item is on, for its SKU.
CREATE INDEX purchase_order_lines_item ON purchase_order_lines (org_id, item_id, order_id);
