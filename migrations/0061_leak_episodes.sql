-- Circuits that leaked faster than their threshold, or took more than their charge in a calendar year, and what was recorded of each.
CREATE TABLE leak_episodes (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  equipment_id TEXT NOT NULL,
  service_group_id TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT leak_episode_kind CHECK (kind IN ('leak', 'chronic')),
  -- Of a chronic leaker.
  year INTEGER CONSTRAINT leak_episode_year CHECK (year BETWEEN 2020 AND 2200),
  opened_on TEXT NOT NULL,
  -- As they were when it opened.
  regime TEXT NOT NULL CONSTRAINT leak_episode_regime CHECK (regime IN ('part82', 'part84')),
  threshold_percent INTEGER NOT NULL CONSTRAINT leak_episode_threshold CHECK (threshold_percent BETWEEN 1 AND 100),
  charge_milli_lb INTEGER NOT NULL CONSTRAINT leak_episode_charge CHECK (charge_milli_lb > 0),
  -- Hundredths of a percent: the leak rate a year, or what was added of the full charge in the calendar year.
  rate_centi_percent INTEGER NOT NULL CONSTRAINT leak_episode_rate CHECK (rate_centi_percent > 0),
  -- Follow from the events; kept so that what is due next is found by index.
  next_step TEXT CONSTRAINT leak_episode_step CHECK (next_step IN
    ('repair', 'initial_verification', 'follow_up', 'plan', 'retirement', 'inspection', 'report')),
  next_due_on TEXT,
  ended_on TEXT,
  ending TEXT CONSTRAINT leak_episode_ending CHECK (ending IN ('verified', 'retired', 'mothballed', 'reported', 'voided')),
  void_reason TEXT CONSTRAINT leak_episode_void_reason CHECK (length(void_reason) BETWEEN 1 AND 300),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, equipment_id) REFERENCES equipment (org_id, id),
  FOREIGN KEY (org_id, service_group_id) REFERENCES service_groups (org_id, id),
  CONSTRAINT leak_episode_next CHECK ((next_step IS NULL) = (next_due_on IS NULL)),
  CONSTRAINT leak_episode_end CHECK ((ended_on IS NULL) = (ending IS NULL)),
  CONSTRAINT leak_episode_voided CHECK ((ending IS 'voided') = (void_reason IS NOT NULL)),
  CONSTRAINT leak_episode_of_year CHECK ((kind = 'chronic') = (year IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX leak_episodes_one_open ON leak_episodes (org_id, service_group_id) WHERE kind = 'leak' AND ended_on IS NULL;
CREATE UNIQUE INDEX leak_episodes_one_a_year ON leak_episodes (org_id, service_group_id, year) WHERE kind = 'chronic';
CREATE INDEX leak_episodes_due ON leak_episodes (org_id, next_due_on, id) WHERE next_due_on IS NOT NULL;
CREATE INDEX leak_episodes_unit ON leak_episodes (org_id, equipment_id, opened_on, id);

CREATE TRIGGER leak_episodes_circuit BEFORE INSERT ON leak_episodes
BEGIN
  SELECT RAISE(ABORT, 'leak_episode_circuit') WHERE NOT EXISTS (
    SELECT 1 FROM service_groups g WHERE g.org_id = NEW.org_id AND g.id = NEW.service_group_id AND g.equipment_id = NEW.equipment_id);
END;
CREATE TRIGGER leak_episodes_stay BEFORE UPDATE ON leak_episodes
WHEN OLD.ending IS 'voided' OR NEW.equipment_id <> OLD.equipment_id OR NEW.service_group_id <> OLD.service_group_id OR NEW.kind <> OLD.kind
  OR NEW.year IS NOT OLD.year OR NEW.opened_on <> OLD.opened_on OR NEW.regime <> OLD.regime OR NEW.threshold_percent <> OLD.threshold_percent
  OR NEW.charge_milli_lb <> OLD.charge_milli_lb OR NEW.rate_centi_percent <> OLD.rate_centi_percent OR NEW.created_at <> OLD.created_at
BEGIN
  SELECT RAISE(ABORT, 'leak_episode_stays');
END;
CREATE TRIGGER leak_episodes_no_delete BEFORE DELETE ON leak_episodes
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'leak_episode_stays');
END;

-- What people did about it. A wrong record is voided with a reason and stays.
CREATE TABLE leak_events (
  org_id TEXT NOT NULL,
  id TEXT NOT NULL,
  episode_id TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT leak_event_kind CHECK (kind IN ('repair_done', 'initial_passed', 'initial_failed', 'follow_up_passed',
    'follow_up_failed', 'process_shutdown', 'plan_made', 'retired', 'mothballed', 'inspection_clean', 'inspection_leak', 'report_sent')),
  happened_on TEXT NOT NULL,
  method TEXT CONSTRAINT leak_event_method CHECK (length(method) BETWEEN 1 AND 120),
  notes TEXT CONSTRAINT leak_event_notes CHECK (length(notes) BETWEEN 1 AND 1000),
  recorded_by TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  voided_by TEXT,
  voided_at TEXT,
  void_reason TEXT CONSTRAINT leak_event_void_reason CHECK (length(void_reason) BETWEEN 1 AND 300),
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, episode_id) REFERENCES leak_episodes (org_id, id),
  CONSTRAINT leak_event_voided CHECK ((voided_at IS NULL) = (void_reason IS NULL) AND (voided_at IS NULL) = (voided_by IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX leak_events_episode ON leak_events (org_id, episode_id, id);

CREATE TRIGGER leak_events_stay BEFORE UPDATE ON leak_events
WHEN OLD.voided_at IS NOT NULL OR NEW.voided_at IS NULL OR NEW.episode_id <> OLD.episode_id OR NEW.kind <> OLD.kind
  OR NEW.happened_on <> OLD.happened_on OR NEW.method IS NOT OLD.method OR NEW.notes IS NOT OLD.notes
  OR NEW.recorded_by <> OLD.recorded_by OR NEW.recorded_at <> OLD.recorded_at
BEGIN
  SELECT RAISE(ABORT, 'leak_event_stays');
END;
CREATE TRIGGER leak_events_no_delete BEFORE DELETE ON leak_events
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'leak_event_stays');
END;
