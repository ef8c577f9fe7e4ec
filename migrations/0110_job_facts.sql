-- What completed jobs come to, counted by the day on which they were completed in the business's zone. The rows and sums here are
-- derived by the triggers alone.

-- From which instant on the business's clocks are so far ahead of UTC: triggers know no time zones.
CREATE TABLE business_clock (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  from_at TEXT NOT NULL,
  offset_minutes INTEGER NOT NULL CONSTRAINT business_clock_offset CHECK (offset_minutes BETWEEN -900 AND 900),
  PRIMARY KEY (org_id, from_at)
) STRICT, WITHOUT ROWID;

-- The zone by which the days here were counted. Another zone of the business, or no row: they have to be counted again.
CREATE TABLE job_fact_zones (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  time_zone TEXT NOT NULL,
  counted_at TEXT NOT NULL,
  PRIMARY KEY (org_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX work_orders_callbacks ON work_orders (org_id, callback_of) WHERE callback_of IS NOT NULL;

-- One row for each job that is completed or closed.
CREATE TABLE job_facts (
  org_id TEXT NOT NULL,
  work_order_id TEXT NOT NULL,
  completed_at TEXT NOT NULL,
  completed_on TEXT NOT NULL,
  -- Its lead; empty: nobody.
  technician_id TEXT NOT NULL,
  -- Empty: none.
  service_type_id TEXT NOT NULL,
  has_unit INTEGER NOT NULL CONSTRAINT job_fact_has_unit CHECK (has_unit IN (0, 1)),
  -- No other job on one of its units was completed within 30 days after it.
  fixed_first_time INTEGER NOT NULL CONSTRAINT job_fact_fixed CHECK (fixed_first_time IN (0, 1) AND fixed_first_time <= has_unit),
  -- Another job that is not canceled came back for what failed on it.
  called_back INTEGER NOT NULL CONSTRAINT job_fact_called_back CHECK (called_back IN (0, 1)),
  labor_seconds INTEGER NOT NULL,
  travel_seconds INTEGER NOT NULL,
  billed INTEGER NOT NULL CONSTRAINT job_fact_billed CHECK (billed IN (0, 1)),
  -- Issued invoices less credit notes, before tax.
  revenue_minor INTEGER NOT NULL,
  -- The same where the cost of every line is known, trip charges aside.
  costed_revenue_minor INTEGER NOT NULL,
  cost_minor INTEGER NOT NULL,
  PRIMARY KEY (org_id, work_order_id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX job_facts_day ON job_facts (org_id, completed_on, work_order_id);
CREATE INDEX job_facts_technician ON job_facts (org_id, technician_id, completed_on, work_order_id);
CREATE INDEX job_facts_service_type ON job_facts (org_id, service_type_id, completed_on, work_order_id);
CREATE INDEX job_facts_called_back ON job_facts (org_id, completed_on, work_order_id) WHERE called_back = 1;
CREATE INDEX job_facts_second_visit ON job_facts (org_id, completed_on, work_order_id) WHERE has_unit = 1 AND fixed_first_time = 0;

-- Sums of them by period: of all, of each technician and of each service type. Weeks begin on Monday.
CREATE TABLE job_sums (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  scope TEXT NOT NULL CONSTRAINT job_sum_scope CHECK (scope IN ('all', 'technician', 'service_type')),
  grain TEXT NOT NULL CONSTRAINT job_sum_grain CHECK (grain IN ('day', 'week', 'month', 'year')),
  -- The first day of the period.
  starts_on TEXT NOT NULL,
  -- The technician or service type; empty: none, or all.
  key TEXT NOT NULL,
  jobs INTEGER NOT NULL,
  unit_jobs INTEGER NOT NULL,
  fixed_jobs INTEGER NOT NULL,
  callback_jobs INTEGER NOT NULL,
  labor_seconds INTEGER NOT NULL,
  travel_seconds INTEGER NOT NULL,
  billed_jobs INTEGER NOT NULL,
  revenue_minor INTEGER NOT NULL,
  costed_revenue_minor INTEGER NOT NULL,
  cost_minor INTEGER NOT NULL,
  PRIMARY KEY (org_id, scope, grain, starts_on, key)
) STRICT, WITHOUT ROWID;

-- How much work came in by week, and how much is booked by day.
CREATE TABLE workload_sums (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  kind TEXT NOT NULL CONSTRAINT workload_sum_kind CHECK (kind IN ('created', 'booked')),
  starts_on TEXT NOT NULL,
  jobs INTEGER NOT NULL,
  minutes INTEGER NOT NULL,
  PRIMARY KEY (org_id, kind, starts_on)
) STRICT, WITHOUT ROWID;

-- What a job was called back for: tasks of its checklist that failed, and parts that were used on it.
CREATE TABLE callback_causes (
  org_id TEXT NOT NULL,
  work_order_id TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT callback_cause_kind CHECK (kind IN ('task', 'part')),
  key TEXT NOT NULL,
  label TEXT NOT NULL,
  completed_on TEXT NOT NULL,
  PRIMARY KEY (org_id, work_order_id, kind, key),
  FOREIGN KEY (org_id, work_order_id) REFERENCES job_facts (org_id, work_order_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX callback_causes_key ON callback_causes (org_id, kind, key, completed_on, work_order_id);

CREATE TABLE callback_cause_sums (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  kind TEXT NOT NULL CONSTRAINT callback_cause_sum_kind CHECK (kind IN ('task', 'part')),
  grain TEXT NOT NULL CONSTRAINT callback_cause_sum_grain CHECK (grain IN ('day', 'month', 'year')),
  starts_on TEXT NOT NULL,
  key TEXT NOT NULL,
  label TEXT NOT NULL,
  callbacks INTEGER NOT NULL,
  PRIMARY KEY (org_id, kind, grain, starts_on, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX callback_cause_sums_most ON callback_cause_sums (org_id, kind, grain, starts_on, callbacks DESC, key);

CREATE VIEW job_fact_source AS
SELECT w.org_id, w.id AS work_order_id, w.completed_at,
  date(w.completed_at, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = w.org_id AND k.from_at <= w.completed_at ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes') AS completed_on,
  coalesce(w.technician_id, '') AS technician_id, coalesce(w.service_type_id, '') AS service_type_id,
  EXISTS (SELECT 1 FROM work_order_equipment e WHERE e.org_id = w.org_id AND e.work_order_id = w.id) AS has_unit,
  EXISTS (SELECT 1 FROM work_order_equipment e WHERE e.org_id = w.org_id AND e.work_order_id = w.id) AND NOT EXISTS (
    SELECT 1 FROM work_order_equipment mine
    CROSS JOIN work_order_equipment other INDEXED BY work_order_equipment_unit
      ON other.org_id = w.org_id AND other.equipment_id = mine.equipment_id AND other.work_order_id <> w.id
    CROSS JOIN work_orders again ON again.org_id = w.org_id AND again.id = other.work_order_id
    WHERE mine.org_id = w.org_id AND mine.work_order_id = w.id AND again.status IN ('completed', 'closed')
      AND again.completed_at > w.completed_at AND again.completed_at <= strftime('%Y-%m-%dT%H:%M:%fZ', w.completed_at, '+30 days')
  ) AS fixed_first_time,
  EXISTS (
    SELECT 1 FROM work_orders c INDEXED BY work_orders_callbacks
    WHERE c.org_id = w.org_id AND c.callback_of = w.id AND c.status <> 'cancelled'
  ) AS called_back,
  (SELECT coalesce(sum(max(0, CAST(round((julianday(min(n.occurred_at, n.recorded_at)) - julianday(min(h.occurred_at, h.recorded_at))) * 86400) AS INTEGER))), 0)
    FROM work_order_history h CROSS JOIN work_order_history n ON n.org_id = w.org_id AND n.work_order_id = w.id AND n.id = (
      SELECT min(l.id) FROM work_order_history l WHERE l.org_id = w.org_id AND l.work_order_id = w.id AND l.id > h.id AND l.to_status IS NOT NULL)
    WHERE h.org_id = w.org_id AND h.work_order_id = w.id AND h.to_status = 'in_progress') AS labor_seconds,
  (SELECT coalesce(sum(max(0, CAST(round((julianday(min(n.occurred_at, n.recorded_at)) - julianday(min(h.occurred_at, h.recorded_at))) * 86400) AS INTEGER))), 0)
    FROM work_order_history h CROSS JOIN work_order_history n ON n.org_id = w.org_id AND n.work_order_id = w.id AND n.id = (
      SELECT min(l.id) FROM work_order_history l WHERE l.org_id = w.org_id AND l.work_order_id = w.id AND l.id > h.id AND l.to_status IS NOT NULL)
    WHERE h.org_id = w.org_id AND h.work_order_id = w.id AND h.to_status = 'en_route') AS travel_seconds,
  EXISTS (
    SELECT 1 FROM invoices i INDEXED BY invoices_work_order
    WHERE i.org_id = w.org_id AND i.work_order_id = w.id AND i.kind = 'invoice' AND i.status = 'issued'
  ) AS billed,
  (SELECT coalesce(sum((i.subtotal_minor - i.discount_minor) * CASE i.kind WHEN 'invoice' THEN 1 ELSE -1 END), 0)
    FROM invoices i INDEXED BY invoices_work_order WHERE i.org_id = w.org_id AND i.work_order_id = w.id AND i.status <> 'draft') AS revenue_minor,
  (SELECT coalesce(sum(l.cost_minor), 0)
    FROM invoices i INDEXED BY invoices_work_order CROSS JOIN invoice_lines l ON l.org_id = w.org_id AND l.invoice_id = i.id
    WHERE i.org_id = w.org_id AND i.work_order_id = w.id AND i.kind = 'invoice' AND i.status = 'issued') AS cost_minor,
  EXISTS (
    SELECT 1 FROM invoices i INDEXED BY invoices_work_order CROSS JOIN invoice_lines l ON l.org_id = w.org_id AND l.invoice_id = i.id
    WHERE i.org_id = w.org_id AND i.work_order_id = w.id AND i.kind = 'invoice' AND i.status = 'issued'
      AND l.cost_minor IS NULL AND l.kind <> 'trip'
  ) AS has_unknown_cost
FROM work_orders w CROSS JOIN tenant_organizations o ON o.id = w.org_id AND o.deleting = 0
WHERE w.status IN ('completed', 'closed') AND w.completed_at IS NOT NULL;

-- A job to count again: INSERT INTO job_fact_refreshes. Nothing is stored.
CREATE VIEW job_fact_refreshes AS SELECT org_id, work_order_id FROM job_facts;
CREATE TRIGGER job_fact_refreshes_insert INSTEAD OF INSERT ON job_fact_refreshes
BEGIN
  DELETE FROM job_facts WHERE org_id = NEW.org_id AND work_order_id = NEW.work_order_id AND NOT EXISTS (
    SELECT 1 FROM work_orders w WHERE w.org_id = NEW.org_id AND w.id = NEW.work_order_id
      AND w.status IN ('completed', 'closed') AND w.completed_at IS NOT NULL);
  INSERT INTO job_facts (org_id, work_order_id, completed_at, completed_on, technician_id, service_type_id, has_unit, fixed_first_time, called_back, labor_seconds, travel_seconds, billed, revenue_minor, costed_revenue_minor, cost_minor)
  SELECT s.org_id, s.work_order_id, s.completed_at, s.completed_on, s.technician_id, s.service_type_id, s.has_unit, s.fixed_first_time,
    s.called_back, s.labor_seconds, s.travel_seconds, s.billed, s.revenue_minor,
    CASE WHEN s.has_unknown_cost THEN 0 ELSE s.revenue_minor END, CASE WHEN s.has_unknown_cost THEN 0 ELSE s.cost_minor END
  FROM job_fact_source s WHERE s.org_id = NEW.org_id AND s.work_order_id = NEW.work_order_id
  ON CONFLICT (org_id, work_order_id) DO UPDATE SET
    completed_at = excluded.completed_at, completed_on = excluded.completed_on, technician_id = excluded.technician_id, service_type_id = excluded.service_type_id, has_unit = excluded.has_unit, fixed_first_time = excluded.fixed_first_time, called_back = excluded.called_back, labor_seconds = excluded.labor_seconds, travel_seconds = excluded.travel_seconds, billed = excluded.billed, revenue_minor = excluded.revenue_minor, costed_revenue_minor = excluded.costed_revenue_minor, cost_minor = excluded.cost_minor
  WHERE (job_facts.completed_at, job_facts.completed_on, job_facts.technician_id, job_facts.service_type_id, job_facts.has_unit, job_facts.fixed_first_time, job_facts.called_back, job_facts.labor_seconds, job_facts.travel_seconds, job_facts.billed, job_facts.revenue_minor, job_facts.costed_revenue_minor, job_facts.cost_minor)
    IS NOT (excluded.completed_at, excluded.completed_on, excluded.technician_id, excluded.service_type_id, excluded.has_unit, excluded.fixed_first_time, excluded.called_back, excluded.labor_seconds, excluded.travel_seconds, excluded.billed, excluded.revenue_minor, excluded.costed_revenue_minor, excluded.cost_minor);
END;

-- What a row adds to its sums, or takes from them: INSERT INTO job_sum_changes with a sign.
CREATE VIEW job_sum_changes AS SELECT *, 1 AS sign FROM job_facts;
CREATE TRIGGER job_sum_changes_insert INSTEAD OF INSERT ON job_sum_changes
BEGIN
  INSERT INTO job_sums (org_id, scope, grain, starts_on, key, jobs, unit_jobs, fixed_jobs, callback_jobs, labor_seconds, travel_seconds, billed_jobs, revenue_minor, costed_revenue_minor, cost_minor)
  SELECT NEW.org_id, g.value ->> 0, g.value ->> 1,
    CASE g.value ->> 1 WHEN 'day' THEN NEW.completed_on WHEN 'week' THEN date(NEW.completed_on, '-6 days', 'weekday 1')
      WHEN 'month' THEN substr(NEW.completed_on, 1, 7) || '-01' ELSE substr(NEW.completed_on, 1, 4) || '-01-01' END,
    CASE g.value ->> 0 WHEN 'technician' THEN NEW.technician_id WHEN 'service_type' THEN NEW.service_type_id ELSE '' END,
    NEW.sign, NEW.sign * NEW.has_unit, NEW.sign * NEW.fixed_first_time, NEW.sign * NEW.called_back, NEW.sign * NEW.labor_seconds,
    NEW.sign * NEW.travel_seconds, NEW.sign * NEW.billed, NEW.sign * NEW.revenue_minor, NEW.sign * NEW.costed_revenue_minor, NEW.sign * NEW.cost_minor
  FROM json_each('[["all","day"],["all","week"],["all","month"],["all","year"],["technician","day"],["technician","month"],["technician","year"],["service_type","day"],["service_type","month"],["service_type","year"]]') g
  WHERE true
  ON CONFLICT (org_id, scope, grain, starts_on, key) DO UPDATE SET
    jobs = jobs + excluded.jobs, unit_jobs = unit_jobs + excluded.unit_jobs, fixed_jobs = fixed_jobs + excluded.fixed_jobs, callback_jobs = callback_jobs + excluded.callback_jobs, labor_seconds = labor_seconds + excluded.labor_seconds, travel_seconds = travel_seconds + excluded.travel_seconds, billed_jobs = billed_jobs + excluded.billed_jobs, revenue_minor = revenue_minor + excluded.revenue_minor, costed_revenue_minor = costed_revenue_minor + excluded.costed_revenue_minor, cost_minor = cost_minor + excluded.cost_minor;
END;

CREATE TRIGGER job_facts_after_insert AFTER INSERT ON job_facts
BEGIN
  INSERT INTO job_sum_changes (org_id, work_order_id, completed_at, completed_on, technician_id, service_type_id, has_unit, fixed_first_time, called_back, labor_seconds, travel_seconds, billed, revenue_minor, costed_revenue_minor, cost_minor, sign)
  VALUES (NEW.org_id, NEW.work_order_id, NEW.completed_at, NEW.completed_on, NEW.technician_id, NEW.service_type_id, NEW.has_unit, NEW.fixed_first_time, NEW.called_back, NEW.labor_seconds, NEW.travel_seconds, NEW.billed, NEW.revenue_minor, NEW.costed_revenue_minor, NEW.cost_minor, 1);
  INSERT INTO callback_cause_refreshes (org_id, work_order_id) SELECT NEW.org_id, NEW.work_order_id WHERE NEW.called_back = 1;
END;
CREATE TRIGGER job_facts_after_update AFTER UPDATE ON job_facts
BEGIN
  INSERT INTO job_sum_changes (org_id, work_order_id, completed_at, completed_on, technician_id, service_type_id, has_unit, fixed_first_time, called_back, labor_seconds, travel_seconds, billed, revenue_minor, costed_revenue_minor, cost_minor, sign)
  VALUES (OLD.org_id, OLD.work_order_id, OLD.completed_at, OLD.completed_on, OLD.technician_id, OLD.service_type_id, OLD.has_unit, OLD.fixed_first_time, OLD.called_back, OLD.labor_seconds, OLD.travel_seconds, OLD.billed, OLD.revenue_minor, OLD.costed_revenue_minor, OLD.cost_minor, -1);
  INSERT INTO job_sum_changes (org_id, work_order_id, completed_at, completed_on, technician_id, service_type_id, has_unit, fixed_first_time, called_back, labor_seconds, travel_seconds, billed, revenue_minor, costed_revenue_minor, cost_minor, sign)
  VALUES (NEW.org_id, NEW.work_order_id, NEW.completed_at, NEW.completed_on, NEW.technician_id, NEW.service_type_id, NEW.has_unit, NEW.fixed_first_time, NEW.called_back, NEW.labor_seconds, NEW.travel_seconds, NEW.billed, NEW.revenue_minor, NEW.costed_revenue_minor, NEW.cost_minor, 1);
  INSERT INTO callback_cause_refreshes (org_id, work_order_id)
  SELECT NEW.org_id, NEW.work_order_id WHERE OLD.called_back <> NEW.called_back OR OLD.completed_on <> NEW.completed_on;
END;
CREATE TRIGGER job_facts_after_delete AFTER DELETE ON job_facts
BEGIN
  INSERT INTO job_sum_changes (org_id, work_order_id, completed_at, completed_on, technician_id, service_type_id, has_unit, fixed_first_time, called_back, labor_seconds, travel_seconds, billed, revenue_minor, costed_revenue_minor, cost_minor, sign)
  VALUES (OLD.org_id, OLD.work_order_id, OLD.completed_at, OLD.completed_on, OLD.technician_id, OLD.service_type_id, OLD.has_unit, OLD.fixed_first_time, OLD.called_back, OLD.labor_seconds, OLD.travel_seconds, OLD.billed, OLD.revenue_minor, OLD.costed_revenue_minor, OLD.cost_minor, -1);
END;

-- What a job that was called back was called back for, read again: INSERT INTO callback_cause_refreshes.
CREATE VIEW callback_cause_refreshes AS SELECT org_id, work_order_id FROM job_facts;
CREATE TRIGGER callback_cause_refreshes_insert INSTEAD OF INSERT ON callback_cause_refreshes
BEGIN
  DELETE FROM callback_causes WHERE org_id = NEW.org_id AND work_order_id = NEW.work_order_id;
  INSERT INTO callback_causes (org_id, work_order_id, kind, key, label, completed_on)
  SELECT f.org_id, f.work_order_id, 'task', coalesce(t.service_task_id, lower(t.title)), min(t.title), f.completed_on
  FROM job_facts f CROSS JOIN work_order_tasks t ON t.org_id = f.org_id AND t.work_order_id = f.work_order_id
  WHERE f.org_id = NEW.org_id AND f.work_order_id = NEW.work_order_id AND f.called_back = 1 AND (t.outcome = 'fail' OR t.follow_up_id IS NOT NULL)
  GROUP BY coalesce(t.service_task_id, lower(t.title));
  INSERT INTO callback_causes (org_id, work_order_id, kind, key, label, completed_on)
  SELECT f.org_id, f.work_order_id, 'part', coalesce(p.item_id, lower(p.description)), min(p.description), f.completed_on
  FROM job_facts f CROSS JOIN work_order_parts p INDEXED BY work_order_parts_job ON p.org_id = f.org_id AND p.work_order_id = f.work_order_id
  WHERE f.org_id = NEW.org_id AND f.work_order_id = NEW.work_order_id AND f.called_back = 1 AND p.removed_at IS NULL
  GROUP BY coalesce(p.item_id, lower(p.description));
END;
CREATE TRIGGER callback_causes_after_insert AFTER INSERT ON callback_causes
BEGIN
  INSERT INTO callback_cause_sums (org_id, kind, grain, starts_on, key, label, callbacks)
  SELECT NEW.org_id, NEW.kind, g.value, CASE g.value WHEN 'day' THEN NEW.completed_on WHEN 'week' THEN date(NEW.completed_on, '-6 days', 'weekday 1')
      WHEN 'month' THEN substr(NEW.completed_on, 1, 7) || '-01' ELSE substr(NEW.completed_on, 1, 4) || '-01-01' END, NEW.key, NEW.label, 1
  FROM json_each('["day","month","year"]') g WHERE true
  ON CONFLICT (org_id, kind, grain, starts_on, key) DO UPDATE SET callbacks = callbacks + 1, label = excluded.label;
END;
CREATE TRIGGER callback_causes_after_delete AFTER DELETE ON callback_causes
BEGIN
  UPDATE callback_cause_sums SET callbacks = callbacks - 1
  WHERE org_id = OLD.org_id AND kind = OLD.kind AND key = OLD.key AND (grain, starts_on) IN (
    SELECT g.value, CASE g.value WHEN 'day' THEN OLD.completed_on WHEN 'week' THEN date(OLD.completed_on, '-6 days', 'weekday 1')
      WHEN 'month' THEN substr(OLD.completed_on, 1, 7) || '-01' ELSE substr(OLD.completed_on, 1, 4) || '-01-01' END FROM json_each('["day","month","year"]') g);
END;
CREATE TRIGGER work_order_tasks_callback_causes AFTER UPDATE OF outcome, follow_up_id, title ON work_order_tasks
BEGIN
  INSERT INTO callback_cause_refreshes (org_id, work_order_id)
  SELECT f.org_id, f.work_order_id FROM job_facts f WHERE f.org_id = NEW.org_id AND f.work_order_id = NEW.work_order_id AND f.called_back = 1;
END;
CREATE TRIGGER work_order_tasks_callback_causes_gone AFTER DELETE ON work_order_tasks
BEGIN
  INSERT INTO callback_cause_refreshes (org_id, work_order_id)
  SELECT f.org_id, f.work_order_id FROM job_facts f WHERE f.org_id = OLD.org_id AND f.work_order_id = OLD.work_order_id AND f.called_back = 1;
END;
CREATE TRIGGER work_order_parts_callback_causes AFTER INSERT ON work_order_parts
BEGIN
  INSERT INTO callback_cause_refreshes (org_id, work_order_id)
  SELECT f.org_id, f.work_order_id FROM job_facts f WHERE f.org_id = NEW.org_id AND f.work_order_id = NEW.work_order_id AND f.called_back = 1;
END;
CREATE TRIGGER work_order_parts_callback_causes_changed AFTER UPDATE OF removed_at, description ON work_order_parts
BEGIN
  INSERT INTO callback_cause_refreshes (org_id, work_order_id)
  SELECT f.org_id, f.work_order_id FROM job_facts f WHERE f.org_id = NEW.org_id AND f.work_order_id = NEW.work_order_id AND f.called_back = 1;
END;

-- A job's own row, those of jobs on the same units that it may be the second visit of, and that of the job it comes back for.
CREATE TRIGGER work_orders_facts_insert AFTER INSERT ON work_orders WHEN NEW.completed_at IS NOT NULL OR NEW.callback_of IS NOT NULL
BEGIN
  INSERT INTO job_fact_refreshes (org_id, work_order_id)
  SELECT NEW.org_id, NEW.id UNION SELECT NEW.org_id, NEW.callback_of WHERE NEW.callback_of IS NOT NULL;
END;
CREATE TRIGGER work_orders_facts_update AFTER UPDATE OF status, completed_at, technician_id, service_type_id, callback_of ON work_orders
WHEN (OLD.completed_at IS NOT NULL OR NEW.completed_at IS NOT NULL OR OLD.callback_of IS NOT NULL OR NEW.callback_of IS NOT NULL)
  AND (OLD.status, OLD.completed_at, OLD.technician_id, OLD.service_type_id, OLD.callback_of)
    IS NOT (NEW.status, NEW.completed_at, NEW.technician_id, NEW.service_type_id, NEW.callback_of)
BEGIN
  INSERT INTO job_fact_refreshes (org_id, work_order_id)
  SELECT NEW.org_id, NEW.id
  UNION SELECT NEW.org_id, OLD.callback_of WHERE OLD.callback_of IS NOT NULL
  UNION SELECT NEW.org_id, NEW.callback_of WHERE NEW.callback_of IS NOT NULL
  UNION SELECT NEW.org_id, other.work_order_id
    FROM work_order_equipment mine
    CROSS JOIN work_order_equipment other INDEXED BY work_order_equipment_unit
      ON other.org_id = NEW.org_id AND other.equipment_id = mine.equipment_id AND other.work_order_id <> NEW.id
    CROSS JOIN job_facts f ON f.org_id = NEW.org_id AND f.work_order_id = other.work_order_id
    WHERE mine.org_id = NEW.org_id AND mine.work_order_id = NEW.id
      AND ((OLD.status IN ('completed', 'closed')) <> (NEW.status IN ('completed', 'closed')) OR OLD.completed_at IS NOT NEW.completed_at)
      AND f.completed_at >= strftime('%Y-%m-%dT%H:%M:%fZ', min(coalesce(OLD.completed_at, NEW.completed_at), coalesce(NEW.completed_at, OLD.completed_at)), '-31 days')
      AND f.completed_at <= max(coalesce(OLD.completed_at, NEW.completed_at), coalesce(NEW.completed_at, OLD.completed_at));
END;
CREATE TRIGGER work_orders_facts_delete AFTER DELETE ON work_orders WHEN OLD.callback_of IS NOT NULL
BEGIN
  INSERT INTO job_fact_refreshes (org_id, work_order_id) VALUES (OLD.org_id, OLD.callback_of);
END;
CREATE TRIGGER work_order_history_facts AFTER INSERT ON work_order_history WHEN NEW.to_status IS NOT NULL
BEGIN
  INSERT INTO job_fact_refreshes (org_id, work_order_id)
  SELECT f.org_id, f.work_order_id FROM job_facts f WHERE f.org_id = NEW.org_id AND f.work_order_id = NEW.work_order_id;
END;
CREATE TRIGGER work_order_equipment_facts AFTER INSERT ON work_order_equipment
WHEN EXISTS (SELECT 1 FROM job_facts f WHERE f.org_id = NEW.org_id AND f.work_order_id = NEW.work_order_id)
BEGIN
  INSERT INTO job_fact_refreshes (org_id, work_order_id)
  SELECT f.org_id, f.work_order_id FROM work_order_equipment e INDEXED BY work_order_equipment_unit
  CROSS JOIN job_facts f ON f.org_id = NEW.org_id AND f.work_order_id = e.work_order_id
  WHERE e.org_id = NEW.org_id AND e.equipment_id = NEW.equipment_id;
END;
CREATE TRIGGER work_order_equipment_facts_gone AFTER DELETE ON work_order_equipment
BEGIN
  INSERT INTO job_fact_refreshes (org_id, work_order_id)
  SELECT f.org_id, f.work_order_id FROM job_facts f WHERE f.org_id = OLD.org_id AND f.work_order_id = OLD.work_order_id
  UNION SELECT f.org_id, f.work_order_id FROM work_order_equipment e INDEXED BY work_order_equipment_unit
  CROSS JOIN job_facts f ON f.org_id = OLD.org_id AND f.work_order_id = e.work_order_id
  WHERE e.org_id = OLD.org_id AND e.equipment_id = OLD.equipment_id;
END;
CREATE TRIGGER invoices_facts AFTER UPDATE OF status ON invoices WHEN OLD.status <> NEW.status AND NEW.work_order_id IS NOT NULL
BEGIN
  INSERT INTO job_fact_refreshes (org_id, work_order_id) VALUES (NEW.org_id, NEW.work_order_id);
END;

-- Work that came in: all that was not canceled.
CREATE TRIGGER work_orders_created_insert AFTER INSERT ON work_orders
BEGIN
  INSERT INTO workload_sums (org_id, kind, starts_on, jobs, minutes)
  SELECT NEW.org_id, 'created', date(date(NEW.created_at, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = NEW.org_id AND k.from_at <= NEW.created_at ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes'), '-6 days', 'weekday 1'), 1, NEW.duration_minutes WHERE NEW.status <> 'cancelled'
  ON CONFLICT (org_id, kind, starts_on) DO UPDATE SET jobs = jobs + excluded.jobs, minutes = minutes + excluded.minutes;
END;
CREATE TRIGGER work_orders_created_update AFTER UPDATE OF status, duration_minutes, created_at ON work_orders
WHEN (OLD.status = 'cancelled') <> (NEW.status = 'cancelled') OR OLD.duration_minutes <> NEW.duration_minutes OR OLD.created_at <> NEW.created_at
BEGIN
  INSERT INTO workload_sums (org_id, kind, starts_on, jobs, minutes)
  SELECT OLD.org_id, 'created', date(date(OLD.created_at, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = OLD.org_id AND k.from_at <= OLD.created_at ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes'), '-6 days', 'weekday 1'), -1, -OLD.duration_minutes WHERE OLD.status <> 'cancelled'
  ON CONFLICT (org_id, kind, starts_on) DO UPDATE SET jobs = jobs + excluded.jobs, minutes = minutes + excluded.minutes;
  INSERT INTO workload_sums (org_id, kind, starts_on, jobs, minutes)
  SELECT NEW.org_id, 'created', date(date(NEW.created_at, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = NEW.org_id AND k.from_at <= NEW.created_at ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes'), '-6 days', 'weekday 1'), 1, NEW.duration_minutes WHERE NEW.status <> 'cancelled'
  ON CONFLICT (org_id, kind, starts_on) DO UPDATE SET jobs = jobs + excluded.jobs, minutes = minutes + excluded.minutes;
END;
CREATE TRIGGER work_orders_created_delete AFTER DELETE ON work_orders
BEGIN
  INSERT INTO workload_sums (org_id, kind, starts_on, jobs, minutes)
  SELECT OLD.org_id, 'created', date(date(OLD.created_at, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = OLD.org_id AND k.from_at <= OLD.created_at ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes'), '-6 days', 'weekday 1'), -1, -OLD.duration_minutes WHERE OLD.status <> 'cancelled'
  ON CONFLICT (org_id, kind, starts_on) DO UPDATE SET jobs = jobs + excluded.jobs, minutes = minutes + excluded.minutes;
END;

-- Each technician's own time, by the day on which the visit begins.
CREATE TRIGGER appointment_technicians_booked_insert AFTER INSERT ON appointment_technicians
BEGIN
  INSERT INTO workload_sums (org_id, kind, starts_on, jobs, minutes)
  SELECT NEW.org_id, 'booked', date(NEW.starts_at, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = NEW.org_id AND k.from_at <= NEW.starts_at ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes'), (NEW.role = 'lead'), CAST(round((julianday(NEW.ends_at) - julianday(NEW.starts_at)) * 1440) AS INTEGER) WHERE NEW.blocks_calendar = 1
  ON CONFLICT (org_id, kind, starts_on) DO UPDATE SET jobs = jobs + excluded.jobs, minutes = minutes + excluded.minutes;
END;
CREATE TRIGGER appointment_technicians_booked_update AFTER UPDATE OF starts_at, ends_at, blocks_calendar, role ON appointment_technicians
BEGIN
  INSERT INTO workload_sums (org_id, kind, starts_on, jobs, minutes)
  SELECT OLD.org_id, 'booked', date(OLD.starts_at, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = OLD.org_id AND k.from_at <= OLD.starts_at ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes'), -(OLD.role = 'lead'), -CAST(round((julianday(OLD.ends_at) - julianday(OLD.starts_at)) * 1440) AS INTEGER) WHERE OLD.blocks_calendar = 1
  ON CONFLICT (org_id, kind, starts_on) DO UPDATE SET jobs = jobs + excluded.jobs, minutes = minutes + excluded.minutes;
  INSERT INTO workload_sums (org_id, kind, starts_on, jobs, minutes)
  SELECT NEW.org_id, 'booked', date(NEW.starts_at, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = NEW.org_id AND k.from_at <= NEW.starts_at ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes'), (NEW.role = 'lead'), CAST(round((julianday(NEW.ends_at) - julianday(NEW.starts_at)) * 1440) AS INTEGER) WHERE NEW.blocks_calendar = 1
  ON CONFLICT (org_id, kind, starts_on) DO UPDATE SET jobs = jobs + excluded.jobs, minutes = minutes + excluded.minutes;
END;
CREATE TRIGGER appointment_technicians_booked_delete AFTER DELETE ON appointment_technicians
BEGIN
  INSERT INTO workload_sums (org_id, kind, starts_on, jobs, minutes)
  SELECT OLD.org_id, 'booked', date(OLD.starts_at, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = OLD.org_id AND k.from_at <= OLD.starts_at ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes'), -(OLD.role = 'lead'), -CAST(round((julianday(OLD.ends_at) - julianday(OLD.starts_at)) * 1440) AS INTEGER) WHERE OLD.blocks_calendar = 1
  ON CONFLICT (org_id, kind, starts_on) DO UPDATE SET jobs = jobs + excluded.jobs, minutes = minutes + excluded.minutes;
END;
