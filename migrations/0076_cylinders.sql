-- Refrigerant cylinders and an append-only ledger of what each weighed before and after every use. Weights are thousandths of a
-- pound as the scale shows them, cylinder included. What a cylinder weighs, who has it and whether it is still here follow from
-- the ledger by the triggers here and are written by nothing else.
CREATE TABLE refrigerant_cylinders (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  number TEXT NOT NULL CONSTRAINT cylinder_number CHECK (length(number) BETWEEN 1 AND 64 AND number = trim(number)),
  refrigerant TEXT NOT NULL CONSTRAINT cylinder_refrigerant CHECK (length(refrigerant) BETWEEN 1 AND 32),
  kind TEXT NOT NULL CONSTRAINT cylinder_kind CHECK (kind IN ('virgin', 'reclaimed', 'recovery')),
  tare_milli_lb INTEGER NOT NULL CONSTRAINT cylinder_tare CHECK (tare_milli_lb BETWEEN 1 AND 10000000),
  -- The most refrigerant that it may hold.
  capacity_milli_lb INTEGER NOT NULL CONSTRAINT cylinder_capacity CHECK (capacity_milli_lb BETWEEN 1 AND 10000000),
  gross_milli_lb INTEGER NOT NULL,
  -- The technician who has it; null: the shop.
  holder_id TEXT,
  -- The day by which it is to be tested again; null: not known, or never.
  test_due_on TEXT CONSTRAINT cylinder_test_due_on CHECK (test_due_on IS date(test_due_on)),
  -- A reading from the field did not fit what the ledger says it holds.
  needs_weighing INTEGER NOT NULL DEFAULT 0 CONSTRAINT cylinder_needs_weighing CHECK (needs_weighing IN (0, 1)),
  returned_at TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, holder_id) REFERENCES technicians (org_id, id),
  CONSTRAINT cylinder_holds CHECK (gross_milli_lb >= tare_milli_lb),
  CONSTRAINT cylinder_full CHECK (gross_milli_lb <= tare_milli_lb + capacity_milli_lb)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX refrigerant_cylinders_number ON refrigerant_cylinders (org_id, upper(number));
CREATE INDEX refrigerant_cylinders_here ON refrigerant_cylinders (org_id, upper(number)) WHERE returned_at IS NULL;
CREATE INDEX refrigerant_cylinders_returned ON refrigerant_cylinders (org_id, upper(number)) WHERE returned_at IS NOT NULL;
CREATE INDEX refrigerant_cylinders_to_weigh ON refrigerant_cylinders (org_id, upper(number)) WHERE needs_weighing = 1;

CREATE TABLE refrigerant_cylinder_entries (
  org_id TEXT NOT NULL,
  cylinder_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT cylinder_entry_kind CHECK (kind IN ('received', 'charged', 'recovered', 'weighed', 'handed_over', 'returned')),
  before_milli_lb INTEGER NOT NULL,
  after_milli_lb INTEGER NOT NULL,
  -- What its reading says was added or recovered.
  said_milli_lb INTEGER CONSTRAINT cylinder_entry_said CHECK (said_milli_lb > 0),
  -- Why what a reading from the field says does not fit the cylinder: the weight went as far as it could, and is to be checked.
  issue TEXT CONSTRAINT cylinder_entry_issue CHECK (issue IN ('short', 'over_capacity', 'other_refrigerant', 'not_recovery', 'returned')),
  -- Who used it, or had it when it was weighed, handed over or returned; null: the shop.
  technician_id TEXT,
  -- Who has it from then on; null: the shop.
  to_technician_id TEXT,
  -- The certificate under section 608 that its user held on the day; null on a use: none was valid.
  certificate TEXT CONSTRAINT cylinder_entry_certificate CHECK (length(certificate) BETWEEN 1 AND 300),
  reading_id TEXT,
  reverses_id TEXT,
  note TEXT CONSTRAINT cylinder_entry_note CHECK (length(note) BETWEEN 1 AND 300),
  occurred_at TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, cylinder_id, seq),
  FOREIGN KEY (org_id, cylinder_id) REFERENCES refrigerant_cylinders (org_id, id),
  FOREIGN KEY (org_id, technician_id) REFERENCES technicians (org_id, id),
  FOREIGN KEY (org_id, to_technician_id) REFERENCES technicians (org_id, id),
  FOREIGN KEY (org_id, reading_id) REFERENCES refrigerant_readings (org_id, id),
  CONSTRAINT cylinder_entry_of_reading CHECK ((kind IN ('charged', 'recovered')) = (reading_id IS NOT NULL) AND (reading_id IS NULL) = (said_milli_lb IS NULL)),
  CONSTRAINT cylinder_entry_change CHECK (
    CASE
      WHEN kind IN ('handed_over', 'returned') THEN after_milli_lb = before_milli_lb
      WHEN kind = 'charged' AND issue IS NULL THEN after_milli_lb - before_milli_lb = CASE WHEN reverses_id IS NULL THEN -said_milli_lb ELSE said_milli_lb END
      WHEN kind = 'recovered' AND issue IS NULL THEN after_milli_lb - before_milli_lb = CASE WHEN reverses_id IS NULL THEN said_milli_lb ELSE -said_milli_lb END
      ELSE 1
    END
  ),
  CONSTRAINT cylinder_entry_issue_of_use CHECK (issue IS NULL OR reading_id IS NOT NULL),
  CONSTRAINT cylinder_entry_reversible CHECK (reverses_id IS NULL OR kind IN ('charged', 'recovered', 'weighed', 'returned'))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX refrigerant_cylinder_entries_id ON refrigerant_cylinder_entries (org_id, id);
CREATE UNIQUE INDEX refrigerant_cylinder_entries_reversed_once ON refrigerant_cylinder_entries (org_id, reverses_id) WHERE reverses_id IS NOT NULL;
CREATE INDEX refrigerant_cylinder_entries_reading ON refrigerant_cylinder_entries (org_id, reading_id) WHERE reading_id IS NOT NULL;
CREATE INDEX refrigerant_cylinder_entries_occurred ON refrigerant_cylinder_entries (org_id, occurred_at);

CREATE TRIGGER refrigerant_cylinders_begin BEFORE INSERT ON refrigerant_cylinders
WHEN NEW.gross_milli_lb <> NEW.tare_milli_lb OR NEW.holder_id IS NOT NULL OR NEW.returned_at IS NOT NULL OR NEW.needs_weighing <> 0
BEGIN SELECT RAISE(ABORT, 'cylinder_begins_empty'); END;
CREATE TRIGGER refrigerant_cylinders_fixed BEFORE UPDATE ON refrigerant_cylinders
WHEN NEW.kind <> OLD.kind OR NEW.created_at <> OLD.created_at
  OR (NEW.refrigerant <> OLD.refrigerant AND OLD.gross_milli_lb <> OLD.tare_milli_lb)
BEGIN SELECT RAISE(ABORT, 'cylinder_not_empty'); END;
CREATE TRIGGER refrigerant_cylinders_by_ledger BEFORE UPDATE OF gross_milli_lb ON refrigerant_cylinders
WHEN NEW.gross_milli_lb <> OLD.gross_milli_lb AND NEW.gross_milli_lb IS NOT (
  SELECT e.after_milli_lb FROM refrigerant_cylinder_entries e
  WHERE e.org_id = NEW.org_id AND e.cylinder_id = NEW.id ORDER BY e.seq DESC LIMIT 1)
BEGIN SELECT RAISE(ABORT, 'cylinder_weight_by_ledger'); END;
CREATE TRIGGER refrigerant_cylinders_no_delete BEFORE DELETE ON refrigerant_cylinders
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'cylinder_kept'); END;

CREATE TRIGGER refrigerant_cylinder_entries_check BEFORE INSERT ON refrigerant_cylinder_entries
BEGIN
  SELECT RAISE(ABORT, 'cylinder_entry_weight') FROM refrigerant_cylinders c
  WHERE c.org_id = NEW.org_id AND c.id = NEW.cylinder_id AND c.gross_milli_lb <> NEW.before_milli_lb;
  -- Away, it comes back first; what a use takes back that never was is booked all the same.
  SELECT RAISE(ABORT, 'cylinder_returned') FROM refrigerant_cylinders c
  WHERE c.org_id = NEW.org_id AND c.id = NEW.cylinder_id AND c.returned_at IS NOT NULL
    AND NEW.kind <> 'received' AND NEW.reverses_id IS NULL AND NEW.issue IS NULL;
  SELECT RAISE(ABORT, 'cylinder_not_returned') FROM refrigerant_cylinders c
  WHERE c.org_id = NEW.org_id AND c.id = NEW.cylinder_id AND c.returned_at IS NULL
    AND ((NEW.kind = 'received' AND NEW.seq > 1) OR (NEW.kind = 'returned' AND NEW.reverses_id IS NOT NULL));
  SELECT RAISE(ABORT, 'cylinder_other_refrigerant') FROM refrigerant_cylinders c
  JOIN refrigerant_readings r ON r.org_id = NEW.org_id AND r.id = NEW.reading_id
  WHERE c.org_id = NEW.org_id AND c.id = NEW.cylinder_id AND c.refrigerant <> r.refrigerant
    AND NEW.issue IS NULL AND NEW.reverses_id IS NULL;
  SELECT RAISE(ABORT, 'cylinder_not_recovery') FROM refrigerant_cylinders c
  WHERE c.org_id = NEW.org_id AND c.id = NEW.cylinder_id AND NEW.kind = 'recovered' AND c.kind <> 'recovery'
    AND NEW.issue IS NULL AND NEW.reverses_id IS NULL;
  SELECT RAISE(ABORT, 'cylinder_entry_reverses') WHERE NEW.reverses_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM refrigerant_cylinder_entries o
    WHERE o.org_id = NEW.org_id AND o.id = NEW.reverses_id AND o.cylinder_id = NEW.cylinder_id AND o.kind = NEW.kind
      AND o.reverses_id IS NULL AND o.reading_id IS NEW.reading_id
      AND (NEW.issue IS NOT NULL OR NEW.after_milli_lb - NEW.before_milli_lb = o.before_milli_lb - o.after_milli_lb));
END;
CREATE TRIGGER refrigerant_cylinder_entries_post AFTER INSERT ON refrigerant_cylinder_entries
BEGIN
  UPDATE refrigerant_cylinders SET
    gross_milli_lb = NEW.after_milli_lb,
    holder_id = CASE WHEN NEW.kind = 'handed_over' THEN NEW.to_technician_id ELSE holder_id END,
    returned_at = CASE
      WHEN NEW.kind = 'returned' AND NEW.reverses_id IS NULL THEN NEW.occurred_at
      WHEN NEW.kind IN ('returned', 'received') THEN NULL
      ELSE returned_at
    END,
    needs_weighing = CASE
      WHEN NEW.issue IS NOT NULL OR (NEW.kind = 'weighed' AND NEW.reverses_id IS NOT NULL) THEN 1
      WHEN NEW.kind IN ('weighed', 'received') THEN 0
      ELSE needs_weighing
    END
  WHERE org_id = NEW.org_id AND id = NEW.cylinder_id;
END;
CREATE TRIGGER refrigerant_cylinder_entries_no_update BEFORE UPDATE ON refrigerant_cylinder_entries
BEGIN SELECT RAISE(ABORT, 'cylinder_ledger_append_only'); END;
CREATE TRIGGER refrigerant_cylinder_entries_no_delete BEFORE DELETE ON refrigerant_cylinder_entries
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'cylinder_ledger_append_only'); END;

-- What a reading took from a cylinder or put into it is corrected by taking the reading away, which puts it back.
CREATE TRIGGER refrigerant_readings_in_cylinder BEFORE UPDATE OF added_milli_lb, recovered_milli_lb, cylinder ON refrigerant_readings
WHEN (NEW.added_milli_lb IS NOT OLD.added_milli_lb OR NEW.recovered_milli_lb IS NOT OLD.recovered_milli_lb OR NEW.cylinder IS NOT OLD.cylinder)
  AND EXISTS (SELECT 1 FROM refrigerant_cylinder_entries e WHERE e.org_id = OLD.org_id AND e.reading_id = OLD.id)
BEGIN SELECT RAISE(ABORT, 'refrigerant_reading_in_cylinder'); END;
