-- Estimates are found by the words of what they show: whom they are for, their title, their number and that of their job. As
-- elsewhere, a word is found from its start. A version that another has taken the place of is found no more.

-- The order in which a business's estimates were made, as a draft has no number.
ALTER TABLE estimates ADD COLUMN ordinal INTEGER;

INSERT INTO sequences (org_id, name, value)
SELECT org_id, 'estimates', count(*) FROM estimates GROUP BY org_id;
UPDATE estimates SET ordinal = made.ordinal
FROM (SELECT org_id, id, row_number() OVER (PARTITION BY org_id ORDER BY created_at, id) AS ordinal FROM estimates) made
WHERE made.org_id = estimates.org_id AND made.id = estimates.id;
CREATE UNIQUE INDEX estimates_ordinal ON estimates (org_id, ordinal);

CREATE VIRTUAL TABLE estimate_search USING fts5 (customer, document, content = '', contentless_delete = 1, prefix = '2 3');

CREATE VIEW estimate_search_text AS
SELECT e.org_id, e.id, e.customer_id, e.lead_id, o.key * 2147483648 + e.ordinal AS search_row,
  concat_ws(' ', json_extract(e.bill_to, '$.name'), c.name, l.name) AS customer,
  concat_ws(' ', e.title, CASE WHEN e.number IS NOT NULL THEN printf('EST-%d %d', e.number, e.number) END,
    printf('WO-%03d', w.number) || ' ' || w.number) AS document
FROM estimates e
JOIN tenant_organizations o ON o.id = e.org_id
LEFT JOIN customers c ON c.org_id = e.org_id AND c.id = e.customer_id
LEFT JOIN leads l ON l.org_id = e.org_id AND l.id = e.lead_id
LEFT JOIN work_orders w ON w.org_id = e.org_id AND w.id = e.work_order_id
WHERE e.status <> 'superseded' AND e.ordinal IS NOT NULL;

INSERT INTO estimate_search (rowid, customer, document) SELECT search_row, customer, document FROM estimate_search_text;

CREATE TRIGGER estimates_after_insert AFTER INSERT ON estimates
BEGIN
  INSERT INTO sequences (org_id, name, value) VALUES (NEW.org_id, 'estimates', 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
  UPDATE estimates SET ordinal = (SELECT value FROM sequences WHERE org_id = NEW.org_id AND name = 'estimates')
  WHERE org_id = NEW.org_id AND id = NEW.id;
  INSERT INTO estimate_search (rowid, customer, document)
  SELECT search_row, customer, document FROM estimate_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;
CREATE TRIGGER estimates_after_text AFTER UPDATE OF title, bill_to, number, status, customer_id, work_order_id ON estimates
WHEN OLD.title <> NEW.title OR OLD.bill_to <> NEW.bill_to OR OLD.number IS NOT NEW.number OR OLD.customer_id IS NOT NEW.customer_id
  OR OLD.work_order_id IS NOT NEW.work_order_id OR (NEW.status = 'superseded' AND OLD.status <> NEW.status)
BEGIN
  DELETE FROM estimate_search
  WHERE rowid = (SELECT o.key * 2147483648 + OLD.ordinal FROM tenant_organizations o WHERE o.id = OLD.org_id);
  INSERT INTO estimate_search (rowid, customer, document)
  SELECT search_row, customer, document FROM estimate_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;
CREATE TRIGGER estimates_after_delete AFTER DELETE ON estimates
BEGIN
  DELETE FROM estimate_search
  WHERE rowid = (SELECT o.key * 2147483648 + OLD.ordinal FROM tenant_organizations o WHERE o.id = OLD.org_id);
END;
-- Another name is found on the estimates that there are.
CREATE TRIGGER customers_rename_estimates AFTER UPDATE OF name ON customers WHEN OLD.name <> NEW.name
BEGIN
  REPLACE INTO estimate_search (rowid, customer, document)
  SELECT search_row, customer, document FROM estimate_search_text WHERE org_id = NEW.org_id AND customer_id = NEW.id;
END;
CREATE TRIGGER leads_rename_estimates AFTER UPDATE OF name ON leads WHEN OLD.name <> NEW.name
BEGIN
  REPLACE INTO estimate_search (rowid, customer, document)
  SELECT search_row, customer, document FROM estimate_search_text WHERE org_id = NEW.org_id AND lead_id = NEW.id;
END;
