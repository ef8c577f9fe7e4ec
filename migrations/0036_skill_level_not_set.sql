-- A skill level that nobody chose is not set; it used to read 'apprentice', the column's default.
-- SQLite cannot take a default or NOT NULL off a column, so a new column takes the old one's values and name.
-- Whether a stored 'apprentice' was chosen cannot be told any more: it stays as it is.

ALTER TABLE technicians ADD COLUMN chosen_skill_level TEXT
  CONSTRAINT technician_skill_level_chosen CHECK (chosen_skill_level IN ('lead', 'senior', 'certified', 'specialist', 'apprentice'));
UPDATE technicians SET chosen_skill_level = skill_level;
ALTER TABLE technicians DROP COLUMN skill_level;
ALTER TABLE technicians RENAME COLUMN chosen_skill_level TO skill_level;
