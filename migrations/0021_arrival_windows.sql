-- What the customer was promised for the arrival, as instants of its own: moving the appointment leaves it where it is.
ALTER TABLE work_orders ADD COLUMN window_start TEXT;
ALTER TABLE work_orders ADD COLUMN window_end TEXT
  CONSTRAINT work_order_window CHECK ((window_start IS NULL) = (window_end IS NULL) AND window_end >= window_start)
  -- No booking leaves the promise behind: whoever moves one out of it gives it another window in the same write.
  CONSTRAINT work_order_promise CHECK (
    window_start IS NULL OR scheduled_start IS NULL OR (scheduled_start >= window_start AND scheduled_start <= window_end)
  );
-- When, how and by whom the customer was told of this window; null: nobody has yet.
ALTER TABLE work_orders ADD COLUMN window_told_at TEXT;
ALTER TABLE work_orders ADD COLUMN window_told_how TEXT
  CONSTRAINT work_order_told_how CHECK (window_told_how IN ('phone', 'text', 'email', 'in_person'));
ALTER TABLE work_orders ADD COLUMN window_told_by TEXT
  CONSTRAINT work_order_told CHECK (
    (window_told_at IS NULL) = (window_told_how IS NULL) AND (window_told_at IS NULL OR window_start IS NOT NULL)
  );

UPDATE work_orders
SET window_start = scheduled_start,
  window_end = strftime('%Y-%m-%dT%H:%M:%fZ', scheduled_start, '+' || arrival_window_minutes || ' minutes')
WHERE arrival_window_minutes IS NOT NULL AND scheduled_start IS NOT NULL;
