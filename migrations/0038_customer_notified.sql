-- The field's word for a customer who knows of the promised window: notified.
ALTER TABLE work_orders RENAME COLUMN window_told_at TO window_notified_at;
ALTER TABLE work_orders RENAME COLUMN window_told_how TO window_notified_how;
ALTER TABLE work_orders RENAME COLUMN window_told_by TO window_notified_by;
