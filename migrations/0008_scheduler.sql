-- What the scheduler remembers of a day.

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
