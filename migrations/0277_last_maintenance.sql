-- The use case that completes a job records the last maintenance first, as a day in the business's zone, and clears the next one.
-- The trigger stays for the release before it, which does not, and leaves out equipment whose next date is already cleared.
DROP TRIGGER work_orders_complete_maintenance;
CREATE TRIGGER work_orders_complete_maintenance AFTER UPDATE OF status ON work_orders
WHEN NEW.status = 'completed' AND OLD.status <> 'completed'
BEGIN
  UPDATE equipment SET last_maintenance_on = max(coalesce(last_maintenance_on, ''), date(NEW.completed_at)), next_maintenance_on = NULL
  WHERE org_id = NEW.org_id AND next_maintenance_on IS NOT NULL AND id IN (
    SELECT p.equipment_id FROM maintenance_occurrences o JOIN maintenance_plans p ON p.org_id = o.org_id AND p.id = o.plan_id
    WHERE o.org_id = NEW.org_id AND o.work_order_id = NEW.id
  );
END;
