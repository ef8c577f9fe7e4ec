-- How often somebody did something costly in the current window: one row a person or business and kind of work.
CREATE TABLE usage_counts (
  owner TEXT NOT NULL,
  name TEXT NOT NULL,
  window_start INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (owner, name)
) STRICT, WITHOUT ROWID;

-- Bytes of a business's photos, for its quota.
CREATE TRIGGER photos_after_insert AFTER INSERT ON work_order_photos
BEGIN
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'photo_bytes', NEW.bytes)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + NEW.bytes;
END;

INSERT INTO counters (org_id, name, value)
SELECT org_id, 'photo_bytes', sum(bytes) FROM work_order_photos WHERE true GROUP BY org_id;
