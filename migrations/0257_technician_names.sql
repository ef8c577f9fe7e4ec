-- Everybody by name, as every list of people reads them: without it the database reads each once more to sort them.
CREATE INDEX technicians_last_name ON technicians (org_id, last_name, first_name);
