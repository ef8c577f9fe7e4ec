-- What a business's own systems are told: who wants to hear of what, what each is sent, and what it answered.
CREATE TABLE webhook_endpoints (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  url TEXT NOT NULL CONSTRAINT webhook_endpoint_url CHECK (length(url) BETWEEN 8 AND 500),
  description TEXT CONSTRAINT webhook_endpoint_description CHECK (length(description) BETWEEN 1 AND 200),
  status TEXT NOT NULL CONSTRAINT webhook_endpoint_status CHECK (status IN ('enabled', 'disabled')),
  -- Who turned it off: an Admin, its own 410, or days of failures.
  disabled_by TEXT CONSTRAINT webhook_endpoint_disabled_by CHECK (disabled_by IN ('admin', 'gone', 'failing')),
  disabled_at TEXT,
  -- Encrypted. After a rotation the one before it signs too for a day.
  secret TEXT NOT NULL,
  previous_secret TEXT,
  previous_secret_until TEXT,
  -- Since when nothing has been delivered; null while it works.
  failing_since TEXT,
  -- Its last answer was slow or none at all: it waits in a queue where it holds up nobody else.
  slow INTEGER NOT NULL DEFAULT 0 CONSTRAINT webhook_endpoint_slow CHECK (slow IN (0, 1)),
  -- When something is due; null while nothing waits.
  wake_at TEXT,
  -- One run at a time.
  lease TEXT,
  lease_until TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  CONSTRAINT webhook_endpoint_disabled CHECK ((status = 'disabled') = (disabled_by IS NOT NULL) AND (disabled_by IS NULL) = (disabled_at IS NULL)),
  CONSTRAINT webhook_endpoint_previous_secret CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL))
) STRICT, WITHOUT ROWID;
-- A retry of the request that made one makes no second.
CREATE UNIQUE INDEX webhook_endpoints_url ON webhook_endpoints (org_id, url);
CREATE INDEX webhook_endpoints_due ON webhook_endpoints (wake_at) WHERE wake_at IS NOT NULL;

CREATE TRIGGER webhook_endpoints_number BEFORE INSERT ON webhook_endpoints
WHEN (SELECT count(*) FROM webhook_endpoints WHERE org_id = NEW.org_id) >= 20
BEGIN
  SELECT RAISE(ABORT, 'too_many_webhook_endpoints');
END;

CREATE TABLE webhook_subscriptions (
  org_id TEXT NOT NULL,
  event TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  PRIMARY KEY (org_id, event, endpoint_id),
  FOREIGN KEY (org_id, endpoint_id) REFERENCES webhook_endpoints (org_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_subscriptions_endpoint ON webhook_subscriptions (org_id, endpoint_id);

-- An event for one endpoint. It outlives the endpoint until it is swept, so that deleting one is quick.
CREATE TABLE webhook_deliveries (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  endpoint_id TEXT NOT NULL,
  -- The same at each endpoint and each attempt, in order of time: what a receiver knows an event again by.
  id TEXT NOT NULL,
  event TEXT NOT NULL,
  record_id TEXT NOT NULL,
  -- What the change was, beside the record itself.
  changes TEXT NOT NULL CONSTRAINT webhook_delivery_changes CHECK (json_valid(changes)),
  occurred_at TEXT NOT NULL,
  status TEXT NOT NULL CONSTRAINT webhook_delivery_status CHECK (status IN ('pending', 'delivered', 'failed', 'canceled')),
  -- Of the present schedule; sending again begins another.
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TEXT,
  -- As it is sent from the first attempt on.
  body TEXT,
  response_status INTEGER,
  PRIMARY KEY (org_id, endpoint_id, id),
  CONSTRAINT webhook_delivery_due CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (org_id, endpoint_id, next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_status ON webhook_deliveries (org_id, endpoint_id, status, id);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (occurred_at);

CREATE TRIGGER webhook_deliveries_wake AFTER INSERT ON webhook_deliveries WHEN NEW.status = 'pending'
BEGIN
  UPDATE webhook_endpoints SET wake_at = NEW.next_attempt_at WHERE org_id = NEW.org_id AND id = NEW.endpoint_id
    AND (wake_at IS NULL OR wake_at > NEW.next_attempt_at);
END;

CREATE TABLE webhook_attempts (
  org_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  delivery_id TEXT NOT NULL,
  id TEXT NOT NULL,
  at TEXT NOT NULL,
  duration_ms INTEGER NOT NULL CONSTRAINT webhook_attempt_duration CHECK (duration_ms >= 0),
  url TEXT NOT NULL,
  -- Null where nothing answered.
  response_status INTEGER,
  -- The first kilobyte.
  response_body TEXT,
  problem TEXT,
  PRIMARY KEY (org_id, endpoint_id, delivery_id, id),
  FOREIGN KEY (org_id, endpoint_id, delivery_id) REFERENCES webhook_deliveries (org_id, endpoint_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- An event becomes a delivery for each endpoint that asked for it; without one nothing is written.
CREATE VIEW webhook_events AS SELECT org_id, event, record_id, changes FROM webhook_deliveries;
CREATE TRIGGER webhook_events_fan_out INSTEAD OF INSERT ON webhook_events
BEGIN
  INSERT INTO webhook_deliveries (org_id, endpoint_id, id, event, record_id, changes, occurred_at, status, next_attempt_at)
  SELECT s.org_id, s.endpoint_id, made.id, NEW.event, NEW.record_id, NEW.changes, made.at, 'pending', made.at
  FROM (SELECT 'evt_' || printf('%012x', CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) || lower(hex(randomblob(8))) AS id,
      strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS at) made
  CROSS JOIN webhook_subscriptions s
  JOIN webhook_endpoints e ON e.org_id = s.org_id AND e.id = s.endpoint_id AND e.status = 'enabled'
  WHERE s.org_id = NEW.org_id AND s.event = NEW.event;
END;

CREATE TRIGGER customers_created_event AFTER INSERT ON customers
BEGIN
  INSERT INTO webhook_events (org_id, event, record_id, changes) VALUES (NEW.org_id, 'customer.created', NEW.id, '{}');
END;
CREATE TRIGGER customers_updated_event AFTER UPDATE OF version ON customers WHEN NEW.version <> OLD.version
BEGIN
  INSERT INTO webhook_events (org_id, event, record_id, changes) VALUES (NEW.org_id, 'customer.updated', NEW.id, '{}');
END;

CREATE TRIGGER work_orders_created_event AFTER INSERT ON work_orders
BEGIN
  INSERT INTO webhook_events (org_id, event, record_id, changes)
  VALUES (NEW.org_id, 'work_order.created', NEW.id, json_object('status', NEW.status));
END;
CREATE TRIGGER work_orders_status_event AFTER UPDATE OF status ON work_orders WHEN NEW.status <> OLD.status
BEGIN
  INSERT INTO webhook_events (org_id, event, record_id, changes)
  VALUES (NEW.org_id, 'work_order.status_changed', NEW.id, json_object('status', NEW.status, 'previousStatus', OLD.status));
END;
CREATE TRIGGER work_orders_completed_event AFTER UPDATE OF status ON work_orders
WHEN NEW.status = 'completed' AND OLD.status <> 'completed'
BEGIN
  INSERT INTO webhook_events (org_id, event, record_id, changes)
  VALUES (NEW.org_id, 'work_order.completed', NEW.id, json_object('status', NEW.status, 'previousStatus', OLD.status));
END;
CREATE TRIGGER work_orders_scheduled_event AFTER UPDATE OF scheduled_start, scheduled_end, technician_id ON work_orders
WHEN NEW.scheduled_start IS NOT NULL AND (NEW.scheduled_start IS NOT OLD.scheduled_start
  OR NEW.scheduled_end IS NOT OLD.scheduled_end OR NEW.technician_id IS NOT OLD.technician_id)
BEGIN
  INSERT INTO webhook_events (org_id, event, record_id, changes) VALUES (NEW.org_id, 'work_order.scheduled', NEW.id, json_object(
    'scheduledStart', NEW.scheduled_start, 'previousScheduledStart', OLD.scheduled_start,
    'technicianId', NEW.technician_id, 'previousTechnicianId', OLD.technician_id));
END;

CREATE TRIGGER invoices_issued_event AFTER UPDATE OF status ON invoices
WHEN NEW.kind = 'invoice' AND NEW.status = 'issued' AND OLD.status = 'draft'
BEGIN
  INSERT INTO webhook_events (org_id, event, record_id, changes) VALUES (NEW.org_id, 'invoice.issued', NEW.id, '{}');
END;
-- What credit notes alone bring to nothing was not paid.
CREATE TRIGGER invoices_paid_event AFTER UPDATE OF paid_minor ON invoices
WHEN NEW.kind = 'invoice' AND NEW.paid_minor > OLD.paid_minor AND NEW.paid_minor + NEW.credited_minor >= NEW.total_minor
  AND OLD.paid_minor + OLD.credited_minor < OLD.total_minor
BEGIN
  INSERT INTO webhook_events (org_id, event, record_id, changes) VALUES (NEW.org_id, 'invoice.paid', NEW.id, '{}');
END;
CREATE TRIGGER invoices_voided_event AFTER UPDATE OF status ON invoices WHEN NEW.status = 'void' AND OLD.status <> 'void'
BEGIN
  INSERT INTO webhook_events (org_id, event, record_id, changes) VALUES (NEW.org_id, 'invoice.voided', NEW.id, '{}');
END;

CREATE TRIGGER estimates_answered_event AFTER UPDATE OF status ON estimates
WHEN NEW.status IN ('sent', 'approved', 'declined') AND NEW.status <> OLD.status
BEGIN
  INSERT INTO webhook_events (org_id, event, record_id, changes) VALUES (NEW.org_id, 'estimate.' || NEW.status, NEW.id, '{}');
END;

CREATE TRIGGER leads_created_event AFTER INSERT ON leads
BEGIN
  INSERT INTO webhook_events (org_id, event, record_id, changes)
  VALUES (NEW.org_id, 'lead.created', NEW.id, json_object('stage', NEW.stage));
END;
CREATE TRIGGER leads_closed_event AFTER UPDATE OF stage ON leads WHEN NEW.stage IN ('won', 'lost') AND NEW.stage <> OLD.stage
BEGIN
  INSERT INTO webhook_events (org_id, event, record_id, changes)
  VALUES (NEW.org_id, 'lead.' || NEW.stage, NEW.id, json_object('stage', NEW.stage, 'previousStage', OLD.stage));
END;

CREATE TRIGGER inventory_items_low_event AFTER UPDATE OF low ON inventory_items WHEN NEW.low = 1 AND OLD.low = 0
BEGIN
  INSERT INTO webhook_events (org_id, event, record_id, changes) VALUES (NEW.org_id, 'inventory_item.low_stock', NEW.id, '{}');
END;
