-- The board's columns of booked jobs run by start: one ordered stretch for each priority, and one for each technician.
CREATE INDEX work_orders_booked ON work_orders (org_id, status, priority, scheduled_start) WHERE status IN ('scheduled', 'dispatched');
CREATE INDEX work_orders_booked_by ON work_orders (org_id, technician_id, status, scheduled_start) WHERE status IN ('scheduled', 'dispatched');

-- Set with a result that stops the job, so that lists can mark it without reading every checklist.
ALTER TABLE work_order_tasks ADD COLUMN unsafe INTEGER NOT NULL DEFAULT 0 CONSTRAINT work_order_task_unsafe CHECK (unsafe IN (0, 1));
UPDATE work_order_tasks SET unsafe = 1
WHERE kind = 'measurement' AND max_value IS NOT NULL AND result ->> 'value' > max_value AND lower(trim(unit)) = 'ppm'
  AND (title GLOB 'CO' OR title GLOB 'CO[^A-Za-z0-9_]*' OR title GLOB '*[^A-Za-z0-9_]CO' OR title GLOB '*[^A-Za-z0-9_]CO[^A-Za-z0-9_]*'
    OR lower(title) LIKE '%carbon monoxide%');
CREATE INDEX work_order_tasks_unsafe ON work_order_tasks (org_id, work_order_id) WHERE unsafe = 1;
