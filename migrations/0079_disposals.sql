-- Refrigerant that was recovered before an appliance was disposed of: what a log of disposals lists by month (40 CFR 82.156(a)(3)).
ALTER TABLE refrigerant_readings ADD COLUMN is_disposal INTEGER NOT NULL DEFAULT 0
  CONSTRAINT refrigerant_reading_disposal CHECK (is_disposal IN (0, 1) AND (is_disposal = 0 OR recovered_milli_lb IS NOT NULL));
CREATE INDEX refrigerant_readings_disposals ON refrigerant_readings (org_id, taken_at, id) WHERE is_disposal = 1 AND removed_at IS NULL;
