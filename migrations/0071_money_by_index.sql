-- As before, and each reads the rows of its own invoice or payment by their index: without it, all that the business has.

DROP TRIGGER invoices_issue;
CREATE TRIGGER invoices_issue BEFORE UPDATE ON invoices
WHEN OLD.status = 'draft' AND NEW.status <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'invoice_number')
  WHERE NEW.status <> 'issued'
    OR NEW.number <> 1 + coalesce((SELECT max(number) FROM invoices WHERE org_id = NEW.org_id AND series = NEW.series), 0);
  SELECT RAISE(ABORT, 'invoice_lines_priced')
  WHERE NOT EXISTS (SELECT 1 FROM invoice_lines WHERE org_id = NEW.org_id AND invoice_id = NEW.id)
    OR EXISTS (SELECT 1 FROM invoice_lines WHERE org_id = NEW.org_id AND invoice_id = NEW.id AND unit_price_minor IS NULL);
  SELECT RAISE(ABORT, 'invoice_adds_up')
  FROM (
    SELECT sum(amount_minor) AS amounts, sum(discount_minor) AS discounts, sum(tax_minor) AS taxes
    FROM invoice_lines WHERE org_id = NEW.org_id AND invoice_id = NEW.id
  )
  WHERE amounts <> NEW.subtotal_minor OR discounts <> NEW.discount_minor OR taxes <> NEW.tax_minor
    OR NEW.tax_minor <> coalesce((SELECT sum(value ->> 'taxMinor') FROM json_each(NEW.taxes)), 0);
  SELECT RAISE(ABORT, 'credit_note_exceeds')
  WHERE NEW.kind = 'credit_note' AND EXISTS (
    SELECT 1 FROM invoice_lines mine
    WHERE mine.org_id = NEW.org_id AND mine.invoice_id = NEW.id AND NOT EXISTS (
      SELECT 1 FROM invoice_lines charged
      WHERE charged.org_id = NEW.org_id AND charged.invoice_id = NEW.corrects_id AND charged.position = mine.credits_position
        AND charged.net_minor >= mine.net_minor + coalesce((
          SELECT sum(other.net_minor) FROM invoices note INDEXED BY invoices_corrects
          JOIN invoice_lines other ON other.org_id = note.org_id AND other.invoice_id = note.id
          WHERE note.org_id = NEW.org_id AND note.corrects_id = NEW.corrects_id AND note.kind = 'credit_note' AND note.status = 'issued'
            AND other.credits_position = mine.credits_position), 0)
        AND charged.tax_minor >= mine.tax_minor + coalesce((
          SELECT sum(other.tax_minor) FROM invoices note INDEXED BY invoices_corrects
          JOIN invoice_lines other ON other.org_id = note.org_id AND other.invoice_id = note.id
          WHERE note.org_id = NEW.org_id AND note.corrects_id = NEW.corrects_id AND note.kind = 'credit_note' AND note.status = 'issued'
            AND other.credits_position = mine.credits_position), 0)
    )
  );
END;

DROP TRIGGER invoices_credited_derived;
CREATE TRIGGER invoices_credited_derived BEFORE UPDATE OF credited_minor ON invoices
WHEN NEW.credited_minor <> OLD.credited_minor AND NEW.credited_minor <> coalesce((
  SELECT sum(total_minor) FROM invoices INDEXED BY invoices_corrects
  WHERE org_id = NEW.org_id AND corrects_id = NEW.id AND kind = 'credit_note' AND status = 'issued'), 0)
BEGIN
  SELECT RAISE(ABORT, 'invoice_sums_derived');
END;

DROP TRIGGER invoices_paid_derived;
CREATE TRIGGER invoices_paid_derived BEFORE UPDATE OF paid_minor ON invoices
WHEN NEW.paid_minor <> OLD.paid_minor
  AND NEW.paid_minor <> coalesce((
    SELECT sum(amount_minor) FROM payment_allocations INDEXED BY payment_allocations_invoice
    WHERE org_id = NEW.org_id AND invoice_id = NEW.id), 0)
BEGIN
  SELECT RAISE(ABORT, 'invoice_sums_derived');
END;

DROP TRIGGER payments_frozen;
CREATE TRIGGER payments_frozen BEFORE UPDATE ON payments
WHEN NEW.org_id <> OLD.org_id OR NEW.id <> OLD.id OR NEW.customer_id <> OLD.customer_id OR NEW.work_order_id IS NOT OLD.work_order_id
  OR NEW.method <> OLD.method OR NEW.amount_minor <> OLD.amount_minor OR NEW.received_on <> OLD.received_on
  OR NEW.reference IS NOT OLD.reference OR NEW.note IS NOT OLD.note OR NEW.provider IS NOT OLD.provider
  OR NEW.provider_payment_id IS NOT OLD.provider_payment_id OR NEW.created_by <> OLD.created_by OR NEW.created_at <> OLD.created_at
  OR NEW.allocated_minor <> coalesce((
    SELECT sum(amount_minor) FROM payment_allocations INDEXED BY payment_allocations_payment
    WHERE org_id = NEW.org_id AND payment_id = NEW.id), 0)
  OR NEW.refunded_minor <> coalesce((
    SELECT sum(amount_minor) FROM refunds INDEXED BY refunds_payment WHERE org_id = NEW.org_id AND payment_id = NEW.id), 0)
BEGIN
  SELECT RAISE(ABORT, 'payment_append_only');
END;

DROP TRIGGER payment_allocations_post;
CREATE TRIGGER payment_allocations_post AFTER INSERT ON payment_allocations
BEGIN
  SELECT RAISE(ABORT, 'allocation_not_owed')
  WHERE (SELECT status || kind || customer_id FROM invoices WHERE org_id = NEW.org_id AND id = NEW.invoice_id)
      IS NOT 'issuedinvoice' || (SELECT customer_id FROM payments WHERE org_id = NEW.org_id AND id = NEW.payment_id)
    OR 0 > (
      SELECT sum(amount_minor) FROM payment_allocations INDEXED BY payment_allocations_payment
      WHERE org_id = NEW.org_id AND payment_id = NEW.payment_id AND invoice_id = NEW.invoice_id);
  UPDATE payments SET allocated_minor = allocated_minor + NEW.amount_minor WHERE org_id = NEW.org_id AND id = NEW.payment_id;
  UPDATE invoices SET paid_minor = paid_minor + NEW.amount_minor, version = version + 1 WHERE org_id = NEW.org_id AND id = NEW.invoice_id;
END;

DROP TRIGGER online_refunds_begin;
CREATE TRIGGER online_refunds_begin BEFORE INSERT ON online_refunds
BEGIN
  SELECT RAISE(ABORT, 'refund_exceeds')
  WHERE NEW.status <> 'pending' OR NEW.amount_minor > coalesce((
    SELECT p.amount_minor - p.refunded_minor - coalesce((
      SELECT sum(o.amount_minor) FROM online_refunds o INDEXED BY online_refunds_payment
      WHERE o.org_id = p.org_id AND o.payment_id = p.id AND o.status = 'pending'), 0)
    FROM payments p WHERE p.org_id = NEW.org_id AND p.id = NEW.payment_id AND p.provider IS NOT NULL), 0);
END;

DROP TRIGGER refunds_beside_online;
CREATE TRIGGER refunds_beside_online BEFORE INSERT ON refunds
WHEN EXISTS (
  SELECT 1 FROM online_refunds o INDEXED BY online_refunds_payment
  WHERE o.org_id = NEW.org_id AND o.payment_id = NEW.payment_id AND o.status = 'pending')
BEGIN
  SELECT RAISE(ABORT, 'refund_exceeds')
  WHERE NEW.amount_minor > (
    SELECT p.amount_minor - p.refunded_minor - coalesce((
      SELECT sum(o.amount_minor) FROM online_refunds o INDEXED BY online_refunds_payment
      WHERE o.org_id = p.org_id AND o.payment_id = p.id AND o.status = 'pending' AND o.id <> NEW.id), 0)
    FROM payments p WHERE p.org_id = NEW.org_id AND p.id = NEW.payment_id);
END;
