-- What was measured on a unit before, without reading the other tasks of its jobs.
CREATE INDEX work_order_tasks_measured ON work_order_tasks (org_id, work_order_id) WHERE kind = 'measurement' AND result IS NOT NULL;

-- Units are numbered in each business by the database: the number and the business name their full-text rows, as customers' do.
ALTER TABLE equipment ADD COLUMN number INTEGER;
UPDATE equipment SET number = n.number
FROM (SELECT org_id, id, row_number() OVER (PARTITION BY org_id ORDER BY id) AS number FROM equipment) n
WHERE n.org_id = equipment.org_id AND n.id = equipment.id;
INSERT INTO sequences (org_id, name, value) SELECT org_id, 'equipment', max(number) FROM equipment GROUP BY org_id;
CREATE UNIQUE INDEX equipment_number ON equipment (org_id, number);

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

INSERT INTO equipment_search (rowid, unit, owner, kind) SELECT search_row, unit, owner, kind FROM equipment_search_text;

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
