-- Why a plan's work order could not be created, as shown to the office, and when that was last tried.
ALTER TABLE maintenance_plans ADD COLUMN booking_problem TEXT CONSTRAINT maintenance_plan_booking_problem CHECK (length(booking_problem) BETWEEN 1 AND 500);
ALTER TABLE maintenance_plans ADD COLUMN booking_tried_at TEXT;

-- When the sweep next looks at a business's plans; empty: it has not looked yet.
ALTER TABLE tenant_organizations ADD COLUMN maintenance_check_at TEXT NOT NULL DEFAULT '';
CREATE INDEX tenant_organizations_maintenance_check ON tenant_organizations (maintenance_check_at, id);
