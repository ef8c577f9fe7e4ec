-- Files that a household imports: what came of each, what waits to be confirmed, and what is remembered for the next.

-- One imported file: what came of its rows, and what an undo left.
CREATE TABLE import_batches (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  file_name TEXT NOT NULL CONSTRAINT import_batch_file_name CHECK (length(file_name) <= 300),
  -- The known source the file was recognized as, if any.
  format TEXT,
  imported_count INTEGER NOT NULL DEFAULT 0,
  skipped_count INTEGER NOT NULL DEFAULT 0,
  error_count INTEGER NOT NULL DEFAULT 0,
  -- The first errors as a JSON array of sentences.
  errors TEXT NOT NULL DEFAULT '[]' CONSTRAINT import_batch_errors CHECK (json_valid(errors)),
  first_date TEXT,
  last_date TEXT,
  created_at TEXT NOT NULL,
  undone_at TEXT,
  -- Rows that an undo left because they were edited or reconciled since.
  kept_edited INTEGER NOT NULL DEFAULT 0,
  kept_reconciled INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, account_id) REFERENCES bank_accounts (user_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_batches_account ON import_batches (user_id, account_id, id);

-- A file that was uploaded and waits to be confirmed: how it is read, what it holds, what the household decided.
CREATE TABLE staged_imports (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  file_name TEXT NOT NULL CONSTRAINT staged_import_file_name CHECK (length(file_name) <= 300),
  encoding TEXT NOT NULL,
  -- The set of its classified rows; its text has the import's own id as set.
  set_id TEXT NOT NULL,
  options TEXT NOT NULL CONSTRAINT staged_import_options CHECK (json_valid(options)),
  decisions TEXT NOT NULL DEFAULT '{}' CONSTRAINT staged_import_decisions CHECK (json_valid(decisions)),
  summary TEXT NOT NULL CONSTRAINT staged_import_summary CHECK (json_valid(summary)),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, account_id) REFERENCES bank_accounts (user_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX staged_imports_account ON staged_imports (user_id, account_id);
CREATE INDEX staged_imports_age ON staged_imports (updated_at);

-- The text or the rows of a set in pieces, each a JSON array of at most 600,000 characters.
CREATE TABLE staged_rows (
  user_id TEXT NOT NULL,
  set_id TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT staged_row_kind CHECK (kind IN ('text', 'new', 'possible', 'duplicate', 'error', 'skipped', 'add')),
  position INTEGER NOT NULL,
  rows TEXT NOT NULL CONSTRAINT staged_row_rows CHECK (json_valid(rows)),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, set_id, kind, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX staged_rows_age ON staged_rows (created_at);

-- A file's row that is a transaction the account had already from elsewhere: the next file with it finds it known.
CREATE TABLE import_matches (
  user_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  import_key TEXT NOT NULL,
  transaction_id TEXT NOT NULL,
  batch_id TEXT NOT NULL,
  PRIMARY KEY (user_id, account_id, import_key),
  FOREIGN KEY (user_id, account_id) REFERENCES bank_accounts (user_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_matches_transaction ON import_matches (user_id, transaction_id);
CREATE INDEX import_matches_batch ON import_matches (user_id, batch_id);

-- How the household said a file of this shape is to be read, per account.
CREATE TABLE import_mappings (
  user_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  header_hash TEXT NOT NULL,
  mapping TEXT NOT NULL CONSTRAINT import_mapping_json CHECK (json_valid(mapping)),
  updated_at TEXT NOT NULL,
  PRIMARY KEY (user_id, account_id, header_hash),
  FOREIGN KEY (user_id, account_id) REFERENCES bank_accounts (user_id, id)
) STRICT, WITHOUT ROWID;
