-- Layouts of heating and cooling systems: what is installed, and the ducts, pipes and wires between. Each save is a version.
CREATE TABLE designs (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  title TEXT NOT NULL CONSTRAINT design_title CHECK (length(title) BETWEEN 1 AND 120),
  -- Where it is to be built; none yet: null.
  site_address_id TEXT,
  -- The estimate that was made of it.
  estimate_id TEXT,
  -- { parts, links }: the newest version's.
  layout TEXT NOT NULL CONSTRAINT design_layout CHECK (json_type(layout, '$.parts') = 'array' AND json_type(layout, '$.links') = 'array' AND length(layout) <= 600000),
  part_count INTEGER NOT NULL GENERATED ALWAYS AS (json_array_length(layout, '$.parts')) VIRTUAL,
  version INTEGER NOT NULL DEFAULT 1 CONSTRAINT design_version_number CHECK (version >= 1),
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, site_address_id) REFERENCES addresses (org_id, id),
  FOREIGN KEY (org_id, estimate_id) REFERENCES estimates (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX designs_newest ON designs (org_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX designs_site ON designs (org_id, site_address_id, updated_at) WHERE site_address_id IS NOT NULL;
CREATE INDEX designs_estimate ON designs (org_id, estimate_id) WHERE estimate_id IS NOT NULL;
CREATE INDEX designs_deleted ON designs (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE design_versions (
  org_id TEXT NOT NULL,
  design_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  title TEXT NOT NULL,
  layout TEXT NOT NULL CONSTRAINT design_version_layout CHECK (json_valid(layout)),
  -- What it was brought back from.
  restored_from INTEGER,
  saved_by TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  PRIMARY KEY (org_id, design_id, version),
  FOREIGN KEY (org_id, design_id) REFERENCES designs (org_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TRIGGER design_versions_are_append_only BEFORE UPDATE ON design_versions
BEGIN SELECT RAISE(ABORT, 'history_append_only'); END;

-- Whoever writes a layout writes its version: none is lost, and two saves of one version are one.
CREATE TRIGGER designs_first_version AFTER INSERT ON designs
BEGIN
  INSERT INTO design_versions (org_id, design_id, version, title, layout, saved_by, saved_at)
  VALUES (NEW.org_id, NEW.id, NEW.version, NEW.title, NEW.layout, NEW.updated_by, NEW.updated_at);
END;
