-- What the office was told of a deadline: once when it is near and once on its day, whoever finds it first.
CREATE TABLE leak_notices (
  org_id TEXT NOT NULL,
  episode_id TEXT NOT NULL,
  step TEXT NOT NULL CONSTRAINT leak_notice_step CHECK (step IN
    ('repair', 'initial_verification', 'follow_up', 'plan', 'retirement', 'inspection', 'report')),
  due_on TEXT NOT NULL,
  stage TEXT NOT NULL CONSTRAINT leak_notice_stage CHECK (stage IN ('soon', 'due')),
  sent_at TEXT NOT NULL,
  PRIMARY KEY (org_id, episode_id, step, due_on, stage),
  FOREIGN KEY (org_id, episode_id) REFERENCES leak_episodes (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER leak_notices_no_update BEFORE UPDATE ON leak_notices
BEGIN
  SELECT RAISE(ABORT, 'leak_notice_append_only');
END;
CREATE TRIGGER leak_notices_no_delete BEFORE DELETE ON leak_notices
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'leak_notice_append_only');
END;

-- For the sweep over all businesses: what falls due, and circuits to which refrigerant was added lately.
CREATE INDEX leak_episodes_falling_due ON leak_episodes (next_due_on, org_id) WHERE next_due_on IS NOT NULL;
CREATE INDEX refrigerant_readings_added ON refrigerant_readings (updated_at) WHERE added_milli_lb IS NOT NULL AND removed_at IS NULL;
