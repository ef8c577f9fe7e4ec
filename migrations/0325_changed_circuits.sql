-- A circuit can be corrected; two people who do so at once are told.
ALTER TABLE service_groups ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
-- When a fact of its leak rule changed that was not considered yet: its additions are judged again.
ALTER TABLE service_groups ADD COLUMN leak_check_at TEXT;
CREATE INDEX service_groups_leak_check ON service_groups (leak_check_at) WHERE leak_check_at IS NOT NULL;
CREATE TRIGGER service_groups_charge_changed AFTER UPDATE OF charge_milli_lb ON service_groups
WHEN NEW.charge_milli_lb IS NOT OLD.charge_milli_lb
BEGIN
  UPDATE service_groups SET leak_check_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE org_id = NEW.org_id AND id = NEW.id;
END;
CREATE TRIGGER equipment_leak_facts_changed AFTER UPDATE OF type, install_date ON equipment
WHEN NEW.type IS NOT OLD.type OR NEW.install_date IS NOT OLD.install_date
BEGIN
  UPDATE service_groups SET leak_check_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE org_id = NEW.org_id AND equipment_id = NEW.id;
END;
