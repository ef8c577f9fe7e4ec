-- The day a completed occurrence was stored as the last maintenance of its equipment, and the day that replaced, so that reopening
-- the job takes it back.
ALTER TABLE maintenance_occurrences ADD COLUMN maintained_on TEXT
  CONSTRAINT maintenance_occurrence_maintained_on CHECK (maintained_on IS date(maintained_on));
ALTER TABLE maintenance_occurrences ADD COLUMN replaced_on TEXT
  CONSTRAINT maintenance_occurrence_replaced_on CHECK (replaced_on IS date(replaced_on));
