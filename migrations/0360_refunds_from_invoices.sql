-- The invoice that a refund is made from: after the payment's unapplied part, what it paid of this invoice is owed again first.
-- Null: made from no invoice; what was applied last is owed again first.
ALTER TABLE refunds ADD COLUMN invoice_id TEXT;
ALTER TABLE online_refunds ADD COLUMN invoice_id TEXT;

-- Earlier refunds belong to the invoice whose part was released with them, if it was one only.
DROP TRIGGER refunds_no_update;
UPDATE refunds SET invoice_id = (
  SELECT CASE WHEN min(a.invoice_id) = max(a.invoice_id) THEN min(a.invoice_id) END
  FROM payment_allocations a INDEXED BY payment_allocations_payment
  WHERE a.org_id = refunds.org_id AND a.payment_id = refunds.payment_id AND a.amount_minor < 0 AND a.created_at = refunds.created_at);
CREATE TRIGGER refunds_no_update BEFORE UPDATE ON refunds
BEGIN
  SELECT RAISE(ABORT, 'payment_append_only');
END;
DROP TRIGGER online_refunds_frozen;
UPDATE online_refunds SET invoice_id = (
  SELECT r.invoice_id FROM refunds r WHERE r.org_id = online_refunds.org_id AND r.id = online_refunds.refund_id)
WHERE refund_id IS NOT NULL;
CREATE TRIGGER online_refunds_frozen BEFORE UPDATE ON online_refunds
WHEN OLD.status <> 'pending' OR NEW.org_id <> OLD.org_id OR NEW.id <> OLD.id OR NEW.payment_id <> OLD.payment_id
  OR NEW.invoice_id IS NOT OLD.invoice_id
  OR NEW.amount_minor <> OLD.amount_minor OR NEW.reason <> OLD.reason OR NEW.created_by <> OLD.created_by OR NEW.created_at <> OLD.created_at
  OR (OLD.provider_refund_id IS NOT NULL AND NEW.provider_refund_id IS NOT OLD.provider_refund_id)
BEGIN
  SELECT RAISE(ABORT, 'payment_append_only');
END;
CREATE INDEX refunds_invoice ON refunds (org_id, invoice_id) WHERE invoice_id IS NOT NULL;

-- The invoice is one of the payment's customer.
CREATE TRIGGER refunds_of_customer BEFORE INSERT ON refunds
WHEN NEW.invoice_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'refund_invoice')
  WHERE NOT EXISTS (
    SELECT 1 FROM payments p JOIN invoices i ON i.org_id = p.org_id AND i.customer_id = p.customer_id
    WHERE p.org_id = NEW.org_id AND p.id = NEW.payment_id AND i.id = NEW.invoice_id AND i.kind = 'invoice' AND i.status <> 'draft');
END;
-- Refunds on their way from one invoice never exceed what the payment has unapplied and paid of that invoice.
CREATE TRIGGER online_refunds_of_invoice BEFORE INSERT ON online_refunds
WHEN NEW.invoice_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'refund_invoice')
  WHERE NOT EXISTS (
    SELECT 1 FROM payments p JOIN invoices i ON i.org_id = p.org_id AND i.customer_id = p.customer_id
    WHERE p.org_id = NEW.org_id AND p.id = NEW.payment_id AND i.id = NEW.invoice_id AND i.kind = 'invoice' AND i.status <> 'draft');
  SELECT RAISE(ABORT, 'refund_exceeds')
  WHERE NEW.amount_minor + coalesce((
      SELECT sum(o.amount_minor) FROM online_refunds o INDEXED BY online_refunds_payment
      WHERE o.org_id = NEW.org_id AND o.payment_id = NEW.payment_id AND o.status = 'pending' AND o.invoice_id = NEW.invoice_id), 0)
    > coalesce((
      SELECT p.amount_minor - p.allocated_minor - p.refunded_minor FROM payments p WHERE p.org_id = NEW.org_id AND p.id = NEW.payment_id), 0)
    + coalesce((
      SELECT sum(a.amount_minor) FROM payment_allocations a INDEXED BY payment_allocations_payment
      WHERE a.org_id = NEW.org_id AND a.payment_id = NEW.payment_id AND a.invoice_id = NEW.invoice_id), 0);
END;
