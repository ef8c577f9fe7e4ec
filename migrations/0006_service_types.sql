-- What kinds of jobs the business does, and the playbook that each of them leaves on the work orders booked for it.

CREATE TABLE service_types (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL CONSTRAINT service_type_name CHECK (length(name) BETWEEN 1 AND 120),
  description TEXT CONSTRAINT service_type_description CHECK (length(description) BETWEEN 1 AND 4000),
  category TEXT NOT NULL CONSTRAINT service_type_category CHECK (
    category IN ('maintenance', 'repair', 'installation', 'inspection', 'emergency', 'other')
  ),
  -- Never blank: a job booked without a length is a day that cannot be kept.
  duration_minutes INTEGER NOT NULL CONSTRAINT service_type_duration CHECK (duration_minutes BETWEEN 5 AND 10080),
  price_minor INTEGER CONSTRAINT service_type_price CHECK (price_minor BETWEEN 0 AND 100000000),
  skills TEXT NOT NULL DEFAULT '[]' CONSTRAINT service_type_skills_json CHECK (json_valid(skills)),
  certifications TEXT NOT NULL DEFAULT '[]' CONSTRAINT service_type_certifications_json CHECK (json_valid(certifications)),
  refrigerant_work INTEGER NOT NULL DEFAULT 0 CONSTRAINT service_type_refrigerant_work CHECK (refrigerant_work IN (0, 1)),
  parts TEXT NOT NULL DEFAULT '[]' CONSTRAINT service_type_parts_json CHECK (json_valid(parts)),
  active INTEGER NOT NULL DEFAULT 1 CONSTRAINT service_type_active CHECK (active IN (0, 1)),
  -- One higher whenever a job booked now would get something else than one booked before.
  playbook_version INTEGER NOT NULL DEFAULT 1,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX service_types_name ON service_types (org_id, lower(name));
CREATE INDEX service_types_by_name ON service_types (org_id, active, lower(name), id);

-- Work orders keep a copy of what they were booked with, so a service type may be put aside but its name stays known.
CREATE TRIGGER service_types_keep_rows BEFORE DELETE ON service_types BEGIN SELECT RAISE(ABORT, 'service_type_kept'); END;

CREATE TRIGGER service_types_after_insert AFTER INSERT ON service_types
BEGIN
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'service_types.active=' || NEW.active, 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER service_types_after_active AFTER UPDATE OF active ON service_types WHEN OLD.active <> NEW.active
BEGIN
  UPDATE counters SET value = value - 1 WHERE org_id = OLD.org_id AND name = 'service_types.active=' || OLD.active;
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'service_types.active=' || NEW.active, 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
END;

CREATE TABLE service_tasks (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  service_type_id TEXT NOT NULL,
  -- From 1, without holes.
  sequence INTEGER NOT NULL CONSTRAINT service_task_sequence CHECK (sequence >= 1),
  title TEXT NOT NULL CONSTRAINT service_task_title CHECK (length(title) BETWEEN 1 AND 200),
  instructions TEXT CONSTRAINT service_task_instructions CHECK (length(instructions) BETWEEN 1 AND 4000),
  kind TEXT NOT NULL CONSTRAINT service_task_kind CHECK (kind IN ('check', 'measurement', 'photo', 'signature', 'reading', 'note')),
  required INTEGER NOT NULL DEFAULT 1 CONSTRAINT service_task_required CHECK (required IN (0, 1)),
  skills TEXT NOT NULL DEFAULT '[]' CONSTRAINT service_task_skills_json CHECK (json_valid(skills)),
  -- The same in lower case and single spaces, to be held against what somebody can do.
  skill_keys TEXT NOT NULL DEFAULT '[]' CONSTRAINT service_task_skill_keys_json CHECK (json_valid(skill_keys)),
  active INTEGER NOT NULL DEFAULT 1 CONSTRAINT service_task_active CHECK (active IN (0, 1)),
  unit TEXT CONSTRAINT service_task_unit CHECK (length(unit) BETWEEN 1 AND 30),
  min_value REAL,
  max_value REAL,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, service_type_id) REFERENCES service_types (org_id, id),
  CONSTRAINT service_task_measured CHECK ((kind = 'measurement') = (unit IS NOT NULL)),
  CONSTRAINT service_task_limits CHECK ((kind = 'measurement' OR (min_value IS NULL AND max_value IS NULL)) AND min_value <= max_value)
) STRICT, WITHOUT ROWID;
CREATE INDEX service_tasks_sequence ON service_tasks (org_id, service_type_id, sequence);
