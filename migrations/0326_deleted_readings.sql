-- Who deleted a reading and why. One with a refrigerant weight stays in the records that an inspector reads for three years
-- (40 CFR 82.157 and 84.106), marked as deleted.
ALTER TABLE refrigerant_readings ADD COLUMN removed_by TEXT;
ALTER TABLE refrigerant_readings ADD COLUMN removal_reason TEXT
  CONSTRAINT refrigerant_reading_removal_reason CHECK (length(removal_reason) BETWEEN 1 AND 300);
CREATE INDEX refrigerant_readings_struck ON refrigerant_readings (org_id, equipment_id, taken_at, id)
WHERE removed_at IS NOT NULL AND (added_milli_lb IS NOT NULL OR recovered_milli_lb IS NOT NULL);
