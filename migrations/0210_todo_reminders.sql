-- A to-do may be about a property or an estimate as well, and its person is reminded of it by mail.
ALTER TABLE todos ADD COLUMN site_address_id TEXT CONSTRAINT todo_site_alone CHECK (
  site_address_id IS NULL OR (customer_id IS NULL AND work_order_id IS NULL AND equipment_id IS NULL AND invoice_id IS NULL AND lead_id IS NULL));
ALTER TABLE todos ADD COLUMN estimate_id TEXT CONSTRAINT todo_estimate_alone CHECK (
  estimate_id IS NULL OR (customer_id IS NULL AND work_order_id IS NULL AND equipment_id IS NULL AND invoice_id IS NULL AND lead_id IS NULL
    AND site_address_id IS NULL));
-- Minutes before it is due; null: nobody is reminded.
ALTER TABLE todos ADD COLUMN reminder_minutes INTEGER CONSTRAINT todo_reminder CHECK (
  reminder_minutes IS NULL OR (reminder_minutes IN (0, 60, 1440) AND due_on IS NOT NULL));
-- The instant of the reminder that is still to come, by the business's clock when it was saved; null once it went out.
ALTER TABLE todos ADD COLUMN remind_at TEXT CONSTRAINT todo_remind_at CHECK (remind_at IS NULL OR reminder_minutes IS NOT NULL);
CREATE INDEX todos_remind ON todos (remind_at) WHERE remind_at IS NOT NULL AND done_at IS NULL AND deleted_at IS NULL;
CREATE INDEX todos_site ON todos (org_id, site_address_id) WHERE site_address_id IS NOT NULL;
CREATE INDEX todos_estimate ON todos (org_id, estimate_id) WHERE estimate_id IS NOT NULL;

CREATE TRIGGER todos_of_records_insert BEFORE INSERT ON todos
WHEN (NEW.site_address_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM addresses a WHERE a.org_id = NEW.org_id AND a.id = NEW.site_address_id))
  OR (NEW.estimate_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM estimates e WHERE e.org_id = NEW.org_id AND e.id = NEW.estimate_id))
BEGIN
  SELECT RAISE(ABORT, 'todo_subject');
END;
CREATE TRIGGER todos_of_records_update BEFORE UPDATE OF site_address_id, estimate_id ON todos
WHEN (NEW.site_address_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM addresses a WHERE a.org_id = NEW.org_id AND a.id = NEW.site_address_id))
  OR (NEW.estimate_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM estimates e WHERE e.org_id = NEW.org_id AND e.id = NEW.estimate_id))
BEGIN
  SELECT RAISE(ABORT, 'todo_subject');
END;
CREATE TRIGGER addresses_leave_todos AFTER DELETE ON addresses
BEGIN
  UPDATE todos SET site_address_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM todos about INDEXED BY todos_site WHERE about.org_id = OLD.org_id AND about.site_address_id = OLD.id);
END;
CREATE TRIGGER estimates_leave_todos AFTER DELETE ON estimates
BEGIN
  UPDATE todos SET estimate_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM todos about INDEXED BY todos_estimate WHERE about.org_id = OLD.org_id AND about.estimate_id = OLD.id);
END;
