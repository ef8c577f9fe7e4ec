-- Jobs by when they were completed, those that are not left out: what a year brought is read without the years before it.
CREATE INDEX work_orders_completed ON work_orders (org_id, completed_at, customer_id, service_type_id) WHERE completed_at IS NOT NULL;
