-- A technician's jobs on hold by their date, and the visits of a site, the latest last.
CREATE INDEX work_orders_held ON work_orders (org_id, technician_id, scheduled_start) WHERE status = 'on_hold';
CREATE INDEX work_orders_visited ON work_orders (org_id, site_address_id, completed_at, id) WHERE status IN ('completed', 'closed');
-- The rows of a bank or a file: the first and the last one of an account say from when and until when it is complete.
CREATE INDEX account_transactions_reported ON account_transactions (user_id, account_id, transaction_date, id)
WHERE removed_at IS NULL AND source <> 'manual';

-- The list of units by state or kind, in the order of their names.
CREATE INDEX equipment_by_status ON equipment (org_id, status, lower(name), id);
CREATE INDEX equipment_by_type ON equipment (org_id, type, lower(name), id);

-- How many units of each state and kind a business has, so that its list does not count them all.
INSERT INTO counters (org_id, name, value)
SELECT org_id, 'equipment.' || status || '.' || type, count(*) FROM equipment GROUP BY org_id, status, type;

CREATE TRIGGER equipment_count_insert AFTER INSERT ON equipment
BEGIN
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'equipment.' || NEW.status || '.' || NEW.type, 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER equipment_count_change AFTER UPDATE OF status, type ON equipment
WHEN OLD.status <> NEW.status OR OLD.type <> NEW.type
BEGIN
  UPDATE counters SET value = value - 1 WHERE org_id = OLD.org_id AND name = 'equipment.' || OLD.status || '.' || OLD.type;
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'equipment.' || NEW.status || '.' || NEW.type, 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER equipment_count_delete AFTER DELETE ON equipment
BEGIN
  UPDATE counters SET value = value - 1 WHERE org_id = OLD.org_id AND name = 'equipment.' || OLD.status || '.' || OLD.type;
END;
