-- Invoices, credit notes and what was paid. An issued document never changes: it is corrected by a credit note. Sums of payments
-- and credits are derived by the triggers here and written by nothing else; what would pay or credit more than there is, undoes
-- its whole batch.

CREATE TABLE invoices (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT invoice_kind CHECK (kind IN ('invoice', 'credit_note')),
  status TEXT NOT NULL CONSTRAINT invoice_status CHECK (status IN ('draft', 'issued', 'void')),
  series TEXT NOT NULL CONSTRAINT invoice_series CHECK (series = CASE kind WHEN 'invoice' THEN 'INV' ELSE 'CN' END),
  -- Given when it is issued, without gaps.
  number INTEGER,
  customer_id TEXT NOT NULL,
  work_order_id TEXT,
  -- A credit note: the invoice it credits; an invoice: the one it takes the place of.
  corrects_id TEXT,
  -- Copies: { name, email, lines }, the same of the site, and of the business when it is issued.
  bill_to TEXT NOT NULL CONSTRAINT invoice_bill_to CHECK (json_valid(bill_to)),
  site TEXT CONSTRAINT invoice_site CHECK (site IS NULL OR json_valid(site)),
  seller TEXT CONSTRAINT invoice_seller CHECK (seller IS NULL OR json_valid(seller)),
  title TEXT CONSTRAINT invoice_title CHECK (length(title) BETWEEN 1 AND 200),
  issued_on TEXT CONSTRAINT invoice_issued_on CHECK (issued_on IS NULL OR issued_on IS date(issued_on)),
  due_on TEXT CONSTRAINT invoice_due_on CHECK (due_on IS NULL OR due_on IS date(due_on)),
  terms_days INTEGER NOT NULL CONSTRAINT invoice_terms CHECK (terms_days BETWEEN 0 AND 120),
  memo TEXT CONSTRAINT invoice_memo CHECK (length(memo) BETWEEN 1 AND 2000),
  footer TEXT CONSTRAINT invoice_footer CHECK (length(footer) BETWEEN 1 AND 2000),
  discount_rate_ppm INTEGER CONSTRAINT invoice_discount_rate CHECK (discount_rate_ppm BETWEEN 1 AND 1000000),
  discount_amount_minor INTEGER CONSTRAINT invoice_discount_amount CHECK (discount_amount_minor > 0),
  -- Whether it is known how the place is taxed: what is unknown is asked for and never taken for none.
  tax_state TEXT NOT NULL CONSTRAINT invoice_tax_state CHECK (tax_state IN ('known', 'unknown', 'exempt')),
  tax_note TEXT CONSTRAINT invoice_tax_note CHECK (length(tax_note) BETWEEN 1 AND 200),
  -- [{ name, ratePpm, taxableMinor, taxMinor }]
  taxes TEXT NOT NULL CONSTRAINT invoice_taxes CHECK (json_type(taxes) = 'array'),
  subtotal_minor INTEGER NOT NULL DEFAULT 0 CONSTRAINT invoice_subtotal CHECK (subtotal_minor >= 0),
  discount_minor INTEGER NOT NULL DEFAULT 0 CONSTRAINT invoice_discount CHECK (discount_minor BETWEEN 0 AND subtotal_minor),
  tax_minor INTEGER NOT NULL DEFAULT 0 CONSTRAINT invoice_tax CHECK (tax_minor >= 0),
  total_minor INTEGER NOT NULL DEFAULT 0,
  paid_minor INTEGER NOT NULL DEFAULT 0 CONSTRAINT invoice_paid CHECK (paid_minor >= 0),
  credited_minor INTEGER NOT NULL DEFAULT 0 CONSTRAINT invoice_credited CHECK (credited_minor >= 0),
  void_reason TEXT CONSTRAINT invoice_void_reason CHECK (length(void_reason) BETWEEN 1 AND 500),
  version INTEGER NOT NULL DEFAULT 1,
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  issued_at TEXT,
  voided_at TEXT,
  -- When it was last mailed, and to whom.
  sent_at TEXT,
  sent_to TEXT,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, customer_id) REFERENCES customers (org_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id),
  FOREIGN KEY (org_id, corrects_id) REFERENCES invoices (org_id, id),
  CONSTRAINT invoice_total CHECK (total_minor = subtotal_minor - discount_minor + tax_minor AND total_minor <= 100000000000),
  CONSTRAINT invoice_settled CHECK (paid_minor + credited_minor <= total_minor),
  CONSTRAINT invoice_one_discount CHECK (discount_rate_ppm IS NULL OR discount_amount_minor IS NULL),
  CONSTRAINT invoice_numbered CHECK ((status = 'draft') = (number IS NULL)),
  CONSTRAINT invoice_dated CHECK (status = 'draft' OR (issued_on IS NOT NULL AND due_on IS NOT NULL AND seller IS NOT NULL AND issued_at IS NOT NULL)),
  CONSTRAINT invoice_tax_is_known CHECK (status = 'draft' OR tax_state <> 'unknown'),
  CONSTRAINT invoice_void_is_credited CHECK (status <> 'void' OR credited_minor = total_minor),
  CONSTRAINT credit_note_of CHECK (kind = 'invoice' OR (corrects_id IS NOT NULL AND paid_minor = 0 AND credited_minor = 0 AND status <> 'void'))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX invoices_number ON invoices (org_id, series, number);
-- One that is not void for a job: whoever presses the button again finds it.
CREATE UNIQUE INDEX invoices_one_of_job ON invoices (org_id, work_order_id, kind)
  WHERE work_order_id IS NOT NULL AND kind = 'invoice' AND status <> 'void';
CREATE INDEX invoices_customer ON invoices (org_id, customer_id, created_at);
CREATE INDEX invoices_newest ON invoices (org_id, created_at, id);
CREATE INDEX invoices_status ON invoices (org_id, status, created_at, id);
CREATE INDEX invoices_corrects ON invoices (org_id, corrects_id) WHERE corrects_id IS NOT NULL;
CREATE INDEX invoices_owed ON invoices (org_id, due_on)
  WHERE status = 'issued' AND kind = 'invoice' AND total_minor - paid_minor - credited_minor > 0;

CREATE TABLE invoice_lines (
  org_id TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  position INTEGER NOT NULL CONSTRAINT invoice_line_position CHECK (position BETWEEN 1 AND 1000),
  kind TEXT NOT NULL CONSTRAINT invoice_line_kind CHECK (kind IN ('labor', 'service', 'part', 'trip', 'other')),
  description TEXT NOT NULL CONSTRAINT invoice_line_description CHECK (length(description) BETWEEN 1 AND 500),
  -- The equipment it is about, by name.
  equipment TEXT CONSTRAINT invoice_line_equipment CHECK (length(equipment) BETWEEN 1 AND 200),
  quantity_milli INTEGER NOT NULL CONSTRAINT invoice_line_quantity CHECK (quantity_milli BETWEEN 1 AND 1000000000),
  unit TEXT NOT NULL CONSTRAINT invoice_line_unit CHECK (length(unit) BETWEEN 1 AND 10),
  -- Null while it is a draft: nobody has set a price.
  unit_price_minor INTEGER CONSTRAINT invoice_line_price CHECK (unit_price_minor BETWEEN 0 AND 100000000000),
  discount_ppm INTEGER NOT NULL CONSTRAINT invoice_line_discount_rate CHECK (discount_ppm BETWEEN 0 AND 1000000),
  taxable INTEGER NOT NULL CONSTRAINT invoice_line_taxable CHECK (taxable IN (0, 1)),
  amount_minor INTEGER NOT NULL CONSTRAINT invoice_line_amount CHECK (amount_minor >= 0),
  discount_minor INTEGER NOT NULL CONSTRAINT invoice_line_discount CHECK (discount_minor BETWEEN 0 AND amount_minor),
  net_minor INTEGER NOT NULL CONSTRAINT invoice_line_net CHECK (net_minor = amount_minor - discount_minor),
  tax_minor INTEGER NOT NULL CONSTRAINT invoice_line_tax CHECK (tax_minor >= 0),
  -- What it cost the business; null: not known.
  cost_minor INTEGER CONSTRAINT invoice_line_cost CHECK (cost_minor >= 0),
  -- Of a credit note: the line it takes back from.
  credits_position INTEGER,
  PRIMARY KEY (org_id, invoice_id, position),
  FOREIGN KEY (org_id, invoice_id) REFERENCES invoices (org_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TRIGGER invoice_lines_insert BEFORE INSERT ON invoice_lines
WHEN (SELECT status FROM invoices WHERE org_id = NEW.org_id AND id = NEW.invoice_id) <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'invoice_frozen');
END;
CREATE TRIGGER invoice_lines_update BEFORE UPDATE ON invoice_lines
WHEN (SELECT status FROM invoices WHERE org_id = OLD.org_id AND id = OLD.invoice_id) <> 'draft'
  OR (SELECT status FROM invoices WHERE org_id = NEW.org_id AND id = NEW.invoice_id) <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'invoice_frozen');
END;
CREATE TRIGGER invoice_lines_delete BEFORE DELETE ON invoice_lines
WHEN (SELECT status FROM invoices WHERE org_id = OLD.org_id AND id = OLD.invoice_id) <> 'draft'
  AND NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'invoice_frozen');
END;

CREATE TRIGGER invoices_begin_as_drafts BEFORE INSERT ON invoices
WHEN NEW.status <> 'draft' OR NEW.paid_minor <> 0 OR NEW.credited_minor <> 0
BEGIN
  SELECT RAISE(ABORT, 'invoice_begins_as_draft');
END;
CREATE TRIGGER invoices_no_delete BEFORE DELETE ON invoices
WHEN OLD.status <> 'draft' AND NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'invoice_frozen');
END;
CREATE TRIGGER invoices_frozen BEFORE UPDATE ON invoices
WHEN OLD.status <> 'draft' AND (
  NEW.status = 'draft' OR (OLD.status = 'void' AND NEW.status <> 'void')
  OR NEW.org_id <> OLD.org_id OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.number IS NOT OLD.number
  OR NEW.customer_id <> OLD.customer_id OR NEW.work_order_id IS NOT OLD.work_order_id OR NEW.corrects_id IS NOT OLD.corrects_id
  OR NEW.bill_to <> OLD.bill_to OR NEW.site IS NOT OLD.site OR NEW.seller IS NOT OLD.seller OR NEW.title IS NOT OLD.title
  OR NEW.issued_on IS NOT OLD.issued_on OR NEW.due_on IS NOT OLD.due_on OR NEW.terms_days <> OLD.terms_days
  OR NEW.memo IS NOT OLD.memo OR NEW.footer IS NOT OLD.footer
  OR NEW.discount_rate_ppm IS NOT OLD.discount_rate_ppm OR NEW.discount_amount_minor IS NOT OLD.discount_amount_minor
  OR NEW.tax_state <> OLD.tax_state OR NEW.tax_note IS NOT OLD.tax_note OR NEW.taxes <> OLD.taxes
  OR NEW.subtotal_minor <> OLD.subtotal_minor OR NEW.discount_minor <> OLD.discount_minor
  OR NEW.tax_minor <> OLD.tax_minor OR NEW.total_minor <> OLD.total_minor
  OR NEW.created_by <> OLD.created_by OR NEW.created_at <> OLD.created_at OR NEW.issued_at IS NOT OLD.issued_at
  OR (OLD.status = 'void' AND (NEW.void_reason IS NOT OLD.void_reason OR NEW.voided_at IS NOT OLD.voided_at))
)
BEGIN
  SELECT RAISE(ABORT, 'invoice_frozen');
END;

-- The next number, the sums of its own lines, a price on each, and no line credited beyond what it charged.
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
          SELECT sum(other.net_minor) FROM invoices note JOIN invoice_lines other ON other.org_id = note.org_id AND other.invoice_id = note.id
          WHERE note.org_id = NEW.org_id AND note.corrects_id = NEW.corrects_id AND note.kind = 'credit_note' AND note.status = 'issued'
            AND other.credits_position = mine.credits_position), 0)
        AND charged.tax_minor >= mine.tax_minor + coalesce((
          SELECT sum(other.tax_minor) FROM invoices note JOIN invoice_lines other ON other.org_id = note.org_id AND other.invoice_id = note.id
          WHERE note.org_id = NEW.org_id AND note.corrects_id = NEW.corrects_id AND note.kind = 'credit_note' AND note.status = 'issued'
            AND other.credits_position = mine.credits_position), 0)
    )
  );
END;
CREATE TRIGGER credit_notes_credit AFTER UPDATE ON invoices
WHEN NEW.kind = 'credit_note' AND OLD.status = 'draft' AND NEW.status = 'issued'
BEGIN
  UPDATE invoices SET credited_minor = credited_minor + NEW.total_minor, version = version + 1
  WHERE org_id = NEW.org_id AND id = NEW.corrects_id;
  SELECT RAISE(ABORT, 'credit_note_exceeds')
  WHERE (SELECT status || kind || customer_id FROM invoices WHERE org_id = NEW.org_id AND id = NEW.corrects_id) <> 'issuedinvoice' || NEW.customer_id;
END;
CREATE TRIGGER invoices_credited_derived BEFORE UPDATE OF credited_minor ON invoices
WHEN NEW.credited_minor <> OLD.credited_minor AND NEW.credited_minor <> coalesce((
  SELECT sum(total_minor) FROM invoices WHERE org_id = NEW.org_id AND corrects_id = NEW.id AND kind = 'credit_note' AND status = 'issued'), 0)
BEGIN
  SELECT RAISE(ABORT, 'invoice_sums_derived');
END;

-- Money that came in. What of it is not allocated is the customer's credit.
CREATE TABLE payments (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  -- A deposit for a job.
  work_order_id TEXT,
  method TEXT NOT NULL CONSTRAINT payment_method CHECK (method IN ('cash', 'check', 'card', 'bank', 'other')),
  amount_minor INTEGER NOT NULL CONSTRAINT payment_amount CHECK (amount_minor BETWEEN 1 AND 100000000000),
  received_on TEXT NOT NULL CONSTRAINT payment_received_on CHECK (received_on IS date(received_on)),
  reference TEXT CONSTRAINT payment_reference CHECK (length(reference) BETWEEN 1 AND 120),
  note TEXT CONSTRAINT payment_note CHECK (length(note) BETWEEN 1 AND 500),
  -- Who took it, and what they call it; by hand: neither.
  provider TEXT,
  provider_payment_id TEXT,
  allocated_minor INTEGER NOT NULL DEFAULT 0 CONSTRAINT payment_allocated CHECK (allocated_minor >= 0),
  refunded_minor INTEGER NOT NULL DEFAULT 0 CONSTRAINT payment_refunded CHECK (refunded_minor >= 0),
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, customer_id) REFERENCES customers (org_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id),
  CONSTRAINT payment_spent_once CHECK (allocated_minor + refunded_minor <= amount_minor),
  CONSTRAINT payment_of_provider CHECK ((provider IS NULL) = (provider_payment_id IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX payments_provider ON payments (org_id, provider, provider_payment_id) WHERE provider IS NOT NULL;
CREATE INDEX payments_customer ON payments (org_id, customer_id, created_at);
CREATE INDEX payments_work_order ON payments (org_id, work_order_id) WHERE work_order_id IS NOT NULL;
CREATE INDEX payments_credit ON payments (org_id, customer_id) WHERE amount_minor - allocated_minor - refunded_minor > 0;

-- What of a payment went to which invoice; below zero where it was freed again. Rows are added, never changed.
CREATE TABLE payment_allocations (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CONSTRAINT allocation_amount CHECK (amount_minor <> 0),
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, payment_id) REFERENCES payments (org_id, id),
  FOREIGN KEY (org_id, invoice_id) REFERENCES invoices (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_allocations_invoice ON payment_allocations (org_id, invoice_id);
CREATE INDEX payment_allocations_payment ON payment_allocations (org_id, payment_id);

-- Money that went back.
CREATE TABLE refunds (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  method TEXT NOT NULL CONSTRAINT refund_method CHECK (method IN ('cash', 'check', 'card', 'bank', 'other')),
  amount_minor INTEGER NOT NULL CONSTRAINT refund_amount CHECK (amount_minor > 0),
  refunded_on TEXT NOT NULL CONSTRAINT refund_on CHECK (refunded_on IS date(refunded_on)),
  reason TEXT NOT NULL CONSTRAINT refund_reason CHECK (length(reason) BETWEEN 1 AND 500),
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, payment_id) REFERENCES payments (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX refunds_payment ON refunds (org_id, payment_id);

CREATE TRIGGER payments_begin_whole BEFORE INSERT ON payments
WHEN NEW.allocated_minor <> 0 OR NEW.refunded_minor <> 0
BEGIN
  SELECT RAISE(ABORT, 'payment_sums_derived');
END;
CREATE TRIGGER payments_frozen BEFORE UPDATE ON payments
WHEN NEW.org_id <> OLD.org_id OR NEW.id <> OLD.id OR NEW.customer_id <> OLD.customer_id OR NEW.work_order_id IS NOT OLD.work_order_id
  OR NEW.method <> OLD.method OR NEW.amount_minor <> OLD.amount_minor OR NEW.received_on <> OLD.received_on
  OR NEW.reference IS NOT OLD.reference OR NEW.note IS NOT OLD.note OR NEW.provider IS NOT OLD.provider
  OR NEW.provider_payment_id IS NOT OLD.provider_payment_id OR NEW.created_by <> OLD.created_by OR NEW.created_at <> OLD.created_at
  OR NEW.allocated_minor <> coalesce((SELECT sum(amount_minor) FROM payment_allocations WHERE org_id = NEW.org_id AND payment_id = NEW.id), 0)
  OR NEW.refunded_minor <> coalesce((SELECT sum(amount_minor) FROM refunds WHERE org_id = NEW.org_id AND payment_id = NEW.id), 0)
BEGIN
  SELECT RAISE(ABORT, 'payment_append_only');
END;
CREATE TRIGGER payments_no_delete BEFORE DELETE ON payments
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'payment_append_only');
END;
CREATE TRIGGER payment_allocations_no_update BEFORE UPDATE ON payment_allocations
BEGIN
  SELECT RAISE(ABORT, 'payment_append_only');
END;
CREATE TRIGGER payment_allocations_no_delete BEFORE DELETE ON payment_allocations
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'payment_append_only');
END;
CREATE TRIGGER refunds_no_update BEFORE UPDATE ON refunds
BEGIN
  SELECT RAISE(ABORT, 'payment_append_only');
END;
CREATE TRIGGER refunds_no_delete BEFORE DELETE ON refunds
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'payment_append_only');
END;

CREATE TRIGGER payment_allocations_post AFTER INSERT ON payment_allocations
BEGIN
  SELECT RAISE(ABORT, 'allocation_not_owed')
  WHERE (SELECT status || kind || customer_id FROM invoices WHERE org_id = NEW.org_id AND id = NEW.invoice_id)
      IS NOT 'issuedinvoice' || (SELECT customer_id FROM payments WHERE org_id = NEW.org_id AND id = NEW.payment_id)
    OR 0 > (SELECT sum(amount_minor) FROM payment_allocations WHERE org_id = NEW.org_id AND payment_id = NEW.payment_id AND invoice_id = NEW.invoice_id);
  UPDATE payments SET allocated_minor = allocated_minor + NEW.amount_minor WHERE org_id = NEW.org_id AND id = NEW.payment_id;
  UPDATE invoices SET paid_minor = paid_minor + NEW.amount_minor, version = version + 1 WHERE org_id = NEW.org_id AND id = NEW.invoice_id;
END;
CREATE TRIGGER refunds_post AFTER INSERT ON refunds
BEGIN
  UPDATE payments SET refunded_minor = refunded_minor + NEW.amount_minor WHERE org_id = NEW.org_id AND id = NEW.payment_id;
END;
CREATE TRIGGER invoices_paid_derived BEFORE UPDATE OF paid_minor ON invoices
WHEN NEW.paid_minor <> OLD.paid_minor
  AND NEW.paid_minor <> coalesce((SELECT sum(amount_minor) FROM payment_allocations WHERE org_id = NEW.org_id AND invoice_id = NEW.id), 0)
BEGIN
  SELECT RAISE(ABORT, 'invoice_sums_derived');
END;
