-- Customers and their addresses. `sort_name` is what lists order by; `name` is what people read.

CREATE TABLE customers (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  number INTEGER NOT NULL,
  customer_type TEXT NOT NULL CONSTRAINT customer_type CHECK (customer_type IN ('residential', 'commercial', 'industrial', 'government')),
  status TEXT NOT NULL CONSTRAINT customer_status CHECK (status IN ('active', 'inactive', 'prospect', 'suspended')),
  archived INTEGER NOT NULL DEFAULT 0 CONSTRAINT customer_archived CHECK (archived IN (0, 1)),
  first_name TEXT CONSTRAINT customer_first_name CHECK (length(first_name) BETWEEN 1 AND 100),
  last_name TEXT CONSTRAINT customer_last_name CHECK (length(last_name) BETWEEN 1 AND 100),
  company_name TEXT CONSTRAINT customer_company_name CHECK (length(company_name) BETWEEN 1 AND 200),
  name TEXT NOT NULL CONSTRAINT customer_name CHECK (length(name) BETWEEN 1 AND 202),
  sort_name TEXT NOT NULL,
  email TEXT CONSTRAINT customer_email CHECK (length(email) <= 254),
  phone TEXT CONSTRAINT customer_phone CHECK (length(phone) <= 30),
  emergency_contact_name TEXT CONSTRAINT customer_emergency_contact_name CHECK (length(emergency_contact_name) BETWEEN 1 AND 120),
  emergency_contact_phone TEXT CONSTRAINT customer_emergency_contact_phone CHECK (length(emergency_contact_phone) <= 30),
  notes TEXT CONSTRAINT customer_notes CHECK (length(notes) <= 4000),
  -- Kept by triggers on work_orders: those neither completed, closed nor cancelled.
  open_work_orders INTEGER NOT NULL DEFAULT 0 CONSTRAINT customer_open_work_orders CHECK (open_work_orders >= 0),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  CONSTRAINT customer_named CHECK (company_name IS NOT NULL OR (first_name IS NOT NULL AND last_name IS NOT NULL)),
  CONSTRAINT customer_emergency_contact CHECK ((emergency_contact_name IS NULL) = (emergency_contact_phone IS NULL)),
  -- Decides the race of archiving against booking, whichever comes first.
  CONSTRAINT archived_has_no_open_work CHECK (archived = 0 OR open_work_orders = 0)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX customers_number ON customers (org_id, number);
CREATE INDEX customers_by_name ON customers (org_id, archived, sort_name, id);
CREATE INDEX customers_by_number ON customers (org_id, archived, number);
CREATE INDEX customers_by_kind_and_name ON customers (org_id, archived, status, customer_type, sort_name, id);
CREATE INDEX customers_by_kind_and_number ON customers (org_id, archived, status, customer_type, number);

-- Customers are archived, never deleted: work orders, equipment and invoices refer to them.
CREATE TRIGGER customers_keep_rows BEFORE DELETE ON customers BEGIN SELECT RAISE(ABORT, 'customer_kept'); END;

CREATE TABLE addresses (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  customer_id TEXT,
  type TEXT NOT NULL CONSTRAINT address_type CHECK (type IN ('billing', 'service')),
  is_primary INTEGER NOT NULL DEFAULT 0 CONSTRAINT address_is_primary CHECK (is_primary IN (0, 1)),
  label TEXT CONSTRAINT address_label CHECK (length(label) <= 80),
  line1 TEXT NOT NULL CONSTRAINT address_line1 CHECK (length(line1) BETWEEN 1 AND 200),
  line2 TEXT CONSTRAINT address_line2 CHECK (length(line2) <= 200),
  city TEXT NOT NULL CONSTRAINT address_city CHECK (length(city) BETWEEN 1 AND 100),
  state TEXT NOT NULL CONSTRAINT address_state CHECK (length(state) BETWEEN 1 AND 100),
  postal_code TEXT NOT NULL CONSTRAINT address_postal_code CHECK (length(postal_code) BETWEEN 3 AND 12),
  -- IANA zone of the site; null: the business's own.
  time_zone TEXT,
  latitude REAL CONSTRAINT address_latitude CHECK (latitude BETWEEN -90 AND 90),
  longitude REAL CONSTRAINT address_longitude CHECK (longitude BETWEEN -180 AND 180),
  access_notes TEXT CONSTRAINT address_access_notes CHECK (length(access_notes) <= 1000),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, customer_id) REFERENCES customers (org_id, id),
  CONSTRAINT address_point CHECK ((latitude IS NULL) = (longitude IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX addresses_customer ON addresses (org_id, customer_id, id);
-- One primary address of each type a customer.
CREATE UNIQUE INDEX addresses_primary ON addresses (org_id, customer_id, type) WHERE is_primary = 1 AND customer_id IS NOT NULL;

-- Full-text rows are named by business and number, so that one range holds one tenant and orders by number. `kind` holds the
-- list's filters as words, so that a filtered search reads no row that the filter turns away.
CREATE VIRTUAL TABLE customer_search USING fts5 (name, contact, place, kind, content = '', contentless_delete = 1, prefix = '2 3');

-- A phone number is found from its start with or without the country code, and by its last seven or four digits. Its extension
-- ('+14145550199;ext=12') is left out.
CREATE VIEW customer_search_text AS
SELECT c.org_id, c.id, o.key * 2147483648 + c.number AS search_row,
  coalesce(c.company_name, '') || ' ' || coalesce(c.first_name, '') || ' ' || coalesce(c.last_name, '') AS name,
  c.number || ' ' || coalesce(c.email, '') || ' ' || coalesce(
    replace(c.number_called, '+', '') || ' '
    || CASE WHEN c.number_called LIKE '+1%' AND length(c.number_called) = 12 THEN substr(c.number_called, 3) ELSE '' END || ' '
    || substr(c.number_called, -7) || ' ' || substr(c.number_called, -4), '') AS contact,
  coalesce((
    SELECT group_concat(concat_ws(' ', a.label, a.line1, a.line2, a.city, a.postal_code), ' ')
    FROM addresses a
    WHERE a.org_id = c.org_id AND a.id IN (
      SELECT id FROM addresses WHERE org_id = c.org_id AND customer_id = c.id ORDER BY id LIMIT 100
    )
  ), '') AS place,
  c.status || ' ' || c.customer_type || CASE c.archived WHEN 1 THEN ' archived' ELSE ' current' END AS kind
FROM (SELECT *, substr(phone, 1, instr(phone || ';', ';') - 1) AS number_called FROM customers) c JOIN tenant_organizations o ON o.id = c.org_id;

CREATE TRIGGER customers_after_insert AFTER INSERT ON customers
BEGIN
  INSERT INTO customer_search (rowid, name, contact, place, kind)
  SELECT search_row, name, contact, place, kind FROM customer_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
  INSERT INTO counters (org_id, name, value)
  VALUES (NEW.org_id, CASE NEW.archived WHEN 1 THEN 'customers.archived' ELSE 'customers.' || NEW.status || '.' || NEW.customer_type END, 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER customers_after_move AFTER UPDATE OF status, customer_type, archived ON customers
WHEN OLD.status <> NEW.status OR OLD.customer_type <> NEW.customer_type OR OLD.archived <> NEW.archived
BEGIN
  UPDATE counters SET value = value - 1 WHERE org_id = OLD.org_id
    AND name = CASE OLD.archived WHEN 1 THEN 'customers.archived' ELSE 'customers.' || OLD.status || '.' || OLD.customer_type END;
  INSERT INTO counters (org_id, name, value)
  VALUES (NEW.org_id, CASE NEW.archived WHEN 1 THEN 'customers.archived' ELSE 'customers.' || NEW.status || '.' || NEW.customer_type END, 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER customers_after_change
AFTER UPDATE OF first_name, last_name, company_name, email, phone, status, customer_type, archived ON customers
BEGIN
  REPLACE INTO customer_search (rowid, name, contact, place, kind)
  SELECT search_row, name, contact, place, kind FROM customer_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;

CREATE TRIGGER addresses_after_insert AFTER INSERT ON addresses WHEN NEW.customer_id IS NOT NULL
BEGIN
  REPLACE INTO customer_search (rowid, name, contact, place, kind)
  SELECT search_row, name, contact, place, kind FROM customer_search_text WHERE org_id = NEW.org_id AND id = NEW.customer_id;
END;

CREATE TRIGGER addresses_after_change AFTER UPDATE OF label, line1, line2, city, postal_code ON addresses WHEN NEW.customer_id IS NOT NULL
BEGIN
  REPLACE INTO customer_search (rowid, name, contact, place, kind)
  SELECT search_row, name, contact, place, kind FROM customer_search_text WHERE org_id = NEW.org_id AND id = NEW.customer_id;
END;

CREATE TRIGGER addresses_after_delete AFTER DELETE ON addresses WHEN OLD.customer_id IS NOT NULL
BEGIN
  REPLACE INTO customer_search (rowid, name, contact, place, kind)
  SELECT search_row, name, contact, place, kind FROM customer_search_text WHERE org_id = OLD.org_id AND id = OLD.customer_id;
END;
