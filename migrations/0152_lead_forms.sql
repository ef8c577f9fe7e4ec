-- A business's public form for leads, at an address that it can share, put on its website, turn off and change.
CREATE TABLE lead_forms (
  org_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant_organizations (id),
  -- Public: whoever has the address may fill the form in.
  token TEXT NOT NULL CONSTRAINT lead_form_token CHECK (length(token) = 43),
  enabled INTEGER NOT NULL CONSTRAINT lead_form_enabled CHECK (enabled IN (0, 1)),
  heading TEXT NOT NULL CONSTRAINT lead_form_heading CHECK (length(heading) BETWEEN 1 AND 120),
  thanks TEXT NOT NULL CONSTRAINT lead_form_thanks CHECK (length(thanks) BETWEEN 1 AND 500),
  version INTEGER NOT NULL DEFAULT 1,
  updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX lead_forms_token ON lead_forms (token);
