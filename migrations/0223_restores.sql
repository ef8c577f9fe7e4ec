-- An export that is read into an empty business or household again: uploaded in parts, written by the queue piece by piece. Where it
-- fails or is canceled on the way, what was written goes again ('undoing') before it is over.
CREATE TABLE business_restores (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  status TEXT NOT NULL CONSTRAINT business_restores_status CHECK (status IN ('uploading', 'queued', 'running', 'undoing', 'done', 'failed', 'canceled')),
  requested_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  finished_at TEXT,
  file_name TEXT NOT NULL CONSTRAINT business_restores_file_name CHECK (length(file_name) BETWEEN 1 AND 255),
  bytes INTEGER NOT NULL CONSTRAINT business_restores_bytes CHECK (bytes > 0),
  -- Parts of the file that have arrived, the first ones.
  parts INTEGER NOT NULL DEFAULT 0 CHECK (parts >= 0),
  -- Whether parts of it are stored.
  stored INTEGER NOT NULL DEFAULT 1 CONSTRAINT business_restores_stored CHECK (stored IN (0, 1)),
  lease TEXT,
  lease_until TEXT,
  row_count INTEGER NOT NULL DEFAULT 0 CHECK (row_count >= 0),
  -- What there is to write, once the file was read through.
  row_total INTEGER,
  file_count INTEGER NOT NULL DEFAULT 0 CHECK (file_count >= 0),
  file_total INTEGER,
  -- Where to go on.
  progress TEXT CONSTRAINT business_restores_progress CHECK (progress IS NULL OR json_valid(progress)),
  -- What it becomes once what was written is gone.
  outcome TEXT CONSTRAINT business_restores_outcome CHECK (outcome IN ('failed', 'canceled')),
  problem TEXT,
  report TEXT CONSTRAINT business_restores_report CHECK (report IS NULL OR json_valid(report)),
  PRIMARY KEY (org_id, id),
  CONSTRAINT business_restores_undoing CHECK ((status = 'undoing') <= (outcome IS NOT NULL)),
  CONSTRAINT business_restores_over CHECK ((status IN ('done', 'failed', 'canceled')) = (finished_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX business_restores_one ON business_restores (org_id) WHERE status IN ('uploading', 'queued', 'running', 'undoing');
CREATE INDEX business_restores_stored_files ON business_restores (created_at) WHERE stored = 1;
CREATE TRIGGER business_restores_steps BEFORE UPDATE OF status ON business_restores WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'uploading' AND NEW.status IN ('queued', 'canceled')) OR
  (OLD.status = 'queued' AND NEW.status IN ('running', 'undoing')) OR
  (OLD.status = 'running' AND NEW.status IN ('done', 'undoing')) OR
  (OLD.status = 'undoing' AND NEW.status IN ('failed', 'canceled')))
BEGIN SELECT RAISE(ABORT, 'restore_step'); END;

CREATE TABLE household_restores (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL CONSTRAINT household_restores_status CHECK (status IN ('uploading', 'queued', 'running', 'undoing', 'done', 'failed', 'canceled')),
  requested_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  finished_at TEXT,
  file_name TEXT NOT NULL CONSTRAINT household_restores_file_name CHECK (length(file_name) BETWEEN 1 AND 255),
  bytes INTEGER NOT NULL CONSTRAINT household_restores_bytes CHECK (bytes > 0),
  -- Parts of the file that have arrived, the first ones.
  parts INTEGER NOT NULL DEFAULT 0 CHECK (parts >= 0),
  -- Whether parts of it are stored.
  stored INTEGER NOT NULL DEFAULT 1 CONSTRAINT household_restores_stored CHECK (stored IN (0, 1)),
  lease TEXT,
  lease_until TEXT,
  row_count INTEGER NOT NULL DEFAULT 0 CHECK (row_count >= 0),
  -- What there is to write, once the file was read through.
  row_total INTEGER,
  file_count INTEGER NOT NULL DEFAULT 0 CHECK (file_count >= 0),
  file_total INTEGER,
  -- Where to go on.
  progress TEXT CONSTRAINT household_restores_progress CHECK (progress IS NULL OR json_valid(progress)),
  -- What it becomes once what was written is gone.
  outcome TEXT CONSTRAINT household_restores_outcome CHECK (outcome IN ('failed', 'canceled')),
  problem TEXT,
  report TEXT CONSTRAINT household_restores_report CHECK (report IS NULL OR json_valid(report)),
  PRIMARY KEY (user_id, id),
  CONSTRAINT household_restores_undoing CHECK ((status = 'undoing') <= (outcome IS NOT NULL)),
  CONSTRAINT household_restores_over CHECK ((status IN ('done', 'failed', 'canceled')) = (finished_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX household_restores_one ON household_restores (user_id) WHERE status IN ('uploading', 'queued', 'running', 'undoing');
CREATE INDEX household_restores_stored_files ON household_restores (created_at) WHERE stored = 1;
CREATE TRIGGER household_restores_steps BEFORE UPDATE OF status ON household_restores WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'uploading' AND NEW.status IN ('queued', 'canceled')) OR
  (OLD.status = 'queued' AND NEW.status IN ('running', 'undoing')) OR
  (OLD.status = 'running' AND NEW.status IN ('done', 'undoing')) OR
  (OLD.status = 'undoing' AND NEW.status IN ('failed', 'canceled')))
BEGIN SELECT RAISE(ABORT, 'restore_step'); END;
