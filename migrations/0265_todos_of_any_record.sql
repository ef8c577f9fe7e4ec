-- A to-do may be about any record of the business that has a screen of its own.
ALTER TABLE todos ADD COLUMN item_id TEXT;
ALTER TABLE todos ADD COLUMN purchase_order_id TEXT;
ALTER TABLE todos ADD COLUMN supplier_id TEXT;
ALTER TABLE todos ADD COLUMN location_id TEXT;
ALTER TABLE todos ADD COLUMN technician_id TEXT;
ALTER TABLE todos ADD COLUMN service_type_id TEXT;
ALTER TABLE todos ADD COLUMN issue_id TEXT;
ALTER TABLE todos ADD COLUMN design_id TEXT;
ALTER TABLE todos ADD COLUMN receipt_id TEXT;
ALTER TABLE todos ADD COLUMN thread_id TEXT;
ALTER TABLE todos ADD COLUMN cylinder_id TEXT CONSTRAINT todo_one_record CHECK (
  (customer_id IS NOT NULL) + (work_order_id IS NOT NULL) + (equipment_id IS NOT NULL) + (invoice_id IS NOT NULL)
  + (lead_id IS NOT NULL) + (site_address_id IS NOT NULL) + (estimate_id IS NOT NULL) + (item_id IS NOT NULL)
  + (purchase_order_id IS NOT NULL) + (supplier_id IS NOT NULL) + (location_id IS NOT NULL)
  + (technician_id IS NOT NULL) + (service_type_id IS NOT NULL) + (issue_id IS NOT NULL) + (design_id IS NOT NULL)
  + (receipt_id IS NOT NULL) + (thread_id IS NOT NULL) + (cylinder_id IS NOT NULL) <= 1);

-- All of a lead's to-dos: `todos_lead` has the open ones only.
CREATE INDEX todos_of_lead ON todos (org_id, lead_id) WHERE lead_id IS NOT NULL;
CREATE INDEX todos_item ON todos (org_id, item_id) WHERE item_id IS NOT NULL;
CREATE INDEX todos_purchase_order ON todos (org_id, purchase_order_id) WHERE purchase_order_id IS NOT NULL;
CREATE INDEX todos_supplier ON todos (org_id, supplier_id) WHERE supplier_id IS NOT NULL;
CREATE INDEX todos_location ON todos (org_id, location_id) WHERE location_id IS NOT NULL;
CREATE INDEX todos_technician ON todos (org_id, technician_id) WHERE technician_id IS NOT NULL;
CREATE INDEX todos_service_type ON todos (org_id, service_type_id) WHERE service_type_id IS NOT NULL;
CREATE INDEX todos_issue ON todos (org_id, issue_id) WHERE issue_id IS NOT NULL;
CREATE INDEX todos_design ON todos (org_id, design_id) WHERE design_id IS NOT NULL;
CREATE INDEX todos_receipt ON todos (org_id, receipt_id) WHERE receipt_id IS NOT NULL;
CREATE INDEX todos_thread ON todos (org_id, thread_id) WHERE thread_id IS NOT NULL;
CREATE INDEX todos_cylinder ON todos (org_id, cylinder_id) WHERE cylinder_id IS NOT NULL;

CREATE TRIGGER todos_of_more_records_insert BEFORE INSERT ON todos
WHEN (NEW.item_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory_items r WHERE r.org_id = NEW.org_id AND r.id = NEW.item_id))
  OR (NEW.purchase_order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM purchase_orders r WHERE r.org_id = NEW.org_id AND r.id = NEW.purchase_order_id))
  OR (NEW.supplier_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM suppliers r WHERE r.org_id = NEW.org_id AND r.id = NEW.supplier_id))
  OR (NEW.location_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory_locations r WHERE r.org_id = NEW.org_id AND r.id = NEW.location_id))
  OR (NEW.technician_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM technicians r WHERE r.org_id = NEW.org_id AND r.id = NEW.technician_id))
  OR (NEW.service_type_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM service_types r WHERE r.org_id = NEW.org_id AND r.id = NEW.service_type_id))
  OR (NEW.issue_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM issues r WHERE r.org_id = NEW.org_id AND r.id = NEW.issue_id))
  OR (NEW.design_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM designs r WHERE r.org_id = NEW.org_id AND r.id = NEW.design_id))
  OR (NEW.receipt_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM business_receipts r WHERE r.org_id = NEW.org_id AND r.id = NEW.receipt_id))
  OR (NEW.thread_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM threads r WHERE r.org_id = NEW.org_id AND r.id = NEW.thread_id))
  OR (NEW.cylinder_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM refrigerant_cylinders r WHERE r.org_id = NEW.org_id AND r.id = NEW.cylinder_id))
BEGIN
  SELECT RAISE(ABORT, 'todo_subject');
END;
CREATE TRIGGER todos_of_more_records_update BEFORE UPDATE OF item_id, purchase_order_id, supplier_id, location_id, technician_id, service_type_id, issue_id, design_id, receipt_id, thread_id, cylinder_id ON todos
WHEN (NEW.item_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory_items r WHERE r.org_id = NEW.org_id AND r.id = NEW.item_id))
  OR (NEW.purchase_order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM purchase_orders r WHERE r.org_id = NEW.org_id AND r.id = NEW.purchase_order_id))
  OR (NEW.supplier_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM suppliers r WHERE r.org_id = NEW.org_id AND r.id = NEW.supplier_id))
  OR (NEW.location_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory_locations r WHERE r.org_id = NEW.org_id AND r.id = NEW.location_id))
  OR (NEW.technician_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM technicians r WHERE r.org_id = NEW.org_id AND r.id = NEW.technician_id))
  OR (NEW.service_type_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM service_types r WHERE r.org_id = NEW.org_id AND r.id = NEW.service_type_id))
  OR (NEW.issue_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM issues r WHERE r.org_id = NEW.org_id AND r.id = NEW.issue_id))
  OR (NEW.design_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM designs r WHERE r.org_id = NEW.org_id AND r.id = NEW.design_id))
  OR (NEW.receipt_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM business_receipts r WHERE r.org_id = NEW.org_id AND r.id = NEW.receipt_id))
  OR (NEW.thread_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM threads r WHERE r.org_id = NEW.org_id AND r.id = NEW.thread_id))
  OR (NEW.cylinder_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM refrigerant_cylinders r WHERE r.org_id = NEW.org_id AND r.id = NEW.cylinder_id))
BEGIN
  SELECT RAISE(ABORT, 'todo_subject');
END;

-- A record that is deleted leaves its to-dos without it. Technicians, service types and cylinders are never deleted.
CREATE TRIGGER inventory_items_leave_todos AFTER DELETE ON inventory_items
BEGIN
  UPDATE todos SET item_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM todos about INDEXED BY todos_item WHERE about.org_id = OLD.org_id AND about.item_id = OLD.id);
END;
CREATE TRIGGER purchase_orders_leave_todos AFTER DELETE ON purchase_orders
BEGIN
  UPDATE todos SET purchase_order_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM todos about INDEXED BY todos_purchase_order WHERE about.org_id = OLD.org_id AND about.purchase_order_id = OLD.id);
END;
CREATE TRIGGER suppliers_leave_todos AFTER DELETE ON suppliers
BEGIN
  UPDATE todos SET supplier_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM todos about INDEXED BY todos_supplier WHERE about.org_id = OLD.org_id AND about.supplier_id = OLD.id);
END;
CREATE TRIGGER inventory_locations_leave_todos AFTER DELETE ON inventory_locations
BEGIN
  UPDATE todos SET location_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM todos about INDEXED BY todos_location WHERE about.org_id = OLD.org_id AND about.location_id = OLD.id);
END;
CREATE TRIGGER issues_leave_todos AFTER DELETE ON issues
BEGIN
  UPDATE todos SET issue_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM todos about INDEXED BY todos_issue WHERE about.org_id = OLD.org_id AND about.issue_id = OLD.id);
END;
CREATE TRIGGER designs_leave_todos AFTER DELETE ON designs
BEGIN
  UPDATE todos SET design_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM todos about INDEXED BY todos_design WHERE about.org_id = OLD.org_id AND about.design_id = OLD.id);
END;
CREATE TRIGGER business_receipts_leave_todos AFTER DELETE ON business_receipts
BEGIN
  UPDATE todos SET receipt_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM todos about INDEXED BY todos_receipt WHERE about.org_id = OLD.org_id AND about.receipt_id = OLD.id);
END;
CREATE TRIGGER threads_leave_todos AFTER DELETE ON threads
BEGIN
  UPDATE todos SET thread_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM todos about INDEXED BY todos_thread WHERE about.org_id = OLD.org_id AND about.thread_id = OLD.id);
END;
