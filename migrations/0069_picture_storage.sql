-- Pictures of items count in a business's storage as photos of jobs do.
CREATE TRIGGER item_pictures_after_update AFTER UPDATE OF picture_bytes ON inventory_items
WHEN NEW.picture_bytes IS NOT OLD.picture_bytes
BEGIN
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'photo_bytes', coalesce(NEW.picture_bytes, 0))
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + coalesce(NEW.picture_bytes, 0) - coalesce(OLD.picture_bytes, 0);
END;

INSERT INTO counters (org_id, name, value)
SELECT org_id, 'photo_bytes', sum(picture_bytes) FROM inventory_items WHERE picture_bytes IS NOT NULL GROUP BY org_id
ON CONFLICT (org_id, name) DO UPDATE SET value = value + excluded.value;
