-- The rows behind the figures of plan cohorts and of the forecast, in the order in which they are paged.
CREATE INDEX work_orders_created ON work_orders (org_id, created_at, id) WHERE status <> 'cancelled';

CREATE INDEX appointment_technicians_day ON appointment_technicians (org_id, starts_at, appointment_id, technician_id)
WHERE blocks_calendar = 1;

-- The quarter in which a plan started, and the day on which it ended: empty if unknown, the last day of 9999 if it goes on.
CREATE INDEX maintenance_plans_cohort ON maintenance_plans (
  org_id,
  CAST(substr(starts_on, 1, 4) AS INTEGER) * 4 + (CAST(substr(starts_on, 6, 2) AS INTEGER) - 1) / 3,
  CASE WHEN active = 0 THEN coalesce(ended_on, ends_on, '') ELSE coalesce(ends_on, '9999-12-31') END,
  id
);
