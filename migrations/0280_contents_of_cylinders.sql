-- What a cylinder held when a row of its ledger was written, and what it weighed empty: a record of the past stays the same when the
-- cylinder takes another refrigerant or its tare is corrected. The database fills both in. They are empty only in rows restored from
-- a backup or an export that is older, and those get them before the cylinder changes.
ALTER TABLE refrigerant_cylinder_entries ADD COLUMN refrigerant TEXT CONSTRAINT cylinder_entry_refrigerant CHECK (length(refrigerant) BETWEEN 1 AND 32);
ALTER TABLE refrigerant_cylinder_entries ADD COLUMN tare_milli_lb INTEGER CONSTRAINT cylinder_entry_tare CHECK (tare_milli_lb > 0);

DROP TRIGGER refrigerant_cylinder_entries_no_update;

-- Of rows there already, the audit log has the refrigerant from before the cylinder's next change. Their tare is today's: one that was
-- corrected since was wrong.
UPDATE refrigerant_cylinder_entries SET
  refrigerant = coalesce(
    (SELECT a.before ->> 'refrigerant' FROM audit_log a INDEXED BY audit_log_entity
      WHERE a.org_id = refrigerant_cylinder_entries.org_id AND a.entity = 'refrigerant_cylinder'
        AND a.entity_id = refrigerant_cylinder_entries.cylinder_id AND a.action = 'refrigerant_cylinder.update'
        AND a.before ->> 'refrigerant' IS NOT NULL AND a.at >= refrigerant_cylinder_entries.created_at
      ORDER BY a.at LIMIT 1),
    (SELECT c.refrigerant FROM refrigerant_cylinders c
      WHERE c.org_id = refrigerant_cylinder_entries.org_id AND c.id = refrigerant_cylinder_entries.cylinder_id)),
  tare_milli_lb = (SELECT c.tare_milli_lb FROM refrigerant_cylinders c
    WHERE c.org_id = refrigerant_cylinder_entries.org_id AND c.id = refrigerant_cylinder_entries.cylinder_id);

CREATE TRIGGER refrigerant_cylinder_entries_no_update BEFORE UPDATE OF org_id, cylinder_id, seq, id, kind, before_milli_lb, after_milli_lb,
  recorded_milli_lb, issue, technician_id, to_technician_id, certificate, reading_id, reverses_id, note, occurred_at, created_by, created_at
ON refrigerant_cylinder_entries
BEGIN SELECT RAISE(ABORT, 'cylinder_ledger_append_only'); END;
CREATE TRIGGER refrigerant_cylinder_entries_filled_once BEFORE UPDATE OF refrigerant, tare_milli_lb ON refrigerant_cylinder_entries
WHEN OLD.refrigerant IS NOT NULL OR OLD.tare_milli_lb IS NOT NULL OR NOT EXISTS (
  SELECT 1 FROM refrigerant_cylinders c
  WHERE c.org_id = NEW.org_id AND c.id = NEW.cylinder_id AND c.refrigerant = NEW.refrigerant AND c.tare_milli_lb = NEW.tare_milli_lb)
BEGIN SELECT RAISE(ABORT, 'cylinder_ledger_append_only'); END;

CREATE TRIGGER refrigerant_cylinder_entries_contents BEFORE INSERT ON refrigerant_cylinder_entries
WHEN NEW.refrigerant IS NOT NULL OR NEW.tare_milli_lb IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'cylinder_entry_contents'); END;
CREATE TRIGGER refrigerant_cylinder_entries_fill AFTER INSERT ON refrigerant_cylinder_entries
BEGIN
  UPDATE refrigerant_cylinder_entries SET (refrigerant, tare_milli_lb) = (
    SELECT c.refrigerant, c.tare_milli_lb FROM refrigerant_cylinders c WHERE c.org_id = NEW.org_id AND c.id = NEW.cylinder_id)
  WHERE org_id = NEW.org_id AND cylinder_id = NEW.cylinder_id AND seq = NEW.seq;
END;
CREATE TRIGGER refrigerant_cylinders_fill_entries BEFORE UPDATE OF refrigerant, tare_milli_lb ON refrigerant_cylinders
WHEN NEW.refrigerant <> OLD.refrigerant OR NEW.tare_milli_lb <> OLD.tare_milli_lb
BEGIN
  UPDATE refrigerant_cylinder_entries SET refrigerant = OLD.refrigerant, tare_milli_lb = OLD.tare_milli_lb
  WHERE org_id = OLD.org_id AND cylinder_id = OLD.id AND refrigerant IS NULL;
END;
