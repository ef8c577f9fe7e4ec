-- What was measured on a unit before, without reading the other tasks of its jobs.
CREATE INDEX work_order_tasks_measured ON work_order_tasks (org_id, work_order_id) WHERE kind = 'measurement' AND outcome IS NOT NULL;
