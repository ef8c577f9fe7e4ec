-- The knowledge graph finds a contact by its id alone, and the lead that a work order came from.
CREATE INDEX site_people_id ON site_people (org_id, id);
CREATE INDEX lead_conversions_work_order ON lead_conversions (org_id, work_order_id) WHERE undone_at IS NULL;
