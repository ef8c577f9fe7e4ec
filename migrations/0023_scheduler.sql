-- What the scheduler decides in the database: who may be booked twice, and what a reassigned day was before.

-- The work orders beside which an override lets a booking stand, as their ids; null: beside any.
ALTER TABLE appointment_technicians ADD COLUMN override_of TEXT CONSTRAINT appointment_technician_override_of_json CHECK (json_valid(override_of));

-- An override holds for the jobs that whoever gave it knew of: one that came in meanwhile is refused all the same.
DROP TRIGGER appointment_technicians_free_insert;
DROP TRIGGER appointment_technicians_free_update;
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

-- A day that was given to others at one stroke, with what each job was before, so that it can be taken back at one stroke.
CREATE TABLE day_reassignments (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  technician_id TEXT NOT NULL,
  date TEXT NOT NULL,
  -- [{ id, version, before: { technicianIds, start, end, status }, after: { technicianIds, start, end } }]
  changes TEXT NOT NULL CONSTRAINT day_reassignment_changes_json CHECK (json_valid(changes)),
  created_by TEXT,
  created_at TEXT NOT NULL,
  undone_at TEXT,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, technician_id) REFERENCES technicians (org_id, id)
) STRICT, WITHOUT ROWID;

-- Minutes by road between two points, as a provider measured them; points are rounded to some ten metres.
CREATE TABLE drive_times (
  from_point TEXT NOT NULL,
  to_point TEXT NOT NULL,
  minutes INTEGER NOT NULL CONSTRAINT drive_time_minutes CHECK (minutes >= 0),
  measured_at TEXT NOT NULL,
  PRIMARY KEY (from_point, to_point)
) STRICT, WITHOUT ROWID;
