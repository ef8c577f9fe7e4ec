-- A business or household that moves from one shard to another: its rows are copied while it works, what changes meanwhile is logged
-- and copied again, and for the moment in which the directory is changed the shard it leaves takes no writes of it.

-- In the directory: who moves, how far it is, and what it comes to.
CREATE TABLE tenant_moves (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CONSTRAINT tenant_move_kind CHECK (kind IN ('business', 'household')),
  tenant_id TEXT NOT NULL,
  from_shard TEXT NOT NULL,
  to_shard TEXT NOT NULL CONSTRAINT tenant_move_elsewhere CHECK (to_shard <> from_shard),
  status TEXT NOT NULL CONSTRAINT tenant_move_status CHECK (status IN ('copying', 'verifying', 'frozen', 'switched', 'cleaning', 'cleaned', 'undoing', 'canceled', 'failed')),
  requested_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- Counts up with every run: what an earlier one still writes is refused.
  run INTEGER NOT NULL DEFAULT 0,
  run_until TEXT,
  -- Rows there were at the beginning, once they are counted.
  row_total INTEGER CHECK (row_total >= 0),
  rows_copied INTEGER NOT NULL DEFAULT 0 CHECK (rows_copied >= 0),
  rows_verified INTEGER NOT NULL DEFAULT 0 CHECK (rows_verified >= 0),
  -- Rows that changed meanwhile and were copied again.
  rows_caught_up INTEGER NOT NULL DEFAULT 0 CHECK (rows_caught_up >= 0),
  -- Over the rows of both sides, which were alike.
  checksum TEXT,
  frozen_at TEXT,
  switched_at TEXT,
  read_only_ms INTEGER CHECK (read_only_ms >= 0),
  -- Whether both shards know of the switch.
  settled INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1)),
  -- The old copy is kept until then.
  clean_after TEXT,
  outcome TEXT CONSTRAINT tenant_move_outcome CHECK (outcome IN ('canceled', 'failed')),
  problem TEXT CHECK (length(problem) <= 500),
  finished_at TEXT,
  CONSTRAINT tenant_move_undoing CHECK ((status = 'undoing') <= (outcome IS NOT NULL)),
  CONSTRAINT tenant_move_frozen CHECK ((status = 'frozen') <= (frozen_at IS NOT NULL)),
  CONSTRAINT tenant_move_switched CHECK ((status IN ('switched', 'cleaning', 'cleaned')) = (switched_at IS NOT NULL)),
  CONSTRAINT tenant_move_cleaned_later CHECK ((switched_at IS NULL) = (clean_after IS NULL)),
  CONSTRAINT tenant_move_over CHECK ((status IN ('cleaned', 'canceled', 'failed')) = (finished_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX tenant_moves_one ON tenant_moves (tenant_id) WHERE status NOT IN ('cleaned', 'canceled', 'failed');
CREATE INDEX tenant_moves_open ON tenant_moves (updated_at) WHERE status NOT IN ('cleaned', 'canceled', 'failed');
CREATE TRIGGER tenant_move_steps BEFORE UPDATE OF status ON tenant_moves WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'copying' AND NEW.status IN ('verifying', 'undoing')) OR
  (OLD.status = 'verifying' AND NEW.status IN ('frozen', 'undoing')) OR
  (OLD.status = 'frozen' AND NEW.status IN ('switched', 'verifying', 'undoing')) OR
  (OLD.status = 'switched' AND NEW.status = 'cleaning') OR
  (OLD.status = 'cleaning' AND NEW.status = 'cleaned') OR
  (OLD.status = 'undoing' AND NEW.status IN ('canceled', 'failed')))
BEGIN SELECT RAISE(ABORT, 'tenant_move_step'); END;

-- On a shard: tenants of whom it has a copy that is not, or soon no longer, where they live.
CREATE TABLE moving_tenants (
  tenant_id TEXT PRIMARY KEY,
  move_id TEXT NOT NULL,
  role TEXT NOT NULL CONSTRAINT moving_tenant_role CHECK (role IN ('leaving', 'arriving')),
  -- Of one that leaves: nothing of it is written here any more.
  frozen INTEGER NOT NULL DEFAULT 0 CONSTRAINT moving_tenant_frozen CHECK (frozen IN (0, 1)),
  run INTEGER NOT NULL,
  -- Whose household's conversations with the assistant lie with the business: a JSON array of ids.
  people TEXT NOT NULL CONSTRAINT moving_tenant_people CHECK (json_valid(people)),
  -- Where to go on.
  progress TEXT NOT NULL CONSTRAINT moving_tenant_progress CHECK (json_valid(progress))
) STRICT, WITHOUT ROWID;

-- Keys of rows that changed since the move began, written by triggers that are made for it. The newest number is never given again.
CREATE TABLE changed_rows (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id TEXT NOT NULL,
  table_name TEXT NOT NULL,
  key TEXT NOT NULL
) STRICT;
CREATE INDEX changed_rows_of_tenant ON changed_rows (tenant_id, seq);

-- Whose copy on this shard is passed over by whatever looks through all tenants.
CREATE VIEW absent_tenants AS SELECT tenant_id FROM moving_tenants WHERE role = 'arriving' OR frozen = 1;
