-- Details of closed work orders that nobody changed for months lie in files: what happened, tasks that only the job's own page reads,
-- signatures. A work order says whether it has its own: 0 here, 1 in a file, 2 while the batch runs that brings them back.
ALTER TABLE work_orders ADD COLUMN detail_archived INTEGER NOT NULL DEFAULT 0 CONSTRAINT work_order_detail_archived CHECK (detail_archived IN (0, 1, 2));

-- What may be archived, those first that were left alone for longest; what is archived is not in it.
CREATE INDEX work_orders_to_archive ON work_orders (org_id, updated_at)
WHERE detail_archived = 0 AND to_bill = 0 AND status IN ('completed', 'closed', 'cancelled');

CREATE TABLE work_order_archives (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  work_order_id TEXT NOT NULL,
  -- The file is archives/<org_id>/<batch>/<work_order_id>.
  batch TEXT NOT NULL CONSTRAINT work_order_archive_batch CHECK (length(batch) BETWEEN 1 AND 40),
  -- Of the file's bytes, in base64url.
  sha256 TEXT NOT NULL CONSTRAINT work_order_archive_sum CHECK (length(sha256) = 43),
  bytes INTEGER NOT NULL CONSTRAINT work_order_archive_bytes CHECK (bytes > 0),
  history_rows INTEGER NOT NULL,
  task_rows INTEGER NOT NULL,
  signature_rows INTEGER NOT NULL,
  -- What its history came to, which reports still ask for.
  labor_seconds INTEGER NOT NULL,
  travel_seconds INTEGER NOT NULL,
  archived_at TEXT NOT NULL,
  PRIMARY KEY (org_id, work_order_id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER work_order_archives_after_insert AFTER INSERT ON work_order_archives
BEGIN
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'archived_work_orders', 1), (NEW.org_id, 'archived_bytes', NEW.bytes)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + excluded.value;
END;

CREATE TRIGGER work_order_archives_after_delete AFTER DELETE ON work_order_archives
BEGIN
  UPDATE counters SET value = value - 1 WHERE org_id = OLD.org_id AND name = 'archived_work_orders';
  UPDATE counters SET value = value - OLD.bytes WHERE org_id = OLD.org_id AND name = 'archived_bytes';
END;

-- The row alone says where the details are: it goes when they are back.
CREATE TRIGGER work_order_archives_kept BEFORE DELETE ON work_order_archives
WHEN EXISTS (SELECT 1 FROM work_orders w WHERE w.org_id = OLD.org_id AND w.id = OLD.work_order_id AND w.detail_archived = 1)
  AND NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'archive_kept'); END;

CREATE TRIGGER work_order_archives_fixed BEFORE UPDATE ON work_order_archives BEGIN SELECT RAISE(ABORT, 'archive_kept'); END;

-- Files that no row may name in the end: of a batch that is being written, and of details that are back.
CREATE TABLE archive_leftovers (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  batch TEXT NOT NULL,
  -- The work orders whose files they are: a JSON array of ids.
  work_orders TEXT NOT NULL CONSTRAINT archive_leftover_work_orders CHECK (json_valid(work_orders)),
  due_at TEXT NOT NULL,
  -- Being deleted: nothing is archived under this batch any more.
  sweeping INTEGER NOT NULL DEFAULT 0 CONSTRAINT archive_leftover_sweeping CHECK (sweeping IN (0, 1)),
  PRIMARY KEY (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX archive_leftovers_due ON archive_leftovers (due_at);

-- After how many months without a change details are archived; 0: never. Without a row, after 24.
CREATE TABLE archive_settings (
  org_id TEXT PRIMARY KEY REFERENCES tenant_organizations (id),
  after_months INTEGER NOT NULL CONSTRAINT archive_after_months CHECK (after_months = 0 OR after_months BETWEEN 12 AND 120),
  version INTEGER NOT NULL DEFAULT 1,
  updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What happens to a work order whose details are in a file has to bring them back first.
CREATE TRIGGER work_order_history_archived BEFORE INSERT ON work_order_history
WHEN EXISTS (SELECT 1 FROM work_orders w WHERE w.org_id = NEW.org_id AND w.id = NEW.work_order_id AND w.detail_archived = 1)
BEGIN SELECT RAISE(ABORT, 'work_order_archived'); END;

-- Entries that come back were looked at when they were made.
DROP TRIGGER work_order_history_not_ahead;
CREATE TRIGGER work_order_history_not_ahead BEFORE INSERT ON work_order_history
WHEN (julianday(NEW.occurred_at) IS NULL OR julianday(NEW.occurred_at) > julianday(NEW.recorded_at) + 5.01 / 1440)
  AND NOT EXISTS (SELECT 1 FROM work_orders w WHERE w.org_id = NEW.org_id AND w.id = NEW.work_order_id AND w.detail_archived = 2)
BEGIN SELECT RAISE(ABORT, 'history_ahead'); END;

DROP TRIGGER work_order_history_in_order;
CREATE TRIGGER work_order_history_in_order BEFORE INSERT ON work_order_history
WHEN NEW.to_status IS NOT NULL AND EXISTS (
  SELECT 1 FROM work_order_history h
  WHERE h.org_id = NEW.org_id AND h.work_order_id = NEW.work_order_id AND h.to_status IS NOT NULL
    AND julianday(min(h.occurred_at, h.recorded_at)) > julianday(NEW.occurred_at) + 5.01 / 1440
) AND NOT EXISTS (SELECT 1 FROM work_orders w WHERE w.org_id = NEW.org_id AND w.id = NEW.work_order_id AND w.detail_archived = 2)
BEGIN SELECT RAISE(ABORT, 'history_out_of_order'); END;

-- What a customer signed goes into the file with the rest, and nowhere else.
DROP TRIGGER signatures_are_kept;
CREATE TRIGGER signatures_are_kept BEFORE DELETE ON work_order_signatures
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
  AND NOT EXISTS (SELECT 1 FROM work_order_archives a WHERE a.org_id = OLD.org_id AND a.work_order_id = OLD.work_order_id AND a.signature_rows > 0)
BEGIN SELECT RAISE(ABORT, 'evidence_append_only'); END;

-- Hours of a job whose history is in a file are those that it came to.
DROP VIEW job_fact_source;
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
  CASE WHEN w.detail_archived <> 0 THEN coalesce((SELECT a.labor_seconds FROM work_order_archives a WHERE a.org_id = w.org_id AND a.work_order_id = w.id), 0) ELSE
  (SELECT coalesce(sum(max(0, CAST(round((julianday(min(n.occurred_at, n.recorded_at)) - julianday(min(h.occurred_at, h.recorded_at))) * 86400) AS INTEGER))), 0)
    FROM work_order_history h CROSS JOIN work_order_history n ON n.org_id = w.org_id AND n.work_order_id = w.id AND n.id = (
      SELECT min(l.id) FROM work_order_history l WHERE l.org_id = w.org_id AND l.work_order_id = w.id AND l.id > h.id AND l.to_status IS NOT NULL)
    WHERE h.org_id = w.org_id AND h.work_order_id = w.id AND h.to_status = 'in_progress') END AS labor_seconds,
  CASE WHEN w.detail_archived <> 0 THEN coalesce((SELECT a.travel_seconds FROM work_order_archives a WHERE a.org_id = w.org_id AND a.work_order_id = w.id), 0) ELSE
  (SELECT coalesce(sum(max(0, CAST(round((julianday(min(n.occurred_at, n.recorded_at)) - julianday(min(h.occurred_at, h.recorded_at))) * 86400) AS INTEGER))), 0)
    FROM work_order_history h CROSS JOIN work_order_history n ON n.org_id = w.org_id AND n.work_order_id = w.id AND n.id = (
      SELECT min(l.id) FROM work_order_history l WHERE l.org_id = w.org_id AND l.work_order_id = w.id AND l.id > h.id AND l.to_status IS NOT NULL)
    WHERE h.org_id = w.org_id AND h.work_order_id = w.id AND h.to_status = 'en_route') END AS travel_seconds,
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
