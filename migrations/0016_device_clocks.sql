-- What the clock of a device showed, where the office's time is used instead of it.
ALTER TABLE work_order_history ADD COLUMN device_at TEXT;

-- Hours are the time between two entries: none may lie ahead of the office's clock, or before a status that came before it.
CREATE TRIGGER work_order_history_not_ahead BEFORE INSERT ON work_order_history
WHEN julianday(NEW.occurred_at) IS NULL OR julianday(NEW.occurred_at) > julianday(NEW.recorded_at) + 5.01 / 1440
BEGIN SELECT RAISE(ABORT, 'history_ahead'); END;

CREATE TRIGGER work_order_history_in_order BEFORE INSERT ON work_order_history
WHEN NEW.to_status IS NOT NULL AND EXISTS (
  SELECT 1 FROM work_order_history h
  WHERE h.org_id = NEW.org_id AND h.work_order_id = NEW.work_order_id AND h.to_status IS NOT NULL
    AND julianday(min(h.occurred_at, h.recorded_at)) > julianday(NEW.occurred_at) + 5.01 / 1440
)
BEGIN SELECT RAISE(ABORT, 'history_out_of_order'); END;
