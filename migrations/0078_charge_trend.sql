-- Where a circuit's charge goes, by its readings; null while it is steady and in range, so that the index holds the few that are not.
ALTER TABLE service_groups ADD COLUMN charge_trend TEXT CONSTRAINT service_group_charge_trend CHECK (json_valid(charge_trend));
CREATE INDEX service_groups_trend ON service_groups (org_id, equipment_id) WHERE charge_trend IS NOT NULL;
