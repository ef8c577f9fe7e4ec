-- Who handled refrigerant, and the certificate under section 608 that was valid on the day: with every charge and recovery, not
-- only with those from a cylinder of the ledger. Both are null on readings without either; the certificate alone where none was valid.
ALTER TABLE refrigerant_readings ADD COLUMN technician_id TEXT;
ALTER TABLE refrigerant_readings ADD COLUMN certificate TEXT CONSTRAINT refrigerant_reading_certificate CHECK (length(certificate) BETWEEN 1 AND 300);
UPDATE refrigerant_readings SET
  technician_id = (SELECT e.technician_id FROM refrigerant_cylinder_entries e INDEXED BY refrigerant_cylinder_entries_reading
    WHERE e.org_id = refrigerant_readings.org_id AND e.reading_id = refrigerant_readings.id AND e.reverses_id IS NULL ORDER BY e.seq LIMIT 1),
  certificate = (SELECT e.certificate FROM refrigerant_cylinder_entries e INDEXED BY refrigerant_cylinder_entries_reading
    WHERE e.org_id = refrigerant_readings.org_id AND e.reading_id = refrigerant_readings.id AND e.reverses_id IS NULL ORDER BY e.seq LIMIT 1)
WHERE added_milli_lb IS NOT NULL OR recovered_milli_lb IS NOT NULL;

-- What a technician's phone keeps.
CREATE INDEX refrigerant_cylinders_held ON refrigerant_cylinders (org_id, holder_id, upper(number)) WHERE holder_id IS NOT NULL AND returned_at IS NULL;
-- Additions and recoveries of a whole business by day.
CREATE INDEX refrigerant_readings_handled ON refrigerant_readings (org_id, taken_at, id)
WHERE removed_at IS NULL AND (added_milli_lb IS NOT NULL OR recovered_milli_lb IS NOT NULL);
