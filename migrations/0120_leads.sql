-- Leads: who asked for work, from the first call to a customer with a job.
CREATE TABLE leads (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  number INTEGER NOT NULL,
  name TEXT NOT NULL CONSTRAINT lead_name CHECK (length(name) BETWEEN 1 AND 200),
  company_name TEXT CONSTRAINT lead_company_name CHECK (length(company_name) BETWEEN 1 AND 200),
  -- E.164, with its extension.
  phone TEXT CONSTRAINT lead_phone CHECK (length(phone) BETWEEN 3 AND 40),
  email TEXT CONSTRAINT lead_email CHECK (length(email) BETWEEN 3 AND 254),
  line1 TEXT CONSTRAINT lead_line1 CHECK (length(line1) BETWEEN 1 AND 200),
  line2 TEXT CONSTRAINT lead_line2 CHECK (length(line2) BETWEEN 1 AND 200),
  city TEXT CONSTRAINT lead_city CHECK (length(city) BETWEEN 1 AND 100),
  state TEXT CONSTRAINT lead_state CHECK (length(state) = 2),
  postal_code TEXT CONSTRAINT lead_postal_code CHECK (length(postal_code) BETWEEN 5 AND 10),
  -- What two leads at one place have in common.
  place_key TEXT GENERATED ALWAYS AS (lower(trim(line1)) || ' ' || substr(postal_code, 1, 5)) VIRTUAL,
  need TEXT NOT NULL CONSTRAINT lead_need CHECK (length(need) BETWEEN 1 AND 500),
  notes TEXT CONSTRAINT lead_notes CHECK (length(notes) BETWEEN 1 AND 4000),
  source TEXT NOT NULL CONSTRAINT lead_source CHECK (source IN ('call', 'web_form', 'referral', 'other')),
  -- Who referred them, or which page the form was on.
  source_detail TEXT CONSTRAINT lead_source_detail CHECK (length(source_detail) BETWEEN 1 AND 200),
  stage TEXT NOT NULL DEFAULT 'new' CONSTRAINT lead_stage CHECK (stage IN ('new', 'contacted', 'estimate_sent', 'won', 'lost')),
  stage_since TEXT NOT NULL,
  -- How far it had come when it was lost.
  lost_from TEXT CONSTRAINT lead_lost_from CHECK (lost_from IN ('new', 'contacted', 'estimate_sent')),
  lost_reason TEXT CONSTRAINT lead_lost_reason
    CHECK (lost_reason IN ('price', 'competitor', 'no_response', 'timing', 'not_our_work', 'duplicate', 'other')),
  lost_note TEXT CONSTRAINT lead_lost_note CHECK (length(lost_note) BETWEEN 1 AND 500),
  -- What it may bring; null: nobody has said.
  value_minor INTEGER CONSTRAINT lead_value CHECK (value_minor BETWEEN 0 AND 100000000000),
  owner_id TEXT,
  -- The customer it belongs to: one that was known before, or made of it.
  customer_id TEXT,
  created_by TEXT,
  -- The business's day, by which reports count it.
  created_on TEXT NOT NULL CONSTRAINT lead_created_on CHECK (created_on IS date(created_on)),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, owner_id) REFERENCES tenant_members (org_id, user_id),
  FOREIGN KEY (org_id, customer_id) REFERENCES customers (org_id, id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT lead_lost CHECK ((stage = 'lost') = (lost_reason IS NOT NULL) AND (stage = 'lost') = (lost_from IS NOT NULL)),
  CONSTRAINT lead_won CHECK (stage <> 'won' OR customer_id IS NOT NULL),
  CONSTRAINT lead_place CHECK (
    (line1 IS NULL) = (city IS NULL) AND (line1 IS NULL) = (state IS NULL) AND (line1 IS NULL) = (postal_code IS NULL)
    AND (line1 IS NOT NULL OR line2 IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX leads_number ON leads (org_id, number);
CREATE INDEX leads_live ON leads (org_id, number) WHERE deleted_at IS NULL;
CREATE INDEX leads_board ON leads (org_id, stage, number) WHERE deleted_at IS NULL;
CREATE INDEX leads_phone ON leads (org_id, phone) WHERE phone IS NOT NULL;
CREATE INDEX leads_email ON leads (org_id, email) WHERE email IS NOT NULL;
CREATE INDEX leads_place ON leads (org_id, place_key) WHERE line1 IS NOT NULL;
CREATE INDEX leads_owner ON leads (org_id, owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX leads_customer ON leads (org_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX leads_deleted ON leads (deleted_at) WHERE deleted_at IS NOT NULL;

-- What happened to a lead. Rows are only added.
CREATE TABLE lead_activity (
  org_id TEXT NOT NULL,
  lead_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT lead_activity_kind CHECK (length(kind) BETWEEN 1 AND 40),
  -- Null: nobody of the business.
  user_id TEXT,
  text TEXT CONSTRAINT lead_activity_text CHECK (length(text) BETWEEN 1 AND 4000),
  at TEXT NOT NULL,
  PRIMARY KEY (org_id, lead_id, id),
  FOREIGN KEY (org_id, lead_id) REFERENCES leads (org_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TRIGGER lead_activity_stays BEFORE UPDATE ON lead_activity BEGIN SELECT RAISE(ABORT, 'lead_activity_append_only'); END;

-- How many leads of a month and a source stand where, and what they may bring: what reports and boards add up.
CREATE TABLE lead_counts (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  month TEXT NOT NULL,
  source TEXT NOT NULL,
  stage TEXT NOT NULL,
  -- Of the lost ones alone.
  lost_from TEXT NOT NULL DEFAULT '',
  lost_reason TEXT NOT NULL DEFAULT '',
  count INTEGER NOT NULL,
  value_minor INTEGER NOT NULL,
  PRIMARY KEY (org_id, month, source, stage, lost_from, lost_reason)
) STRICT, WITHOUT ROWID;

-- `filed` has the list's filters as words, so that a filtered list reads no lead that a filter turns away.
CREATE VIRTUAL TABLE lead_search USING fts5 (name, contact, need, filed, content = '', contentless_delete = 1, prefix = '2 3');

CREATE VIEW lead_search_text AS
SELECT l.org_id, l.id, l.deleted_at, o.key * 2147483648 + l.number AS search_row,
  concat_ws(' ', printf('LEAD-%d %d', l.number, l.number), l.name, l.company_name) AS name,
  concat_ws(' ', CASE WHEN l.phone LIKE '+1%' THEN substr(l.phone, 3) ELSE l.phone END, l.email, l.line1, l.line2, l.city, l.state, l.postal_code) AS contact,
  concat_ws(' ', l.need, l.notes) AS need,
  concat_ws(' ', 's' || replace(l.stage, '_', ''), 'o' || replace(l.source, '_', ''),
    'u' || replace(coalesce(l.owner_id, 'none'), '-', '')) AS filed
FROM leads l
JOIN tenant_organizations o ON o.id = l.org_id;

CREATE TRIGGER leads_after_insert AFTER INSERT ON leads
BEGIN
  INSERT INTO lead_search (rowid, name, contact, need, filed)
  SELECT search_row, name, contact, need, filed FROM lead_search_text WHERE org_id = NEW.org_id AND id = NEW.id AND deleted_at IS NULL;
  INSERT INTO lead_counts (org_id, month, source, stage, lost_from, lost_reason, count, value_minor)
  SELECT NEW.org_id, substr(NEW.created_on, 1, 7), NEW.source, NEW.stage, coalesce(NEW.lost_from, ''), coalesce(NEW.lost_reason, ''), 1, coalesce(NEW.value_minor, 0)
  WHERE NEW.deleted_at IS NULL
  ON CONFLICT (org_id, month, source, stage, lost_from, lost_reason)
  DO UPDATE SET count = count + 1, value_minor = value_minor + excluded.value_minor;
  INSERT INTO counters (org_id, name, value) SELECT NEW.org_id, 'leads.stage=' || NEW.stage, 1 WHERE NEW.deleted_at IS NULL
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
  INSERT INTO counters (org_id, name, value) SELECT NEW.org_id, 'leads.value=' || NEW.stage, coalesce(NEW.value_minor, 0) WHERE NEW.deleted_at IS NULL
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + excluded.value;
END;

CREATE TRIGGER leads_recount AFTER UPDATE OF stage, source, lost_reason, value_minor, deleted_at ON leads
WHEN OLD.stage <> NEW.stage OR OLD.source <> NEW.source OR OLD.lost_reason IS NOT NEW.lost_reason
  OR OLD.value_minor IS NOT NEW.value_minor OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)
BEGIN
  UPDATE lead_counts SET count = count - 1, value_minor = value_minor - coalesce(OLD.value_minor, 0)
  WHERE OLD.deleted_at IS NULL AND org_id = OLD.org_id AND month = substr(OLD.created_on, 1, 7) AND source = OLD.source
    AND stage = OLD.stage AND lost_from = coalesce(OLD.lost_from, '') AND lost_reason = coalesce(OLD.lost_reason, '');
  INSERT INTO lead_counts (org_id, month, source, stage, lost_from, lost_reason, count, value_minor)
  SELECT NEW.org_id, substr(NEW.created_on, 1, 7), NEW.source, NEW.stage, coalesce(NEW.lost_from, ''), coalesce(NEW.lost_reason, ''), 1, coalesce(NEW.value_minor, 0)
  WHERE NEW.deleted_at IS NULL
  ON CONFLICT (org_id, month, source, stage, lost_from, lost_reason)
  DO UPDATE SET count = count + 1, value_minor = value_minor + excluded.value_minor;
  UPDATE counters SET value = value - 1 WHERE OLD.deleted_at IS NULL AND org_id = OLD.org_id AND name = 'leads.stage=' || OLD.stage;
  UPDATE counters SET value = value - coalesce(OLD.value_minor, 0)
  WHERE OLD.deleted_at IS NULL AND org_id = OLD.org_id AND name = 'leads.value=' || OLD.stage;
  INSERT INTO counters (org_id, name, value) SELECT NEW.org_id, 'leads.stage=' || NEW.stage, 1 WHERE NEW.deleted_at IS NULL
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + 1;
  INSERT INTO counters (org_id, name, value) SELECT NEW.org_id, 'leads.value=' || NEW.stage, coalesce(NEW.value_minor, 0) WHERE NEW.deleted_at IS NULL
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + excluded.value;
END;

CREATE TRIGGER leads_after_text AFTER UPDATE OF name, company_name, phone, email, line1, line2, city, state, postal_code, need, notes, source, stage, owner_id, deleted_at ON leads
BEGIN
  DELETE FROM lead_search WHERE rowid = (SELECT o.key * 2147483648 + OLD.number FROM tenant_organizations o WHERE o.id = OLD.org_id);
  INSERT INTO lead_search (rowid, name, contact, need, filed)
  SELECT search_row, name, contact, need, filed FROM lead_search_text WHERE org_id = NEW.org_id AND id = NEW.id AND deleted_at IS NULL;
END;

-- Only what is in the trash goes for good, or all of it with its business.
CREATE TRIGGER leads_delete_from_trash BEFORE DELETE ON leads
WHEN OLD.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'lead_not_in_trash');
END;
CREATE TRIGGER leads_after_delete AFTER DELETE ON leads
BEGIN
  DELETE FROM lead_search WHERE rowid = (SELECT o.key * 2147483648 + OLD.number FROM tenant_organizations o WHERE o.id = OLD.org_id);
END;

-- A to-do may be a lead's follow-up.
ALTER TABLE todos ADD COLUMN lead_id TEXT CONSTRAINT todo_lead_alone CHECK (
  lead_id IS NULL OR (customer_id IS NULL AND work_order_id IS NULL AND equipment_id IS NULL AND invoice_id IS NULL));
CREATE INDEX todos_lead ON todos (org_id, lead_id, due_key) WHERE lead_id IS NOT NULL AND done_at IS NULL AND deleted_at IS NULL;
CREATE TRIGGER todos_of_leads_insert BEFORE INSERT ON todos
WHEN NEW.lead_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM leads l WHERE l.org_id = NEW.org_id AND l.id = NEW.lead_id)
BEGIN
  SELECT RAISE(ABORT, 'todo_lead');
END;
CREATE TRIGGER todos_of_leads_update BEFORE UPDATE OF lead_id ON todos
WHEN NEW.lead_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM leads l WHERE l.org_id = NEW.org_id AND l.id = NEW.lead_id)
BEGIN
  SELECT RAISE(ABORT, 'todo_lead');
END;
-- A lead that goes takes what was to be done about it along.
CREATE TRIGGER leads_leave_todos AFTER DELETE ON leads
BEGIN
  DELETE FROM todos WHERE org_id = OLD.org_id AND lead_id = OLD.id;
END;
