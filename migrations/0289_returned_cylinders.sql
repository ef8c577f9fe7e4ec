-- A cylinder that is returned, or received again, is no longer with a technician. Reversing a return gives it back to the one who had
-- it then.
DROP TRIGGER refrigerant_cylinder_entries_post;
CREATE TRIGGER refrigerant_cylinder_entries_post AFTER INSERT ON refrigerant_cylinder_entries
BEGIN
  UPDATE refrigerant_cylinders SET
    gross_milli_lb = NEW.after_milli_lb,
    holder_id = CASE
      WHEN NEW.kind = 'handed_over' THEN NEW.to_technician_id
      WHEN NEW.kind = 'returned' AND NEW.reverses_id IS NOT NULL THEN NEW.technician_id
      WHEN NEW.kind IN ('returned', 'received') THEN NULL
      ELSE holder_id
    END,
    returned_at = CASE
      WHEN NEW.kind = 'returned' AND NEW.reverses_id IS NULL THEN NEW.occurred_at
      WHEN NEW.kind IN ('returned', 'received') THEN NULL
      ELSE returned_at
    END,
    needs_weighing = CASE
      WHEN NEW.issue IS NOT NULL OR (NEW.kind = 'weighed' AND NEW.reverses_id IS NOT NULL) THEN 1
      WHEN NEW.kind IN ('weighed', 'received') THEN 0
      ELSE needs_weighing
    END
  WHERE org_id = NEW.org_id AND id = NEW.cylinder_id;
END;

-- Those returned or received since they were last handed over.
UPDATE refrigerant_cylinders SET holder_id = NULL
WHERE holder_id IS NOT NULL AND (
  SELECT max(e.seq) FROM refrigerant_cylinder_entries e
  WHERE e.org_id = refrigerant_cylinders.org_id AND e.cylinder_id = refrigerant_cylinders.id
    AND e.kind IN ('returned', 'received') AND e.reverses_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM refrigerant_cylinder_entries r WHERE r.org_id = e.org_id AND r.reverses_id = e.id)
) > (
  SELECT coalesce(max(h.seq), 0) FROM refrigerant_cylinder_entries h
  WHERE h.org_id = refrigerant_cylinders.org_id AND h.cylinder_id = refrigerant_cylinders.id AND h.kind = 'handed_over'
);
