-- Pictures taken on the job. Evidence: never changed and never taken away; the file itself is in the file store.
CREATE TABLE work_order_photos (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  work_order_id TEXT NOT NULL,
  id TEXT NOT NULL,
  -- The checklist's task that asked for it; null for a picture taken unasked.
  task_id TEXT,
  file_key TEXT NOT NULL,
  content_type TEXT NOT NULL CONSTRAINT photo_content_type CHECK (content_type IN ('image/jpeg', 'image/png', 'image/webp')),
  bytes INTEGER NOT NULL CONSTRAINT photo_bytes CHECK (bytes BETWEEN 1 AND 8000000),
  user_id TEXT,
  -- By the clock of the device, and by the server's.
  taken_at TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  PRIMARY KEY (org_id, work_order_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER photos_are_append_only BEFORE UPDATE ON work_order_photos BEGIN SELECT RAISE(ABORT, 'evidence_append_only'); END;
CREATE TRIGGER photos_are_kept BEFORE DELETE ON work_order_photos BEGIN SELECT RAISE(ABORT, 'evidence_append_only'); END;
