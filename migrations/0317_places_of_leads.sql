-- No statement reads them: similar leads are found by full text.
DROP INDEX leads_place;
ALTER TABLE leads DROP COLUMN place_key;
