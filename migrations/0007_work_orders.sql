-- Work orders, their appointments, history, notes, checklist and evidence.

CREATE TABLE work_orders (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  number INTEGER NOT NULL,
  title TEXT NOT NULL CONSTRAINT work_order_title CHECK (length(title) BETWEEN 1 AND 200),
  description TEXT,
  status TEXT NOT NULL CONSTRAINT work_order_status CHECK (
    status IN ('unscheduled', 'scheduled', 'dispatched', 'en_route', 'in_progress', 'on_hold', 'completed', 'closed', 'cancelled')
  ),
  priority TEXT NOT NULL CONSTRAINT work_order_priority CHECK (priority IN ('low', 'normal', 'high', 'emergency')),
  customer_id TEXT NOT NULL,
  site_address_id TEXT NOT NULL,
  service_type_id TEXT,
  -- Lead of the current appointment; null while nobody is assigned.
  technician_id TEXT,
  scheduled_start TEXT,
  scheduled_end TEXT,
  duration_minutes INTEGER NOT NULL CONSTRAINT work_order_duration CHECK (duration_minutes BETWEEN 5 AND 10080),
  -- Minutes after the start within which the customer was told somebody arrives.
  arrival_window_minutes INTEGER CONSTRAINT work_order_arrival_window CHECK (arrival_window_minutes BETWEEN 0 AND 1440),
  hold_reason TEXT CONSTRAINT work_order_hold_reason CHECK (hold_reason IN ('parts', 'customer_absent', 'weather', 'approval', 'unsafe', 'other')),
  cancel_reason TEXT CONSTRAINT work_order_cancel_reason CHECK (cancel_reason IN ('customer', 'company', 'duplicate')),
  signature_required INTEGER NOT NULL DEFAULT 0 CONSTRAINT work_order_signature_required CHECK (signature_required IN (0, 1)),
  no_charge INTEGER NOT NULL DEFAULT 0 CONSTRAINT work_order_no_charge CHECK (no_charge IN (0, 1)),
  -- Why it was closed without an invoice although something was charged.
  close_reason TEXT,
  -- The work order whose failed repair this one comes back for.
  callback_of TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_by TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  completed_at TEXT,
  -- The playbook as it was when the job was booked, and what was put down for each of its tasks.
  playbook TEXT CONSTRAINT work_order_playbook_json CHECK (json_valid(playbook)),
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, customer_id) REFERENCES customers (org_id, id),
  FOREIGN KEY (org_id, site_address_id) REFERENCES addresses (org_id, id),
  FOREIGN KEY (org_id, technician_id) REFERENCES technicians (org_id, id),
  FOREIGN KEY (org_id, callback_of) REFERENCES work_orders (org_id, id),
  CONSTRAINT work_order_slot CHECK ((scheduled_start IS NULL) = (scheduled_end IS NULL) AND scheduled_end > scheduled_start),
  CONSTRAINT work_order_scheduled CHECK (status NOT IN ('scheduled', 'dispatched', 'en_route') OR scheduled_start IS NOT NULL),
  CONSTRAINT work_order_held CHECK ((status = 'on_hold') = (hold_reason IS NOT NULL)),
  CONSTRAINT work_order_cancelled CHECK ((status = 'cancelled') = (cancel_reason IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX work_orders_number ON work_orders (org_id, number);
CREATE INDEX work_orders_status ON work_orders (org_id, status, priority, number);
CREATE INDEX work_orders_technician ON work_orders (org_id, technician_id, status, priority, number);
CREATE INDEX work_orders_customer ON work_orders (org_id, customer_id, number);
CREATE INDEX work_orders_start ON work_orders (org_id, scheduled_start) WHERE scheduled_start IS NOT NULL;
-- Removing an address asks whether a work order refers to it, without reading all of them.
CREATE INDEX work_orders_site ON work_orders (org_id, site_address_id);
-- A technician is on one job at a time.
CREATE UNIQUE INDEX work_orders_under_way ON work_orders (org_id, technician_id)
WHERE status IN ('en_route', 'in_progress') AND technician_id IS NOT NULL;

-- One row for each technician of each appointment: the lead and the helpers. The truth about who is where when.
CREATE TABLE appointments (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  work_order_id TEXT NOT NULL,
  starts_at TEXT NOT NULL,
  ends_at TEXT NOT NULL,
  state TEXT NOT NULL CONSTRAINT appointment_state CHECK (state IN ('booked', 'done', 'released')),
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id) ON DELETE CASCADE,
  CONSTRAINT appointment_span CHECK (ends_at > starts_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX appointments_work_order ON appointments (org_id, work_order_id);
CREATE UNIQUE INDEX appointments_booked ON appointments (org_id, work_order_id) WHERE state = 'booked';

CREATE TABLE appointment_technicians (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  appointment_id TEXT NOT NULL,
  technician_id TEXT NOT NULL,
  role TEXT NOT NULL CONSTRAINT appointment_technician_role CHECK (role IN ('lead', 'helper')),
  starts_at TEXT NOT NULL,
  ends_at TEXT NOT NULL,
  blocks_calendar INTEGER NOT NULL DEFAULT 1 CONSTRAINT appointment_technician_blocks_calendar CHECK (blocks_calendar IN (0, 1)),
  -- Why two jobs at once are meant; null: they are not.
  override_reason TEXT,
  -- The work orders beside which an override lets a booking stand, as their ids; null: beside any.
  override_of TEXT CONSTRAINT appointment_technician_override_of_json CHECK (json_valid(override_of)),
  PRIMARY KEY (org_id, appointment_id, technician_id),
  FOREIGN KEY (org_id, appointment_id) REFERENCES appointments (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, technician_id) REFERENCES technicians (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX appointment_technicians_time ON appointment_technicians (org_id, technician_id, starts_at) WHERE blocks_calendar = 1;
CREATE UNIQUE INDEX appointment_technicians_lead ON appointment_technicians (org_id, appointment_id) WHERE role = 'lead';

-- Half-open intervals: a job may begin at the instant another ends. No appointment is longer than seven days, which bounds the
-- search. An override holds for the jobs that whoever gave it knew of: one that came in meanwhile is refused all the same.
CREATE TRIGGER appointment_technicians_free_insert BEFORE INSERT ON appointment_technicians
WHEN NEW.blocks_calendar = 1 AND (NEW.override_reason IS NULL OR NEW.override_of IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'technician_booked') WHERE EXISTS (
    SELECT 1 FROM appointment_technicians v
    WHERE v.org_id = NEW.org_id AND v.technician_id = NEW.technician_id AND v.blocks_calendar = 1 AND v.appointment_id <> NEW.appointment_id
      AND v.starts_at < NEW.ends_at AND v.ends_at > NEW.starts_at
      AND v.starts_at > strftime('%Y-%m-%dT%H:%M:%fZ', NEW.starts_at, '-7 days')
      AND NOT EXISTS (
        SELECT 1 FROM appointments o JOIN json_each(NEW.override_of) allowed ON allowed.value = o.work_order_id
        WHERE o.org_id = v.org_id AND o.id = v.appointment_id
      )
  );
END;

CREATE TRIGGER appointment_technicians_free_update BEFORE UPDATE ON appointment_technicians
WHEN NEW.blocks_calendar = 1 AND (NEW.override_reason IS NULL OR NEW.override_of IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'technician_booked') WHERE EXISTS (
    SELECT 1 FROM appointment_technicians v
    WHERE v.org_id = NEW.org_id AND v.technician_id = NEW.technician_id AND v.blocks_calendar = 1 AND v.appointment_id <> NEW.appointment_id
      AND v.starts_at < NEW.ends_at AND v.ends_at > NEW.starts_at
      AND v.starts_at > strftime('%Y-%m-%dT%H:%M:%fZ', NEW.starts_at, '-7 days')
      AND NOT EXISTS (
        SELECT 1 FROM appointments o JOIN json_each(NEW.override_of) allowed ON allowed.value = o.work_order_id
        WHERE o.org_id = v.org_id AND o.id = v.appointment_id
      )
  );
END;

CREATE TABLE work_order_history (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  work_order_id TEXT NOT NULL,
  id TEXT NOT NULL,
  -- Both null: the status stayed, the time or the people changed.
  from_status TEXT,
  to_status TEXT,
  -- { before, after }, each { start, end, technicianIds }; null: neither time nor people changed.
  booking TEXT CONSTRAINT work_order_history_booking_json CHECK (json_valid(booking)),
  reason TEXT,
  user_id TEXT,
  -- By the clock of the device on which it happened, and by the server's.
  occurred_at TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  PRIMARY KEY (org_id, work_order_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id) ON DELETE CASCADE,
  CONSTRAINT work_order_history_says_something CHECK (to_status IS NOT NULL OR booking IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER work_order_history_is_append_only BEFORE UPDATE ON work_order_history
BEGIN SELECT RAISE(ABORT, 'history_append_only'); END;

CREATE TABLE work_order_notes (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  work_order_id TEXT NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL CONSTRAINT work_order_note_body CHECK (length(body) BETWEEN 1 AND 4000),
  customer_visible INTEGER NOT NULL CONSTRAINT work_order_note_customer_visible CHECK (customer_visible IN (0, 1)),
  user_id TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, work_order_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE work_order_tasks (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  work_order_id TEXT NOT NULL,
  id TEXT NOT NULL,
  position INTEGER NOT NULL,
  title TEXT NOT NULL CONSTRAINT work_order_task_title CHECK (length(title) BETWEEN 1 AND 200),
  required INTEGER NOT NULL DEFAULT 1 CONSTRAINT work_order_task_required CHECK (required IN (0, 1)),
  done_at TEXT,
  done_by TEXT,
  service_task_id TEXT,
  kind TEXT NOT NULL DEFAULT 'check' CONSTRAINT work_order_task_kind CHECK (kind IN ('check', 'measurement', 'photo', 'signature', 'reading', 'note')),
  instructions TEXT,
  skills TEXT NOT NULL DEFAULT '[]' CONSTRAINT work_order_task_skills_json CHECK (json_valid(skills)),
  unit TEXT,
  min_value REAL,
  max_value REAL,
  result TEXT CONSTRAINT work_order_task_result_json CHECK (json_valid(result)),
  outcome TEXT CONSTRAINT work_order_task_outcome CHECK (outcome IN ('pass', 'fail')),
  -- The work order that was opened for what failed here.
  follow_up_id TEXT,
  -- Counts what was put down for a task, so that a device which did not see the last of it overwrites nothing.
  version INTEGER NOT NULL DEFAULT 1 CONSTRAINT work_order_task_version CHECK (version > 0),
  PRIMARY KEY (org_id, work_order_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
-- What was measured on a unit before, without reading the other tasks of its jobs.
CREATE INDEX work_order_tasks_measured ON work_order_tasks (org_id, work_order_id) WHERE kind = 'measurement' AND result IS NOT NULL;

-- Evidence: what a customer signed is never changed and never taken away.
CREATE TABLE work_order_signatures (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  work_order_id TEXT NOT NULL,
  id TEXT NOT NULL,
  signer_name TEXT NOT NULL CONSTRAINT signature_signer_name CHECK (length(signer_name) BETWEEN 1 AND 120),
  -- SVG path data of the strokes; null where the name was typed alone.
  strokes TEXT CONSTRAINT signature_strokes CHECK (length(strokes) <= 60000),
  user_id TEXT,
  signed_at TEXT NOT NULL,
  PRIMARY KEY (org_id, work_order_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER signatures_are_append_only BEFORE UPDATE ON work_order_signatures BEGIN SELECT RAISE(ABORT, 'evidence_append_only'); END;

CREATE TRIGGER signatures_are_kept BEFORE DELETE ON work_order_signatures BEGIN SELECT RAISE(ABORT, 'evidence_append_only'); END;

-- Pictures taken on the job. Evidence: never changed and never taken away; the file itself is in the file store.
CREATE TABLE work_order_photos (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  work_order_id TEXT NOT NULL,
  id TEXT NOT NULL,
  -- The checklist's task that asked for it; null for a picture taken unasked.
  task_id TEXT,
  file_key TEXT NOT NULL,
  content_type TEXT NOT NULL CONSTRAINT photo_content_type CHECK (content_type IN ('image/jpeg', 'image/png', 'image/webp')),
  bytes INTEGER NOT NULL CONSTRAINT photo_bytes CHECK (bytes BETWEEN 1 AND 8000000),
  user_id TEXT,
  -- By the clock of the device, and by the server's.
  taken_at TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  PRIMARY KEY (org_id, work_order_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER photos_are_append_only BEFORE UPDATE ON work_order_photos BEGIN SELECT RAISE(ABORT, 'evidence_append_only'); END;

CREATE TRIGGER photos_are_kept BEFORE DELETE ON work_order_photos BEGIN SELECT RAISE(ABORT, 'evidence_append_only'); END;

CREATE VIRTUAL TABLE work_order_search USING fts5 (title, customer, content = '', contentless_delete = 1, prefix = '2 3');

CREATE TRIGGER work_orders_after_insert AFTER INSERT ON work_orders
BEGIN
  INSERT INTO work_order_search (rowid, title, customer)
  SELECT o.key * 2147483648 + NEW.number,
    printf('WO-%03d %d ', NEW.number, NEW.number) || NEW.title || ' ' || coalesce(NEW.description, ''), c.name
  FROM tenant_organizations o, customers c
  WHERE o.id = NEW.org_id AND c.org_id = NEW.org_id AND c.id = NEW.customer_id;
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'work_orders.status=' || NEW.status, 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'work_orders.customer=' || NEW.customer_id, 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
  INSERT INTO counters (org_id, name, value)
  SELECT NEW.org_id, 'work_orders.technician=' || NEW.technician_id, 1 WHERE NEW.technician_id IS NOT NULL
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER work_orders_after_status AFTER UPDATE OF status ON work_orders WHEN OLD.status <> NEW.status
BEGIN
  UPDATE counters SET value = value - 1 WHERE org_id = OLD.org_id AND name = 'work_orders.status=' || OLD.status;
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'work_orders.status=' || NEW.status, 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER work_orders_after_customer AFTER UPDATE OF customer_id ON work_orders WHEN OLD.customer_id <> NEW.customer_id
BEGIN
  UPDATE counters SET value = value - 1 WHERE org_id = OLD.org_id AND name = 'work_orders.customer=' || OLD.customer_id;
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'work_orders.customer=' || NEW.customer_id, 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER work_orders_after_technician AFTER UPDATE OF technician_id ON work_orders WHEN OLD.technician_id IS NOT NEW.technician_id
BEGIN
  UPDATE counters SET value = value - 1
  WHERE org_id = OLD.org_id AND OLD.technician_id IS NOT NULL AND name = 'work_orders.technician=' || OLD.technician_id;
  INSERT INTO counters (org_id, name, value)
  SELECT NEW.org_id, 'work_orders.technician=' || NEW.technician_id, 1 WHERE NEW.technician_id IS NOT NULL
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER work_orders_after_text AFTER UPDATE OF title, description, customer_id ON work_orders
BEGIN
  UPDATE work_order_search SET
    title = printf('WO-%03d %d ', NEW.number, NEW.number) || NEW.title || ' ' || coalesce(NEW.description, ''),
    customer = (SELECT name FROM customers WHERE org_id = NEW.org_id AND id = NEW.customer_id)
  WHERE rowid = (SELECT key * 2147483648 + NEW.number FROM tenant_organizations WHERE id = NEW.org_id);
END;

CREATE TRIGGER work_orders_after_delete AFTER DELETE ON work_orders
BEGIN
  DELETE FROM work_order_search WHERE rowid = (SELECT key * 2147483648 + OLD.number FROM tenant_organizations WHERE id = OLD.org_id);
  UPDATE counters SET value = value - 1 WHERE org_id = OLD.org_id AND name IN (
    'work_orders.status=' || OLD.status, 'work_orders.customer=' || OLD.customer_id, 'work_orders.technician=' || coalesce(OLD.technician_id, '')
  );
END;

-- A customer's new name is found on the work orders it already has.
CREATE TRIGGER customers_rename_work_orders AFTER UPDATE OF name ON customers WHEN OLD.name <> NEW.name
BEGIN
  UPDATE work_order_search SET
    title = (SELECT printf('WO-%03d %d ', w.number, w.number) || w.title || ' ' || coalesce(w.description, '')
      FROM work_orders w WHERE w.org_id = NEW.org_id AND w.number = work_order_search.rowid % 2147483648),
    customer = NEW.name
  WHERE rowid IN (
    SELECT o.key * 2147483648 + w.number FROM work_orders w JOIN tenant_organizations o ON o.id = w.org_id
    WHERE w.org_id = NEW.org_id AND w.customer_id = NEW.id
  );
END;

CREATE TRIGGER work_orders_after_insert_service_type AFTER INSERT ON work_orders WHEN NEW.service_type_id IS NOT NULL
BEGIN
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'service_types.jobs=' || NEW.service_type_id, 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER work_orders_after_service_type AFTER UPDATE OF service_type_id ON work_orders WHEN OLD.service_type_id IS NOT NEW.service_type_id
BEGIN
  UPDATE counters SET value = value - 1 WHERE org_id = OLD.org_id AND name = 'service_types.jobs=' || OLD.service_type_id;
  INSERT INTO counters (org_id, name, value)
  SELECT NEW.org_id, 'service_types.jobs=' || NEW.service_type_id, 1 WHERE NEW.service_type_id IS NOT NULL
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER work_orders_after_delete_service_type AFTER DELETE ON work_orders WHEN OLD.service_type_id IS NOT NULL
BEGIN
  UPDATE counters SET value = value - 1 WHERE org_id = OLD.org_id AND name = 'service_types.jobs=' || OLD.service_type_id;
END;

CREATE TRIGGER work_orders_open_insert AFTER INSERT ON work_orders WHEN NEW.status NOT IN ('completed', 'closed', 'cancelled')
BEGIN
  UPDATE customers SET open_work_orders = open_work_orders + 1 WHERE org_id = NEW.org_id AND id = NEW.customer_id;
END;

CREATE TRIGGER work_orders_open_update AFTER UPDATE OF status, customer_id ON work_orders
WHEN OLD.customer_id <> NEW.customer_id
  OR (OLD.status IN ('completed', 'closed', 'cancelled')) <> (NEW.status IN ('completed', 'closed', 'cancelled'))
BEGIN
  UPDATE customers SET open_work_orders = open_work_orders - 1
  WHERE org_id = OLD.org_id AND id = OLD.customer_id AND OLD.status NOT IN ('completed', 'closed', 'cancelled');
  UPDATE customers SET open_work_orders = open_work_orders + 1
  WHERE org_id = NEW.org_id AND id = NEW.customer_id AND NEW.status NOT IN ('completed', 'closed', 'cancelled');
END;

CREATE TRIGGER work_orders_open_delete AFTER DELETE ON work_orders WHEN OLD.status NOT IN ('completed', 'closed', 'cancelled')
BEGIN
  UPDATE customers SET open_work_orders = open_work_orders - 1 WHERE org_id = OLD.org_id AND id = OLD.customer_id;
END;
