-- To-dos of a business's members: what is to be done by a day, alone or about a record, once or again and again.
CREATE TABLE todos (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  title TEXT NOT NULL CONSTRAINT todo_title CHECK (length(title) BETWEEN 1 AND 200),
  notes TEXT CONSTRAINT todo_notes CHECK (length(notes) <= 4000),
  -- Nobody's: whoever gets to it first.
  assignee_id TEXT,
  due_on TEXT CONSTRAINT todo_due_on CHECK (due_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- By the business's clock.
  due_at TEXT CONSTRAINT todo_due_at CHECK (due_at IS NULL OR (due_at GLOB '[0-2][0-9]:[0-5][0-9]' AND due_on IS NOT NULL)),
  -- What lists are in the order of: what has no day is last, and what has no hour is behind its day's hours.
  due_key TEXT NOT NULL GENERATED ALWAYS AS (coalesce(due_on, '9999-99-99') || ' ' || coalesce(due_at, '99:99')) VIRTUAL,
  repeat_every INTEGER CONSTRAINT todo_repeat_every CHECK (repeat_every BETWEEN 1 AND 99),
  repeat_unit TEXT CONSTRAINT todo_repeat_unit CHECK (repeat_unit IN ('day', 'week', 'month', 'year')),
  repeat_from TEXT CONSTRAINT todo_repeat_from CHECK (repeat_from IN ('due', 'completion')),
  -- The day that a series is counted from.
  anchor_on TEXT,
  -- The first of a series; its occurrences count up, so that each is made once.
  series_id TEXT NOT NULL,
  occurrence INTEGER NOT NULL DEFAULT 1 CONSTRAINT todo_occurrence CHECK (occurrence >= 1),
  customer_id TEXT,
  work_order_id TEXT,
  equipment_id TEXT,
  invoice_id TEXT,
  created_by TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  done_at TEXT,
  done_by TEXT,
  deleted_at TEXT,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, assignee_id) REFERENCES tenant_members (org_id, user_id),
  FOREIGN KEY (org_id, customer_id) REFERENCES customers (org_id, id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (org_id, equipment_id) REFERENCES equipment (org_id, id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (org_id, invoice_id) REFERENCES invoices (org_id, id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT todo_repeats CHECK (
    (repeat_every IS NULL) = (repeat_unit IS NULL) AND (repeat_every IS NULL) = (repeat_from IS NULL)
    AND (repeat_every IS NULL) = (anchor_on IS NULL) AND (repeat_every IS NULL OR due_on IS NOT NULL)),
  CONSTRAINT todo_one_subject CHECK (
    (customer_id IS NOT NULL) + (work_order_id IS NOT NULL) + (equipment_id IS NOT NULL) + (invoice_id IS NOT NULL) <= 1),
  CONSTRAINT todo_done CHECK ((done_at IS NULL) = (done_by IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX todos_series ON todos (org_id, series_id, occurrence);
CREATE INDEX todos_assigned ON todos (org_id, assignee_id, due_key, id) WHERE done_at IS NULL AND deleted_at IS NULL;
CREATE INDEX todos_open ON todos (org_id, due_key, id) WHERE done_at IS NULL AND deleted_at IS NULL;
CREATE INDEX todos_done ON todos (org_id, done_at, id) WHERE done_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX todos_done_by ON todos (org_id, done_by, done_at, id) WHERE done_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX todos_customer ON todos (org_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX todos_work_order ON todos (org_id, work_order_id) WHERE work_order_id IS NOT NULL;
CREATE INDEX todos_equipment ON todos (org_id, equipment_id) WHERE equipment_id IS NOT NULL;
CREATE INDEX todos_invoice ON todos (org_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX todos_deleted ON todos (deleted_at) WHERE deleted_at IS NOT NULL;

-- A record that goes leaves its to-dos without it.
CREATE TRIGGER customers_leave_todos AFTER DELETE ON customers
BEGIN
  UPDATE todos SET customer_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM todos about INDEXED BY todos_customer WHERE about.org_id = OLD.org_id AND about.customer_id = OLD.id);
END;
CREATE TRIGGER work_orders_leave_todos AFTER DELETE ON work_orders
BEGIN
  UPDATE todos SET work_order_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM todos about INDEXED BY todos_work_order WHERE about.org_id = OLD.org_id AND about.work_order_id = OLD.id);
END;
CREATE TRIGGER equipment_leaves_todos AFTER DELETE ON equipment
BEGIN
  UPDATE todos SET equipment_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM todos about INDEXED BY todos_equipment WHERE about.org_id = OLD.org_id AND about.equipment_id = OLD.id);
END;
CREATE TRIGGER invoices_leave_todos AFTER DELETE ON invoices
BEGIN
  UPDATE todos SET invoice_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM todos about INDEXED BY todos_invoice WHERE about.org_id = OLD.org_id AND about.invoice_id = OLD.id);
END;
