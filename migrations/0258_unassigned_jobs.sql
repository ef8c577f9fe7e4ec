-- Jobs that need a technician, counted by triggers as their states are: neither the list nor the dashboard reads them to count them.
INSERT INTO counters (org_id, name, value)
SELECT org_id, 'work_orders.unassigned', count(*) FROM work_orders
WHERE technician_id IS NULL AND status IN ('unscheduled', 'scheduled', 'on_hold') GROUP BY org_id;

CREATE TRIGGER work_orders_unassigned_insert AFTER INSERT ON work_orders
WHEN NEW.technician_id IS NULL AND NEW.status IN ('unscheduled', 'scheduled', 'on_hold')
BEGIN
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'work_orders.unassigned', 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
END;
CREATE TRIGGER work_orders_unassigned_update AFTER UPDATE OF technician_id, status ON work_orders
WHEN (OLD.technician_id IS NULL AND OLD.status IN ('unscheduled', 'scheduled', 'on_hold')) <> (NEW.technician_id IS NULL AND NEW.status IN ('unscheduled', 'scheduled', 'on_hold'))
BEGIN
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'work_orders.unassigned', (NEW.technician_id IS NULL AND NEW.status IN ('unscheduled', 'scheduled', 'on_hold')))
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 2 * (NEW.technician_id IS NULL AND NEW.status IN ('unscheduled', 'scheduled', 'on_hold')) - 1;
END;
CREATE TRIGGER work_orders_unassigned_delete AFTER DELETE ON work_orders
WHEN OLD.technician_id IS NULL AND OLD.status IN ('unscheduled', 'scheduled', 'on_hold')
BEGIN
  UPDATE counters SET value = value - 1 WHERE org_id = OLD.org_id AND name = 'work_orders.unassigned';
END;
