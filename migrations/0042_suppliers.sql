-- Whom a business buys from, what each sells, and at which price from which day on.

CREATE TABLE suppliers (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL CONSTRAINT supplier_name CHECK (length(name) BETWEEN 1 AND 120),
  contact_name TEXT CONSTRAINT supplier_contact CHECK (length(contact_name) BETWEEN 1 AND 120),
  phone TEXT CONSTRAINT supplier_phone CHECK (length(phone) BETWEEN 1 AND 40),
  email TEXT CONSTRAINT supplier_email CHECK (length(email) BETWEEN 3 AND 254),
  account_number TEXT CONSTRAINT supplier_account CHECK (length(account_number) BETWEEN 1 AND 64),
  lead_time_days INTEGER CONSTRAINT supplier_lead_time CHECK (lead_time_days BETWEEN 0 AND 365),
  terms TEXT CONSTRAINT supplier_terms CHECK (length(terms) BETWEEN 1 AND 120),
  notes TEXT CONSTRAINT supplier_notes CHECK (length(notes) BETWEEN 1 AND 4000),
  active INTEGER NOT NULL DEFAULT 1 CONSTRAINT supplier_active CHECK (active IN (0, 1)),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX suppliers_name ON suppliers (org_id, lower(name)) WHERE active = 1;
CREATE INDEX suppliers_by_name ON suppliers (org_id, lower(name), id);

CREATE TABLE supplier_items (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  item_id TEXT NOT NULL,
  supplier_id TEXT NOT NULL,
  -- What the supplier calls it.
  part_number TEXT CONSTRAINT supplier_item_part_number CHECK (length(part_number) BETWEEN 1 AND 64),
  -- It comes in packs of so many base units.
  pack_size_milli INTEGER NOT NULL DEFAULT 1000 CONSTRAINT supplier_item_pack CHECK (pack_size_milli BETWEEN 1 AND 1000000000),
  preferred INTEGER NOT NULL DEFAULT 0 CONSTRAINT supplier_item_preferred CHECK (preferred IN (0, 1)),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, item_id, supplier_id),
  FOREIGN KEY (org_id, item_id) REFERENCES inventory_items (org_id, id),
  FOREIGN KEY (org_id, supplier_id) REFERENCES suppliers (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX supplier_items_preferred ON supplier_items (org_id, item_id) WHERE preferred = 1;
CREATE INDEX supplier_items_supplier ON supplier_items (org_id, supplier_id, item_id);

-- Of one base unit, in cents. The latest that has begun holds; a later one does not change it before its day.
CREATE TABLE supplier_prices (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  item_id TEXT NOT NULL,
  supplier_id TEXT NOT NULL,
  valid_from TEXT NOT NULL CONSTRAINT supplier_price_valid_from CHECK (valid_from IS date(valid_from)),
  price_minor INTEGER NOT NULL CONSTRAINT supplier_price_amount CHECK (price_minor BETWEEN 0 AND 100000000),
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, item_id, supplier_id, valid_from),
  FOREIGN KEY (org_id, item_id, supplier_id) REFERENCES supplier_items (org_id, item_id, supplier_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER supplier_items_active BEFORE INSERT ON supplier_items
BEGIN
  SELECT RAISE(ABORT, 'supplier_inactive') WHERE EXISTS (SELECT 1 FROM suppliers WHERE org_id = NEW.org_id AND id = NEW.supplier_id AND active = 0);
END;
-- Nothing is bought by preference where nothing is bought.
CREATE TRIGGER suppliers_deactivate AFTER UPDATE OF active ON suppliers WHEN NEW.active = 0 AND OLD.active = 1
BEGIN
  UPDATE supplier_items SET preferred = 0 WHERE org_id = NEW.org_id AND supplier_id = NEW.id AND preferred = 1;
END;
