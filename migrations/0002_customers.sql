-- Customers, their addresses and notes. `sort_name` is what lists order by; `name` is what people read.

CREATE TABLE customers (
  org_id TEXT NOT NULL REFERENCES organizations (id),
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
  email TEXT,
  phone TEXT,
  emergency_contact_name TEXT,
  emergency_contact_phone TEXT,
  notes TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  CONSTRAINT customer_named CHECK (company_name IS NOT NULL OR (first_name IS NOT NULL AND last_name IS NOT NULL)),
  CONSTRAINT customer_emergency_contact CHECK ((emergency_contact_name IS NULL) = (emergency_contact_phone IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX customers_number ON customers (org_id, number);
CREATE INDEX customers_by_name ON customers (org_id, archived, sort_name, id);
CREATE INDEX customers_by_kind_and_name ON customers (org_id, archived, status, customer_type, sort_name, id);
CREATE INDEX customers_by_kind_and_number ON customers (org_id, archived, status, customer_type, number);

CREATE TABLE addresses (
  org_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL,
  customer_id TEXT,
  type TEXT NOT NULL CONSTRAINT address_type CHECK (type IN ('billing', 'service')),
  is_primary INTEGER NOT NULL DEFAULT 0 CONSTRAINT address_is_primary CHECK (is_primary IN (0, 1)),
  label TEXT,
  line1 TEXT NOT NULL CONSTRAINT address_line1 CHECK (length(line1) BETWEEN 1 AND 200),
  line2 TEXT,
  city TEXT NOT NULL CONSTRAINT address_city CHECK (length(city) BETWEEN 1 AND 100),
  state TEXT NOT NULL CONSTRAINT address_state CHECK (length(state) BETWEEN 1 AND 100),
  postal_code TEXT NOT NULL CONSTRAINT address_postal_code CHECK (length(postal_code) BETWEEN 3 AND 12),
  -- IANA zone of the site; null: the business's own.
  time_zone TEXT,
  latitude REAL CONSTRAINT address_latitude CHECK (latitude BETWEEN -90 AND 90),
  longitude REAL CONSTRAINT address_longitude CHECK (longitude BETWEEN -180 AND 180),
  access_notes TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, customer_id) REFERENCES customers (org_id, id),
  CONSTRAINT address_point CHECK ((latitude IS NULL) = (longitude IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX addresses_customer ON addresses (org_id, customer_id, type, is_primary DESC);
-- One primary address of each type a customer.
CREATE UNIQUE INDEX addresses_primary ON addresses (org_id, customer_id, type) WHERE is_primary = 1 AND customer_id IS NOT NULL;

-- Full-text rows are named by business and number, so that one range holds one tenant and orders by number.
CREATE VIRTUAL TABLE customer_search USING fts5 (name, contact, content = '', contentless_delete = 1, prefix = '2 3');

CREATE TRIGGER customers_after_insert AFTER INSERT ON customers
BEGIN
  INSERT INTO customer_search (rowid, name, contact)
  SELECT key * 2147483648 + NEW.number,
    coalesce(NEW.company_name, '') || ' ' || coalesce(NEW.first_name, '') || ' ' || coalesce(NEW.last_name, ''),
    coalesce(NEW.email, '') || ' ' || coalesce(NEW.phone, '') || ' ' || NEW.number
  FROM organizations WHERE id = NEW.org_id;
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

CREATE TRIGGER customers_after_rename AFTER UPDATE OF first_name, last_name, company_name, email, phone ON customers
BEGIN
  UPDATE customer_search SET
    name = coalesce(NEW.company_name, '') || ' ' || coalesce(NEW.first_name, '') || ' ' || coalesce(NEW.last_name, ''),
    contact = coalesce(NEW.email, '') || ' ' || coalesce(NEW.phone, '') || ' ' || NEW.number
  WHERE rowid = (SELECT key * 2147483648 + NEW.number FROM organizations WHERE id = NEW.org_id);
END;

-- Customers are archived, never deleted: work orders, equipment and invoices refer to them.
CREATE TRIGGER customers_keep_rows BEFORE DELETE ON customers BEGIN SELECT RAISE(ABORT, 'customer_kept'); END;
