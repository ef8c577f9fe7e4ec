-- When an endpoint's next delivery is due, by the words that the code uses.
ALTER TABLE webhook_endpoints RENAME COLUMN wake_at TO next_delivery_at;
DROP TRIGGER webhook_deliveries_wake;
CREATE TRIGGER webhook_deliveries_due AFTER INSERT ON webhook_deliveries WHEN NEW.status = 'pending'
BEGIN
  UPDATE webhook_endpoints SET next_delivery_at = NEW.next_attempt_at WHERE org_id = NEW.org_id AND id = NEW.endpoint_id
    AND (next_delivery_at IS NULL OR next_delivery_at > NEW.next_attempt_at);
END;
