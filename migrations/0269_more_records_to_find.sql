-- Suppliers, stock locations, service types and cylinders are found by the words they are known by. As elsewhere, a word is found
-- from its start. `ordinal` is the order in which a business's rows were made.

ALTER TABLE suppliers ADD COLUMN ordinal INTEGER;
UPDATE suppliers SET ordinal = made.ordinal
FROM (SELECT org_id, id, row_number() OVER (PARTITION BY org_id ORDER BY created_at, id) AS ordinal FROM suppliers) made
WHERE made.org_id = suppliers.org_id AND made.id = suppliers.id;
CREATE UNIQUE INDEX suppliers_ordinal ON suppliers (org_id, ordinal);
CREATE VIRTUAL TABLE supplier_search USING fts5 (words, content = '', contentless_delete = 1, prefix = '2 3');
CREATE VIEW supplier_search_text AS
SELECT r.org_id, r.id, o.key * 2147483648 + r.ordinal AS search_row, concat_ws(' ', r.name, r.contact_name, r.account_number, r.email) AS words
FROM suppliers r JOIN tenant_organizations o ON o.id = r.org_id WHERE r.ordinal IS NOT NULL;
INSERT INTO supplier_search (rowid, words) SELECT search_row, words FROM supplier_search_text;
CREATE TRIGGER suppliers_words_insert AFTER INSERT ON suppliers
BEGIN
  UPDATE suppliers SET ordinal = (SELECT coalesce(max(r.ordinal), 0) + 1 FROM suppliers r WHERE r.org_id = NEW.org_id)
  WHERE org_id = NEW.org_id AND id = NEW.id AND ordinal IS NULL;
  INSERT INTO supplier_search (rowid, words) SELECT search_row, words FROM supplier_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;
CREATE TRIGGER suppliers_words_update AFTER UPDATE OF name, contact_name, account_number, email ON suppliers
WHEN OLD.name IS NOT NEW.name OR OLD.contact_name IS NOT NEW.contact_name OR OLD.account_number IS NOT NEW.account_number OR OLD.email IS NOT NEW.email
BEGIN
  REPLACE INTO supplier_search (rowid, words) SELECT search_row, words FROM supplier_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;
CREATE TRIGGER suppliers_words_delete AFTER DELETE ON suppliers
BEGIN
  DELETE FROM supplier_search WHERE rowid = (SELECT o.key * 2147483648 + OLD.ordinal FROM tenant_organizations o WHERE o.id = OLD.org_id);
END;

ALTER TABLE inventory_locations ADD COLUMN ordinal INTEGER;
UPDATE inventory_locations SET ordinal = made.ordinal
FROM (SELECT org_id, id, row_number() OVER (PARTITION BY org_id ORDER BY created_at, id) AS ordinal FROM inventory_locations) made
WHERE made.org_id = inventory_locations.org_id AND made.id = inventory_locations.id;
CREATE UNIQUE INDEX inventory_locations_ordinal ON inventory_locations (org_id, ordinal);
CREATE VIRTUAL TABLE location_search USING fts5 (words, content = '', contentless_delete = 1, prefix = '2 3');
CREATE VIEW location_search_text AS
SELECT r.org_id, r.id, o.key * 2147483648 + r.ordinal AS search_row, r.name AS words
FROM inventory_locations r JOIN tenant_organizations o ON o.id = r.org_id WHERE r.ordinal IS NOT NULL;
INSERT INTO location_search (rowid, words) SELECT search_row, words FROM location_search_text;
CREATE TRIGGER inventory_locations_words_insert AFTER INSERT ON inventory_locations
BEGIN
  UPDATE inventory_locations SET ordinal = (SELECT coalesce(max(r.ordinal), 0) + 1 FROM inventory_locations r WHERE r.org_id = NEW.org_id)
  WHERE org_id = NEW.org_id AND id = NEW.id AND ordinal IS NULL;
  INSERT INTO location_search (rowid, words) SELECT search_row, words FROM location_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;
CREATE TRIGGER inventory_locations_words_update AFTER UPDATE OF name ON inventory_locations
WHEN OLD.name IS NOT NEW.name
BEGIN
  REPLACE INTO location_search (rowid, words) SELECT search_row, words FROM location_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;
CREATE TRIGGER inventory_locations_words_delete AFTER DELETE ON inventory_locations
BEGIN
  DELETE FROM location_search WHERE rowid = (SELECT o.key * 2147483648 + OLD.ordinal FROM tenant_organizations o WHERE o.id = OLD.org_id);
END;

ALTER TABLE service_types ADD COLUMN ordinal INTEGER;
UPDATE service_types SET ordinal = made.ordinal
FROM (SELECT org_id, id, row_number() OVER (PARTITION BY org_id ORDER BY created_at, id) AS ordinal FROM service_types) made
WHERE made.org_id = service_types.org_id AND made.id = service_types.id;
CREATE UNIQUE INDEX service_types_ordinal ON service_types (org_id, ordinal);
CREATE VIRTUAL TABLE service_type_search USING fts5 (words, content = '', contentless_delete = 1, prefix = '2 3');
CREATE VIEW service_type_search_text AS
SELECT r.org_id, r.id, o.key * 2147483648 + r.ordinal AS search_row, concat_ws(' ', r.name, r.category) AS words
FROM service_types r JOIN tenant_organizations o ON o.id = r.org_id WHERE r.ordinal IS NOT NULL;
INSERT INTO service_type_search (rowid, words) SELECT search_row, words FROM service_type_search_text;
CREATE TRIGGER service_types_words_insert AFTER INSERT ON service_types
BEGIN
  UPDATE service_types SET ordinal = (SELECT coalesce(max(r.ordinal), 0) + 1 FROM service_types r WHERE r.org_id = NEW.org_id)
  WHERE org_id = NEW.org_id AND id = NEW.id AND ordinal IS NULL;
  INSERT INTO service_type_search (rowid, words) SELECT search_row, words FROM service_type_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;
CREATE TRIGGER service_types_words_update AFTER UPDATE OF name, category ON service_types
WHEN OLD.name IS NOT NEW.name OR OLD.category IS NOT NEW.category
BEGIN
  REPLACE INTO service_type_search (rowid, words) SELECT search_row, words FROM service_type_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;
CREATE TRIGGER service_types_words_delete AFTER DELETE ON service_types
BEGIN
  DELETE FROM service_type_search WHERE rowid = (SELECT o.key * 2147483648 + OLD.ordinal FROM tenant_organizations o WHERE o.id = OLD.org_id);
END;

ALTER TABLE refrigerant_cylinders ADD COLUMN ordinal INTEGER;
UPDATE refrigerant_cylinders SET ordinal = made.ordinal
FROM (SELECT org_id, id, row_number() OVER (PARTITION BY org_id ORDER BY created_at, id) AS ordinal FROM refrigerant_cylinders) made
WHERE made.org_id = refrigerant_cylinders.org_id AND made.id = refrigerant_cylinders.id;
CREATE UNIQUE INDEX refrigerant_cylinders_ordinal ON refrigerant_cylinders (org_id, ordinal);
CREATE VIRTUAL TABLE cylinder_search USING fts5 (words, content = '', contentless_delete = 1, prefix = '2 3');
CREATE VIEW cylinder_search_text AS
SELECT r.org_id, r.id, o.key * 2147483648 + r.ordinal AS search_row, concat_ws(' ', r.number, r.refrigerant) AS words
FROM refrigerant_cylinders r JOIN tenant_organizations o ON o.id = r.org_id WHERE r.ordinal IS NOT NULL;
INSERT INTO cylinder_search (rowid, words) SELECT search_row, words FROM cylinder_search_text;
CREATE TRIGGER refrigerant_cylinders_words_insert AFTER INSERT ON refrigerant_cylinders
BEGIN
  UPDATE refrigerant_cylinders SET ordinal = (SELECT coalesce(max(r.ordinal), 0) + 1 FROM refrigerant_cylinders r WHERE r.org_id = NEW.org_id)
  WHERE org_id = NEW.org_id AND id = NEW.id AND ordinal IS NULL;
  INSERT INTO cylinder_search (rowid, words) SELECT search_row, words FROM cylinder_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;
CREATE TRIGGER refrigerant_cylinders_words_update AFTER UPDATE OF number, refrigerant ON refrigerant_cylinders
WHEN OLD.number IS NOT NEW.number OR OLD.refrigerant IS NOT NEW.refrigerant
BEGIN
  REPLACE INTO cylinder_search (rowid, words) SELECT search_row, words FROM cylinder_search_text WHERE org_id = NEW.org_id AND id = NEW.id;
END;
CREATE TRIGGER refrigerant_cylinders_words_delete AFTER DELETE ON refrigerant_cylinders
BEGIN
  DELETE FROM cylinder_search WHERE rowid = (SELECT o.key * 2147483648 + OLD.ordinal FROM tenant_organizations o WHERE o.id = OLD.org_id);
END;

-- A to-do may also be about a stock count, a movement, a reservation or a saved industry analysis.
ALTER TABLE todos ADD COLUMN count_id TEXT;
ALTER TABLE todos ADD COLUMN movement_id TEXT;
ALTER TABLE todos ADD COLUMN reservation_id TEXT;
ALTER TABLE todos ADD COLUMN analysis_id TEXT CONSTRAINT todo_one_of_all_records CHECK (
  (customer_id IS NOT NULL) + (work_order_id IS NOT NULL) + (equipment_id IS NOT NULL) + (invoice_id IS NOT NULL)
  + (lead_id IS NOT NULL) + (site_address_id IS NOT NULL) + (estimate_id IS NOT NULL) + (item_id IS NOT NULL)
  + (purchase_order_id IS NOT NULL) + (supplier_id IS NOT NULL) + (location_id IS NOT NULL) + (technician_id IS NOT NULL)
  + (service_type_id IS NOT NULL) + (issue_id IS NOT NULL) + (design_id IS NOT NULL) + (receipt_id IS NOT NULL)
  + (thread_id IS NOT NULL) + (cylinder_id IS NOT NULL) + (count_id IS NOT NULL) + (movement_id IS NOT NULL)
  + (reservation_id IS NOT NULL) + (analysis_id IS NOT NULL) <= 1);

CREATE INDEX todos_count ON todos (org_id, count_id) WHERE count_id IS NOT NULL;
CREATE INDEX todos_movement ON todos (org_id, movement_id) WHERE movement_id IS NOT NULL;
CREATE INDEX todos_reservation ON todos (org_id, reservation_id) WHERE reservation_id IS NOT NULL;
CREATE INDEX todos_analysis ON todos (org_id, analysis_id) WHERE analysis_id IS NOT NULL;

CREATE TRIGGER todos_of_stock_and_analyses_insert BEFORE INSERT ON todos
WHEN (NEW.count_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM stock_counts r WHERE r.org_id = NEW.org_id AND r.id = NEW.count_id))
  OR (NEW.movement_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM stock_movements r WHERE r.org_id = NEW.org_id AND r.id = NEW.movement_id))
  OR (NEW.reservation_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM stock_reservations r WHERE r.org_id = NEW.org_id AND r.id = NEW.reservation_id))
  OR (NEW.analysis_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM industry_analyses r WHERE r.org_id = NEW.org_id AND r.id = NEW.analysis_id))
BEGIN
  SELECT RAISE(ABORT, 'todo_subject');
END;
CREATE TRIGGER todos_of_stock_and_analyses_update BEFORE UPDATE OF count_id, movement_id, reservation_id, analysis_id ON todos
WHEN (NEW.count_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM stock_counts r WHERE r.org_id = NEW.org_id AND r.id = NEW.count_id))
  OR (NEW.movement_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM stock_movements r WHERE r.org_id = NEW.org_id AND r.id = NEW.movement_id))
  OR (NEW.reservation_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM stock_reservations r WHERE r.org_id = NEW.org_id AND r.id = NEW.reservation_id))
  OR (NEW.analysis_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM industry_analyses r WHERE r.org_id = NEW.org_id AND r.id = NEW.analysis_id))
BEGIN
  SELECT RAISE(ABORT, 'todo_subject');
END;

-- Counts, movements and reservations are never deleted.
CREATE TRIGGER industry_analyses_leave_todos AFTER DELETE ON industry_analyses
BEGIN
  UPDATE todos SET analysis_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM todos about INDEXED BY todos_analysis WHERE about.org_id = OLD.org_id AND about.analysis_id = OLD.id);
END;

-- A business's voice sessions are listed from the newest, by person and by how they ended; empty ones are in no list. `problem`:
-- why the last reading failed.
ALTER TABLE voice_sessions ADD COLUMN problem TEXT CONSTRAINT voice_session_problem CHECK (length(problem) BETWEEN 1 AND 40);
CREATE INDEX voice_sessions_newest ON voice_sessions (org_id, id) WHERE sent_at IS NOT NULL;
CREATE INDEX voice_sessions_by_state ON voice_sessions (org_id, state, id) WHERE sent_at IS NOT NULL;
CREATE INDEX voice_sessions_by_person ON voice_sessions (org_id, user_id, id) WHERE sent_at IS NOT NULL;
CREATE INDEX voice_sessions_by_person_and_state ON voice_sessions (org_id, user_id, state, id) WHERE sent_at IS NOT NULL;
