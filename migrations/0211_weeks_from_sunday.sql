-- Weeks begin on Sunday, as calendars here do. What was summed by weeks from Monday on is summed anew.

DROP TRIGGER job_sum_changes_insert;
CREATE TRIGGER job_sum_changes_insert INSTEAD OF INSERT ON job_sum_changes
BEGIN
  INSERT INTO job_sums (org_id, scope, grain, starts_on, key, jobs, unit_jobs, fixed_jobs, callback_jobs, labor_seconds, travel_seconds, billed_jobs, revenue_minor, costed_revenue_minor, cost_minor)
  SELECT NEW.org_id, g.value ->> 0, g.value ->> 1,
    CASE g.value ->> 1 WHEN 'day' THEN NEW.completed_on WHEN 'week' THEN date(NEW.completed_on, '-6 days', 'weekday 0')
      WHEN 'month' THEN substr(NEW.completed_on, 1, 7) || '-01' ELSE substr(NEW.completed_on, 1, 4) || '-01-01' END,
    CASE g.value ->> 0 WHEN 'technician' THEN NEW.technician_id WHEN 'service_type' THEN NEW.service_type_id ELSE '' END,
    NEW.sign, NEW.sign * NEW.has_unit, NEW.sign * NEW.fixed_first_time, NEW.sign * NEW.called_back, NEW.sign * NEW.labor_seconds,
    NEW.sign * NEW.travel_seconds, NEW.sign * NEW.billed, NEW.sign * NEW.revenue_minor, NEW.sign * NEW.costed_revenue_minor, NEW.sign * NEW.cost_minor
  FROM json_each('[["all","day"],["all","week"],["all","month"],["all","year"],["technician","day"],["technician","month"],["technician","year"],["service_type","day"],["service_type","month"],["service_type","year"]]') g
  WHERE true
  ON CONFLICT (org_id, scope, grain, starts_on, key) DO UPDATE SET
    jobs = jobs + excluded.jobs, unit_jobs = unit_jobs + excluded.unit_jobs, fixed_jobs = fixed_jobs + excluded.fixed_jobs, callback_jobs = callback_jobs + excluded.callback_jobs, labor_seconds = labor_seconds + excluded.labor_seconds, travel_seconds = travel_seconds + excluded.travel_seconds, billed_jobs = billed_jobs + excluded.billed_jobs, revenue_minor = revenue_minor + excluded.revenue_minor, costed_revenue_minor = costed_revenue_minor + excluded.costed_revenue_minor, cost_minor = cost_minor + excluded.cost_minor;
END;

DROP TRIGGER callback_causes_after_insert;
CREATE TRIGGER callback_causes_after_insert AFTER INSERT ON callback_causes
BEGIN
  INSERT INTO callback_cause_sums (org_id, kind, grain, starts_on, key, label, callbacks)
  SELECT NEW.org_id, NEW.kind, g.value, CASE g.value WHEN 'day' THEN NEW.completed_on WHEN 'week' THEN date(NEW.completed_on, '-6 days', 'weekday 0')
      WHEN 'month' THEN substr(NEW.completed_on, 1, 7) || '-01' ELSE substr(NEW.completed_on, 1, 4) || '-01-01' END, NEW.key, NEW.label, 1
  FROM json_each('["day","month","year"]') g WHERE true
  ON CONFLICT (org_id, kind, grain, starts_on, key) DO UPDATE SET callbacks = callbacks + 1, label = excluded.label;
END;

DROP TRIGGER callback_causes_after_delete;
CREATE TRIGGER callback_causes_after_delete AFTER DELETE ON callback_causes
BEGIN
  UPDATE callback_cause_sums SET callbacks = callbacks - 1
  WHERE org_id = OLD.org_id AND kind = OLD.kind AND key = OLD.key AND (grain, starts_on) IN (
    SELECT g.value, CASE g.value WHEN 'day' THEN OLD.completed_on WHEN 'week' THEN date(OLD.completed_on, '-6 days', 'weekday 0')
      WHEN 'month' THEN substr(OLD.completed_on, 1, 7) || '-01' ELSE substr(OLD.completed_on, 1, 4) || '-01-01' END FROM json_each('["day","month","year"]') g);
END;

DROP TRIGGER work_orders_created_insert;
CREATE TRIGGER work_orders_created_insert AFTER INSERT ON work_orders
BEGIN
  INSERT INTO workload_sums (org_id, kind, starts_on, jobs, minutes)
  SELECT NEW.org_id, 'created', date(date(NEW.created_at, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = NEW.org_id AND k.from_at <= NEW.created_at ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes'), '-6 days', 'weekday 0'), 1, NEW.duration_minutes WHERE NEW.status <> 'cancelled'
  ON CONFLICT (org_id, kind, starts_on) DO UPDATE SET jobs = jobs + excluded.jobs, minutes = minutes + excluded.minutes;
END;

DROP TRIGGER work_orders_created_update;
CREATE TRIGGER work_orders_created_update AFTER UPDATE OF status, duration_minutes, created_at ON work_orders
WHEN (OLD.status = 'cancelled') <> (NEW.status = 'cancelled') OR OLD.duration_minutes <> NEW.duration_minutes OR OLD.created_at <> NEW.created_at
BEGIN
  INSERT INTO workload_sums (org_id, kind, starts_on, jobs, minutes)
  SELECT OLD.org_id, 'created', date(date(OLD.created_at, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = OLD.org_id AND k.from_at <= OLD.created_at ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes'), '-6 days', 'weekday 0'), -1, -OLD.duration_minutes WHERE OLD.status <> 'cancelled'
  ON CONFLICT (org_id, kind, starts_on) DO UPDATE SET jobs = jobs + excluded.jobs, minutes = minutes + excluded.minutes;
  INSERT INTO workload_sums (org_id, kind, starts_on, jobs, minutes)
  SELECT NEW.org_id, 'created', date(date(NEW.created_at, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = NEW.org_id AND k.from_at <= NEW.created_at ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes'), '-6 days', 'weekday 0'), 1, NEW.duration_minutes WHERE NEW.status <> 'cancelled'
  ON CONFLICT (org_id, kind, starts_on) DO UPDATE SET jobs = jobs + excluded.jobs, minutes = minutes + excluded.minutes;
END;

DROP TRIGGER work_orders_created_delete;
CREATE TRIGGER work_orders_created_delete AFTER DELETE ON work_orders
BEGIN
  INSERT INTO workload_sums (org_id, kind, starts_on, jobs, minutes)
  SELECT OLD.org_id, 'created', date(date(OLD.created_at, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = OLD.org_id AND k.from_at <= OLD.created_at ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes'), '-6 days', 'weekday 0'), -1, -OLD.duration_minutes WHERE OLD.status <> 'cancelled'
  ON CONFLICT (org_id, kind, starts_on) DO UPDATE SET jobs = jobs + excluded.jobs, minutes = minutes + excluded.minutes;
END;

DELETE FROM job_sums WHERE grain = 'week';
INSERT INTO job_sums (org_id, scope, grain, starts_on, key, jobs, unit_jobs, fixed_jobs, callback_jobs, labor_seconds, travel_seconds,
  billed_jobs, revenue_minor, costed_revenue_minor, cost_minor)
SELECT f.org_id, 'all', 'week', date(f.completed_on, '-6 days', 'weekday 0') AS starts_on, '', count(*), sum(f.has_unit),
  sum(f.fixed_first_time), sum(f.called_back), sum(f.labor_seconds), sum(f.travel_seconds), sum(f.billed), sum(f.revenue_minor),
  sum(f.costed_revenue_minor), sum(f.cost_minor)
FROM job_facts f GROUP BY f.org_id, 4;

DELETE FROM workload_sums WHERE kind = 'created';
INSERT INTO workload_sums (org_id, kind, starts_on, jobs, minutes)
SELECT w.org_id, 'created', date(date(w.created_at, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = w.org_id AND k.from_at <= w.created_at ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes'), '-6 days', 'weekday 0') AS starts_on,
  count(*), sum(w.duration_minutes)
FROM work_orders w WHERE w.status <> 'cancelled' GROUP BY w.org_id, 3;
