-- What technicians can do, when they work and where they start from.

CREATE TABLE technicians (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  user_id TEXT UNIQUE,
  first_name TEXT NOT NULL CONSTRAINT technician_first_name CHECK (length(first_name) BETWEEN 1 AND 100),
  last_name TEXT NOT NULL CONSTRAINT technician_last_name CHECK (length(last_name) BETWEEN 1 AND 100),
  email TEXT NOT NULL,
  phone TEXT,
  status TEXT NOT NULL CONSTRAINT technician_status CHECK (status IN ('active', 'pending_setup', 'inactive', 'on_leave')),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  skill_level TEXT NOT NULL DEFAULT 'apprentice' CONSTRAINT technician_skill_level CHECK (skill_level IN ('lead', 'senior', 'certified', 'specialist', 'apprentice')),
  hourly_rate_minor INTEGER CONSTRAINT technician_hourly_rate CHECK (hourly_rate_minor BETWEEN 0 AND 50000),
  years_experience INTEGER CONSTRAINT technician_years_experience CHECK (years_experience BETWEEN 0 AND 50),
  emergency_contact_name TEXT,
  emergency_contact_phone TEXT CONSTRAINT technician_emergency_contact CHECK ((emergency_contact_name IS NULL) = (emergency_contact_phone IS NULL)),
  -- Wall times of each weekday in the business's zone; null: the usual week.
  availability TEXT CONSTRAINT technician_availability_json CHECK (json_valid(availability)),
  PRIMARY KEY (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX technicians_email ON technicians (org_id, email);
CREATE INDEX technicians_by_name ON technicians (org_id, lower(last_name || ' ' || first_name), id);

CREATE TRIGGER technicians_after_insert AFTER INSERT ON technicians
BEGIN
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'technicians.status=' || NEW.status, 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER technicians_after_status AFTER UPDATE OF status ON technicians WHEN OLD.status <> NEW.status
BEGIN
  UPDATE counters SET value = value - 1 WHERE org_id = OLD.org_id AND name = 'technicians.status=' || OLD.status;
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'technicians.status=' || NEW.status, 1)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
END;

-- Nobody leaves while jobs are still booked for them: the jobs would go to no one in silence.
CREATE TRIGGER technicians_leave_no_jobs BEFORE UPDATE OF status ON technicians
WHEN NEW.status = 'inactive' AND OLD.status <> 'inactive'
BEGIN
  SELECT RAISE(ABORT, 'technician_has_jobs') WHERE EXISTS (
    SELECT 1 FROM appointment_technicians c JOIN appointments v ON v.org_id = c.org_id AND v.id = c.appointment_id AND v.state = 'booked'
    WHERE c.org_id = NEW.org_id AND c.technician_id = NEW.id AND c.blocks_calendar = 1
  );
END;

-- Technicians are made inactive, never deleted: work orders and history refer to them.
CREATE TRIGGER technicians_keep_rows BEFORE DELETE ON technicians BEGIN SELECT RAISE(ABORT, 'technician_kept'); END;

CREATE TABLE technician_skills (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  technician_id TEXT NOT NULL,
  -- Lower case and single spaces: the same skill however it is typed.
  skill_key TEXT NOT NULL CONSTRAINT technician_skill_key CHECK (length(skill_key) BETWEEN 1 AND 60),
  skill TEXT NOT NULL CONSTRAINT technician_skill CHECK (length(skill) BETWEEN 1 AND 60),
  PRIMARY KEY (org_id, technician_id, skill_key),
  FOREIGN KEY (org_id, technician_id) REFERENCES technicians (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX technician_skills_key ON technician_skills (org_id, skill_key, technician_id);

CREATE TABLE technician_certifications (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  technician_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL CONSTRAINT certification_name CHECK (length(name) BETWEEN 1 AND 80),
  name_key TEXT NOT NULL,
  number TEXT CONSTRAINT certification_number CHECK (length(number) BETWEEN 1 AND 60),
  -- The last day on which it holds; null: it does not run out.
  expires_on TEXT CONSTRAINT certification_expires_on CHECK (expires_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  PRIMARY KEY (org_id, technician_id, id),
  FOREIGN KEY (org_id, technician_id) REFERENCES technicians (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX technician_certifications_name ON technician_certifications (org_id, name_key, technician_id);

-- Where a technician lives and where the van stands: the first drive of the day begins there.
CREATE TABLE technician_addresses (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  technician_id TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT technician_address_kind CHECK (kind IN ('home', 'depot', 'mailing')),
  line1 TEXT NOT NULL CONSTRAINT technician_address_line1 CHECK (length(line1) BETWEEN 1 AND 200),
  line2 TEXT,
  city TEXT NOT NULL CONSTRAINT technician_address_city CHECK (length(city) BETWEEN 1 AND 100),
  state TEXT NOT NULL CONSTRAINT technician_address_state CHECK (length(state) BETWEEN 1 AND 100),
  postal_code TEXT NOT NULL CONSTRAINT technician_address_postal_code CHECK (length(postal_code) BETWEEN 3 AND 12),
  latitude REAL CONSTRAINT technician_address_latitude CHECK (latitude BETWEEN -90 AND 90),
  longitude REAL CONSTRAINT technician_address_longitude CHECK (longitude BETWEEN -180 AND 180),
  PRIMARY KEY (org_id, technician_id, kind),
  FOREIGN KEY (org_id, technician_id) REFERENCES technicians (org_id, id),
  CONSTRAINT technician_address_point CHECK ((latitude IS NULL) = (longitude IS NULL))
) STRICT, WITHOUT ROWID;

-- Half-open, at most 400 days long, which bounds every search for what overlaps a period.
CREATE TABLE technician_time_off (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  technician_id TEXT NOT NULL,
  starts_at TEXT NOT NULL,
  ends_at TEXT NOT NULL,
  reason TEXT NOT NULL CONSTRAINT time_off_reason CHECK (reason IN ('vacation', 'sick', 'training', 'personal', 'other')),
  note TEXT CONSTRAINT time_off_note CHECK (length(note) BETWEEN 1 AND 500),
  created_by TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, technician_id) REFERENCES technicians (org_id, id),
  CONSTRAINT time_off_span CHECK (ends_at > starts_at AND julianday(ends_at) - julianday(starts_at) <= 400.1)
) STRICT, WITHOUT ROWID;
CREATE INDEX technician_time_off_span ON technician_time_off (org_id, technician_id, starts_at);
CREATE INDEX technician_time_off_days ON technician_time_off (org_id, starts_at);

-- Whole civil days on which the business is closed, both included.
CREATE TABLE business_holidays (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL CONSTRAINT holiday_name CHECK (length(name) BETWEEN 1 AND 80),
  from_date TEXT NOT NULL,
  to_date TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  CONSTRAINT holiday_days CHECK (to_date >= from_date AND julianday(to_date) - julianday(from_date) <= 60)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX business_holidays_from ON business_holidays (org_id, from_date, name);
