-- A restored business sends nothing by itself until an Admin turns it on: whoever it came from may still be writing to the same customers.
CREATE TABLE automatic_message_pauses (
  org_id TEXT PRIMARY KEY REFERENCES tenant_organizations (id),
  paused_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
