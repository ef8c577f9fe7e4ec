-- In the directory: a business or household that is set back to a moment, with the bookmark that its shard has to come back to from there.
CREATE TABLE tenant_restores (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CONSTRAINT tenant_restore_kind CHECK (kind IN ('business', 'household')),
  tenant_id TEXT NOT NULL,
  shard TEXT NOT NULL,
  -- The moment whose rows come back.
  moment TEXT NOT NULL,
  status TEXT NOT NULL CONSTRAINT tenant_restore_status CHECK (status IN ('closing', 'away', 'read', 'done', 'failed')),
  -- Where the shard stood before it went into the past.
  bookmark TEXT,
  -- Sums over its tables at that time, as JSON.
  sums TEXT CONSTRAINT tenant_restore_sums CHECK (json_valid(sums)),
  requested_by TEXT NOT NULL CHECK (length(requested_by) BETWEEN 1 AND 200),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- How long nobody reached the shard.
  closed_ms INTEGER CHECK (closed_ms >= 0),
  rows_back INTEGER CHECK (rows_back >= 0),
  rows_changed INTEGER CHECK (rows_changed >= 0),
  rows_removed INTEGER CHECK (rows_removed >= 0),
  problem TEXT CHECK (length(problem) <= 500),
  finished_at TEXT,
  CONSTRAINT tenant_restore_away CHECK ((status = 'away') <= (bookmark IS NOT NULL AND sums IS NOT NULL)),
  CONSTRAINT tenant_restore_over CHECK ((status IN ('done', 'failed')) = (finished_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX tenant_restores_of_shard ON tenant_restores (shard) WHERE status IN ('closing', 'away');
CREATE UNIQUE INDEX tenant_restores_of_tenant ON tenant_restores (tenant_id) WHERE status NOT IN ('done', 'failed');
