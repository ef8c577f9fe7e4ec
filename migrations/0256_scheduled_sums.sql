-- How many jobs start on each of the business's days, by status: a day at a glance reads no job. By the clock and the zone of the
-- other sums (0110), and derived by the triggers alone.
CREATE TABLE scheduled_sums (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  starts_on TEXT NOT NULL,
  status TEXT NOT NULL,
  jobs INTEGER NOT NULL,
  PRIMARY KEY (org_id, starts_on, status)
) STRICT, WITHOUT ROWID;

-- Where the other sums were never counted, these will be counted with them.
INSERT INTO scheduled_sums (org_id, starts_on, status, jobs)
SELECT w.org_id, date(w.scheduled_start, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = w.org_id AND k.from_at <= w.scheduled_start ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes') AS starts_on, w.status, count(*)
FROM job_fact_zones z CROSS JOIN work_orders w INDEXED BY work_orders_start ON w.org_id = z.org_id
WHERE w.scheduled_start IS NOT NULL GROUP BY 1, 2, 3;

CREATE TRIGGER work_orders_scheduled_insert AFTER INSERT ON work_orders WHEN NEW.scheduled_start IS NOT NULL
BEGIN
  INSERT INTO scheduled_sums (org_id, starts_on, status, jobs)
  SELECT NEW.org_id, date(NEW.scheduled_start, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = NEW.org_id AND k.from_at <= NEW.scheduled_start ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes'), NEW.status, 1 WHERE NEW.scheduled_start IS NOT NULL
  ON CONFLICT (org_id, starts_on, status) DO UPDATE SET jobs = jobs + excluded.jobs;
END;
CREATE TRIGGER work_orders_scheduled_update AFTER UPDATE OF status, scheduled_start ON work_orders
WHEN (OLD.status, OLD.scheduled_start) IS NOT (NEW.status, NEW.scheduled_start)
BEGIN
  INSERT INTO scheduled_sums (org_id, starts_on, status, jobs)
  SELECT OLD.org_id, date(OLD.scheduled_start, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = OLD.org_id AND k.from_at <= OLD.scheduled_start ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes'), OLD.status, -1 WHERE OLD.scheduled_start IS NOT NULL
  ON CONFLICT (org_id, starts_on, status) DO UPDATE SET jobs = jobs + excluded.jobs;
  INSERT INTO scheduled_sums (org_id, starts_on, status, jobs)
  SELECT NEW.org_id, date(NEW.scheduled_start, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = NEW.org_id AND k.from_at <= NEW.scheduled_start ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes'), NEW.status, 1 WHERE NEW.scheduled_start IS NOT NULL
  ON CONFLICT (org_id, starts_on, status) DO UPDATE SET jobs = jobs + excluded.jobs;
END;
CREATE TRIGGER work_orders_scheduled_delete AFTER DELETE ON work_orders WHEN OLD.scheduled_start IS NOT NULL
BEGIN
  INSERT INTO scheduled_sums (org_id, starts_on, status, jobs)
  SELECT OLD.org_id, date(OLD.scheduled_start, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = OLD.org_id AND k.from_at <= OLD.scheduled_start ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes'), OLD.status, -1 WHERE OLD.scheduled_start IS NOT NULL
  ON CONFLICT (org_id, starts_on, status) DO UPDATE SET jobs = jobs + excluded.jobs;
END;
