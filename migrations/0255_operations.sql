-- What the operators of the installation look at: counts, sizes, texts of statements and results of checks, never a tenant's rows.

CREATE TABLE request_hours (
  hour TEXT PRIMARY KEY,
  requests INTEGER NOT NULL CHECK (requests >= 0),
  server_errors INTEGER NOT NULL CHECK (server_errors BETWEEN 0 AND requests),
  shed INTEGER NOT NULL CHECK (shed BETWEEN 0 AND server_errors),
  rows_read INTEGER NOT NULL CHECK (rows_read >= 0),
  rows_written INTEGER NOT NULL CHECK (rows_written >= 0)
) STRICT;

CREATE TABLE database_sizes (
  name TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  measured_at TEXT NOT NULL
) STRICT;

CREATE TABLE slow_statements (
  database TEXT NOT NULL,
  statement TEXT NOT NULL CHECK (length(statement) <= 2000),
  runs INTEGER NOT NULL CHECK (runs > 0),
  total_ms REAL NOT NULL,
  max_ms REAL NOT NULL,
  max_rows_read INTEGER NOT NULL,
  first_at TEXT NOT NULL,
  last_at TEXT NOT NULL,
  PRIMARY KEY (database, statement)
) STRICT;

CREATE TABLE check_results (
  at TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name IN ('database', 'queue', 'files', 'durable_object')),
  result TEXT NOT NULL CHECK (result IN ('pending', 'ok', 'failed')),
  ms INTEGER CHECK (ms >= 0),
  error TEXT CHECK (length(error) <= 200),
  PRIMARY KEY (at, name)
) STRICT;

CREATE TABLE operator_actions (
  id TEXT PRIMARY KEY,
  operator_id TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('retry')),
  topic TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;
