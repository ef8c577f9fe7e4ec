-- Lists of stock and invoices that read as much of a large business as of a small one: each filter by an index in the list's
-- order, and what all invoices come to kept as it changes instead of added up.

CREATE INDEX inventory_items_by_category ON inventory_items (org_id, primary_category, lower(name), id);
CREATE INDEX inventory_items_inactive ON inventory_items (org_id, lower(name), id) WHERE active = 0;
CREATE INDEX inventory_items_hazardous ON inventory_items (org_id, lower(name), id) WHERE hazardous_material = 1;
CREATE INDEX inventory_items_certified ON inventory_items (org_id, lower(name), id) WHERE requires_certification = 1;
CREATE INDEX stock_movements_kind ON stock_movements (org_id, kind, seq);
CREATE INDEX stock_reservations_newest ON stock_reservations (org_id, created_at, id);
CREATE INDEX stock_counts_status ON stock_counts (org_id, status, created_at, id);
CREATE INDEX purchase_orders_open ON purchase_orders (org_id, number) WHERE status IN ('ordered', 'partly_received');

-- Where a document stands: an issued one is owed, or settled by payments, credits or being a credit note itself.
ALTER TABLE invoices ADD COLUMN standing TEXT GENERATED ALWAYS AS (
  CASE
    WHEN status <> 'issued' THEN status
    WHEN kind = 'invoice' AND total_minor - paid_minor - credited_minor > 0 THEN 'owed'
    ELSE 'settled'
  END
) VIRTUAL;
CREATE INDEX invoices_standing ON invoices (org_id, standing, created_at, id);
CREATE INDEX invoices_credit_notes ON invoices (org_id, created_at, id) WHERE kind = 'credit_note';
CREATE INDEX invoices_work_order ON invoices (org_id, work_order_id, created_at, id) WHERE work_order_id IS NOT NULL;
DROP INDEX invoices_customer;
CREATE INDEX invoices_customer ON invoices (org_id, customer_id, created_at, id);
DROP INDEX invoices_status;

-- How many documents of each kind stand how, and what they come to in cents.
INSERT INTO counters (org_id, name, value)
SELECT org_id, 'invoices.' || kind || '.' || standing, count(*) FROM invoices GROUP BY org_id, kind, standing;
INSERT INTO counters (org_id, name, value)
SELECT org_id, 'invoice_totals.' || kind || '.' || standing, sum(total_minor) FROM invoices GROUP BY org_id, kind, standing;

CREATE TRIGGER invoices_count_insert AFTER INSERT ON invoices
BEGIN
  INSERT INTO counters (org_id, name, value)
  VALUES (NEW.org_id, 'invoices.' || NEW.kind || '.' || NEW.standing, 1),
    (NEW.org_id, 'invoice_totals.' || NEW.kind || '.' || NEW.standing, NEW.total_minor)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + excluded.value;
END;
CREATE TRIGGER invoices_count_change AFTER UPDATE OF status, total_minor, paid_minor, credited_minor ON invoices
WHEN OLD.standing <> NEW.standing OR OLD.total_minor <> NEW.total_minor
BEGIN
  UPDATE counters SET value = value - 1 WHERE org_id = OLD.org_id AND name = 'invoices.' || OLD.kind || '.' || OLD.standing;
  UPDATE counters SET value = value - OLD.total_minor
  WHERE org_id = OLD.org_id AND name = 'invoice_totals.' || OLD.kind || '.' || OLD.standing;
  INSERT INTO counters (org_id, name, value)
  VALUES (NEW.org_id, 'invoices.' || NEW.kind || '.' || NEW.standing, 1),
    (NEW.org_id, 'invoice_totals.' || NEW.kind || '.' || NEW.standing, NEW.total_minor)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + excluded.value;
END;
CREATE TRIGGER invoices_count_delete AFTER DELETE ON invoices
BEGIN
  UPDATE counters SET value = value - 1 WHERE org_id = OLD.org_id AND name = 'invoices.' || OLD.kind || '.' || OLD.standing;
  UPDATE counters SET value = value - OLD.total_minor
  WHERE org_id = OLD.org_id AND name = 'invoice_totals.' || OLD.kind || '.' || OLD.standing;
END;
