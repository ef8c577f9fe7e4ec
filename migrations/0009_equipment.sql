-- Equipment at customers' sites, its refrigerant circuits, and the plans by which it is maintained.

CREATE TABLE equipment (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  customer_id TEXT,
  address_id TEXT,
  name TEXT NOT NULL CONSTRAINT equipment_name CHECK (length(name) BETWEEN 1 AND 120),
  type TEXT NOT NULL CONSTRAINT equipment_type CHECK (
    type IN ('air_conditioner', 'heat_pump', 'mini_split', 'furnace', 'boiler', 'air_handler', 'packaged_unit', 'chiller',
      'refrigeration', 'water_heater', 'ventilator', 'humidifier', 'thermostat', 'other')
  ),
  status TEXT NOT NULL DEFAULT 'active' CONSTRAINT equipment_status CHECK (status IN ('active', 'needs_repair', 'out_of_service', 'retired')),
  manufacturer TEXT CONSTRAINT equipment_manufacturer CHECK (length(manufacturer) BETWEEN 1 AND 120),
  model_number TEXT CONSTRAINT equipment_model_number CHECK (length(model_number) BETWEEN 1 AND 120),
  serial_number TEXT CONSTRAINT equipment_serial_number CHECK (length(serial_number) BETWEEN 1 AND 120),
  -- Where on the site it stands.
  location TEXT CONSTRAINT equipment_location CHECK (length(location) BETWEEN 1 AND 200),
  -- Null: nobody knows, and nothing is made up for it.
  install_date TEXT CONSTRAINT equipment_install_date CHECK (install_date IS date(install_date)),
  lifespan_years INTEGER CONSTRAINT equipment_lifespan CHECK (lifespan_years BETWEEN 1 AND 60),
  warranty_expires_on TEXT CONSTRAINT equipment_warranty CHECK (warranty_expires_on IS date(warranty_expires_on)),
  last_maintenance_on TEXT CONSTRAINT equipment_last_maintenance CHECK (last_maintenance_on IS date(last_maintenance_on)),
  next_maintenance_on TEXT CONSTRAINT equipment_next_maintenance CHECK (next_maintenance_on IS date(next_maintenance_on)),
  critical_alerts TEXT NOT NULL DEFAULT '[]' CONSTRAINT equipment_critical_alerts CHECK (json_valid(critical_alerts)),
  notes TEXT CONSTRAINT equipment_notes CHECK (length(notes) <= 4000),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- Units are numbered in each business by the database: the number and the business name their full-text rows, as customers' do.
  number INTEGER,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, customer_id) REFERENCES customers (org_id, id),
  FOREIGN KEY (org_id, address_id) REFERENCES addresses (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX equipment_number ON equipment (org_id, number);
CREATE INDEX equipment_by_name ON equipment (org_id, lower(name), id);
CREATE INDEX equipment_customer ON equipment (org_id, customer_id, lower(name), id);
CREATE INDEX equipment_next_maintenance ON equipment (org_id, next_maintenance_on) WHERE next_maintenance_on IS NOT NULL;
CREATE INDEX equipment_address ON equipment (org_id, address_id) WHERE address_id IS NOT NULL;

-- A refrigerant circuit; its charge in thousandths of a pound.
CREATE TABLE service_groups (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  equipment_id TEXT NOT NULL,
  name TEXT NOT NULL CONSTRAINT service_group_name CHECK (length(name) BETWEEN 1 AND 120),
  refrigerant TEXT NOT NULL CONSTRAINT service_group_refrigerant CHECK (length(refrigerant) BETWEEN 1 AND 20),
  charge_milli_lb INTEGER CONSTRAINT service_group_charge CHECK (charge_milli_lb BETWEEN 1 AND 100000000),
  charge_basis TEXT CONSTRAINT service_group_charge_basis CHECK (charge_basis IN ('nameplate', 'calculated', 'measured', 'range')),
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, equipment_id) REFERENCES equipment (org_id, id) ON DELETE CASCADE,
  CONSTRAINT service_group_charge_known_by CHECK ((charge_milli_lb IS NULL) = (charge_basis IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX service_groups_name ON service_groups (org_id, equipment_id, lower(name));

CREATE TABLE work_order_equipment (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  work_order_id TEXT NOT NULL,
  equipment_id TEXT NOT NULL,
  PRIMARY KEY (org_id, work_order_id, equipment_id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, equipment_id) REFERENCES equipment (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX work_order_equipment_unit ON work_order_equipment (org_id, equipment_id, work_order_id);

CREATE TABLE maintenance_plans (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  equipment_id TEXT NOT NULL,
  service_type_id TEXT,
  title TEXT NOT NULL CONSTRAINT maintenance_plan_title CHECK (length(title) BETWEEN 1 AND 200),
  starts_on TEXT NOT NULL CONSTRAINT maintenance_plan_starts_on CHECK (starts_on IS date(starts_on)),
  every INTEGER NOT NULL CONSTRAINT maintenance_plan_every CHECK (every BETWEEN 1 AND 120),
  unit TEXT NOT NULL CONSTRAINT maintenance_plan_unit CHECK (unit IN ('week', 'month', 'year')),
  basis TEXT NOT NULL CONSTRAINT maintenance_plan_basis CHECK (basis IN ('due_date', 'completion')),
  ends_on TEXT CONSTRAINT maintenance_plan_ends_on CHECK (ends_on IS date(ends_on) AND ends_on >= starts_on),
  -- How many days ahead its work orders are made.
  lead_days INTEGER NOT NULL DEFAULT 30 CONSTRAINT maintenance_plan_lead_days CHECK (lead_days BETWEEN 0 AND 120),
  active INTEGER NOT NULL DEFAULT 1 CONSTRAINT maintenance_plan_active CHECK (active IN (0, 1)),
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, equipment_id) REFERENCES equipment (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, service_type_id) REFERENCES service_types (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX maintenance_plans_unit ON maintenance_plans (org_id, equipment_id);

-- The date it was due on names an occurrence for ever: however often and from wherever it is booked, it gets one work order.
CREATE TABLE maintenance_occurrences (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  plan_id TEXT NOT NULL,
  due_on TEXT NOT NULL CONSTRAINT maintenance_occurrence_due_on CHECK (due_on IS date(due_on)),
  work_order_id TEXT,
  PRIMARY KEY (org_id, plan_id, due_on),
  FOREIGN KEY (org_id, plan_id) REFERENCES maintenance_plans (org_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX maintenance_occurrences_work_order ON maintenance_occurrences (org_id, work_order_id);

-- A planned appointment that was completed says when the unit was last looked after; its plans then say when it is due again.
CREATE TRIGGER work_orders_complete_maintenance AFTER UPDATE OF status ON work_orders
WHEN NEW.status = 'completed' AND OLD.status <> 'completed'
BEGIN
  UPDATE equipment SET last_maintenance_on = max(coalesce(last_maintenance_on, ''), date(NEW.completed_at)), next_maintenance_on = NULL
  WHERE org_id = NEW.org_id AND id IN (
    SELECT p.equipment_id FROM maintenance_occurrences o JOIN maintenance_plans p ON p.org_id = o.org_id AND p.id = o.plan_id
    WHERE o.org_id = NEW.org_id AND o.work_order_id = NEW.id
  );
END;

CREATE VIRTUAL TABLE equipment_search USING fts5 (unit, owner, kind, content = '', contentless_delete = 1, prefix = '2 3');

-- A serial number is found by its last four or six signs too, as they are read out over the phone. `kind` holds the list's
-- filters as words.
CREATE VIEW equipment_search_text AS
SELECT e.org_id, e.id, e.customer_id, o.key * 2147483648 + e.number AS search_row,
  concat_ws(' ', e.name, e.manufacturer, e.model_number, e.serial_number, substr(e.serial_number, -6), substr(e.serial_number, -4), e.location) AS unit,
  coalesce(c.name, '') AS owner,
  e.status || ' ' || e.type AS kind
FROM equipment e JOIN tenant_organizations o ON o.id = e.org_id
  LEFT JOIN customers c ON c.org_id = e.org_id AND c.id = e.customer_id;

CREATE TRIGGER equipment_after_insert AFTER INSERT ON equipment
BEGIN
  INSERT INTO sequences (org_id, name, value) VALUES (NEW.org_id, 'equipment', 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
  UPDATE equipment SET number = (SELECT value FROM sequences WHERE org_id = NEW.org_id AND name = 'equipment')
  WHERE org_id = NEW.org_id AND id = NEW.id;
  INSERT INTO equipment_search (rowid, unit, owner, kind)
  SELECT search_row, unit, owner, kind FROM equipment_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;

CREATE TRIGGER equipment_after_change
AFTER UPDATE OF name, type, status, manufacturer, model_number, serial_number, location, customer_id ON equipment
BEGIN
  REPLACE INTO equipment_search (rowid, unit, owner, kind)
  SELECT search_row, unit, owner, kind FROM equipment_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;

CREATE TRIGGER equipment_after_delete AFTER DELETE ON equipment
BEGIN
  DELETE FROM equipment_search WHERE rowid = (SELECT o.key * 2147483648 + OLD.number FROM tenant_organizations o WHERE o.id = OLD.org_id);
END;

-- A unit is found by the name of whose it is.
CREATE TRIGGER customers_after_name AFTER UPDATE OF name ON customers WHEN NEW.name <> OLD.name
BEGIN
  REPLACE INTO equipment_search (rowid, unit, owner, kind)
  SELECT search_row, unit, owner, kind FROM equipment_search_text WHERE org_id = NEW.org_id AND customer_id = NEW.id;
END;
