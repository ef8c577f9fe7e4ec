-- Recordings count with photos against what a business may store.
CREATE TRIGGER recordings_after_insert AFTER INSERT ON work_order_recordings WHEN NEW.bytes IS NOT NULL
BEGIN
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'photo_bytes', NEW.bytes)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + NEW.bytes;
END;

INSERT INTO counters (org_id, name, value)
SELECT org_id, 'photo_bytes', sum(bytes) FROM work_order_recordings WHERE bytes IS NOT NULL GROUP BY org_id
ON CONFLICT (org_id, name) DO UPDATE SET value = value + excluded.value;
