-- Maintenance plans by the quarter in which they began and the one in which they ended: how long customers keep them.
ALTER TABLE maintenance_plans ADD COLUMN ended_on TEXT CONSTRAINT maintenance_plan_ended_on CHECK (ended_on IS date(ended_on));

CREATE TABLE plan_cohorts (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  -- The first day of the quarter.
  started_on TEXT NOT NULL,
  -- Empty: it goes on. 'unknown': nobody put down when it was ended.
  ended_on TEXT NOT NULL,
  plans INTEGER NOT NULL,
  PRIMARY KEY (org_id, started_on, ended_on)
) STRICT, WITHOUT ROWID;

INSERT INTO plan_cohorts (org_id, started_on, ended_on, plans)
SELECT p.org_id, substr(p.starts_on, 1, 5) || printf('%02d', (CAST(substr(p.starts_on, 6, 2) AS INTEGER) - 1) / 3 * 3 + 1) || '-01', CASE WHEN p.e IN ('', 'unknown') THEN p.e ELSE substr(p.e, 1, 5) || printf('%02d', (CAST(substr(p.e, 6, 2) AS INTEGER) - 1) / 3 * 3 + 1) || '-01' END, count(*)
FROM (SELECT p.*, CASE WHEN p.active = 0 THEN coalesce(p.ended_on, p.ends_on, 'unknown') ELSE coalesce(p.ends_on, '') END AS e FROM maintenance_plans p) p GROUP BY 1, 2, 3;

CREATE TRIGGER maintenance_plans_cohort_insert AFTER INSERT ON maintenance_plans
BEGIN
  INSERT INTO plan_cohorts (org_id, started_on, ended_on, plans)
  SELECT NEW.org_id, substr(NEW.starts_on, 1, 5) || printf('%02d', (CAST(substr(NEW.starts_on, 6, 2) AS INTEGER) - 1) / 3 * 3 + 1) || '-01', CASE WHEN e.value IN ('', 'unknown') THEN e.value ELSE substr(e.value, 1, 5) || printf('%02d', (CAST(substr(e.value, 6, 2) AS INTEGER) - 1) / 3 * 3 + 1) || '-01' END, 1
  FROM (SELECT CASE WHEN NEW.active = 0 THEN coalesce(NEW.ended_on, NEW.ends_on, 'unknown') ELSE coalesce(NEW.ends_on, '') END AS value) e WHERE true
  ON CONFLICT (org_id, started_on, ended_on) DO UPDATE SET plans = plans + excluded.plans;
END;
CREATE TRIGGER maintenance_plans_cohort_update AFTER UPDATE OF starts_on, ends_on, ended_on, active ON maintenance_plans
BEGIN
  INSERT INTO plan_cohorts (org_id, started_on, ended_on, plans)
  SELECT OLD.org_id, substr(OLD.starts_on, 1, 5) || printf('%02d', (CAST(substr(OLD.starts_on, 6, 2) AS INTEGER) - 1) / 3 * 3 + 1) || '-01', CASE WHEN e.value IN ('', 'unknown') THEN e.value ELSE substr(e.value, 1, 5) || printf('%02d', (CAST(substr(e.value, 6, 2) AS INTEGER) - 1) / 3 * 3 + 1) || '-01' END, -1
  FROM (SELECT CASE WHEN OLD.active = 0 THEN coalesce(OLD.ended_on, OLD.ends_on, 'unknown') ELSE coalesce(OLD.ends_on, '') END AS value) e WHERE true
  ON CONFLICT (org_id, started_on, ended_on) DO UPDATE SET plans = plans + excluded.plans;
  INSERT INTO plan_cohorts (org_id, started_on, ended_on, plans)
  SELECT NEW.org_id, substr(NEW.starts_on, 1, 5) || printf('%02d', (CAST(substr(NEW.starts_on, 6, 2) AS INTEGER) - 1) / 3 * 3 + 1) || '-01', CASE WHEN e.value IN ('', 'unknown') THEN e.value ELSE substr(e.value, 1, 5) || printf('%02d', (CAST(substr(e.value, 6, 2) AS INTEGER) - 1) / 3 * 3 + 1) || '-01' END, 1
  FROM (SELECT CASE WHEN NEW.active = 0 THEN coalesce(NEW.ended_on, NEW.ends_on, 'unknown') ELSE coalesce(NEW.ends_on, '') END AS value) e WHERE true
  ON CONFLICT (org_id, started_on, ended_on) DO UPDATE SET plans = plans + excluded.plans;
END;
CREATE TRIGGER maintenance_plans_cohort_delete AFTER DELETE ON maintenance_plans
BEGIN
  INSERT INTO plan_cohorts (org_id, started_on, ended_on, plans)
  SELECT OLD.org_id, substr(OLD.starts_on, 1, 5) || printf('%02d', (CAST(substr(OLD.starts_on, 6, 2) AS INTEGER) - 1) / 3 * 3 + 1) || '-01', CASE WHEN e.value IN ('', 'unknown') THEN e.value ELSE substr(e.value, 1, 5) || printf('%02d', (CAST(substr(e.value, 6, 2) AS INTEGER) - 1) / 3 * 3 + 1) || '-01' END, -1
  FROM (SELECT CASE WHEN OLD.active = 0 THEN coalesce(OLD.ended_on, OLD.ends_on, 'unknown') ELSE coalesce(OLD.ends_on, '') END AS value) e WHERE true
  ON CONFLICT (org_id, started_on, ended_on) DO UPDATE SET plans = plans + excluded.plans;
END;
