-- Card payments over the customer's page: what was begun at the processor, what it has told, refunds on their way and disputes. The money
-- itself is a row of `payments` and `refunds` as any other; a payment of the processor is booked once (payments_provider).

-- Its payments are found by its own id, and none is booked for two businesses.
CREATE UNIQUE INDEX payments_of_processor ON payments (provider, provider_payment_id) WHERE provider IS NOT NULL;

-- One attempt to pay an invoice. What it asks for is fixed when it begins.
CREATE TABLE payment_checkouts (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  provider TEXT NOT NULL CONSTRAINT checkout_provider CHECK (provider IN ('stripe', 'simulated')),
  -- processing: the customer has done all, the money is on its way.
  status TEXT NOT NULL CONSTRAINT checkout_status CHECK (status IN ('open', 'processing', 'paid', 'failed', 'expired')),
  -- The least and the most that a card payment may be.
  amount_minor INTEGER NOT NULL CONSTRAINT checkout_amount CHECK (amount_minor BETWEEN 50 AND 99999999),
  currency TEXT NOT NULL CONSTRAINT checkout_currency CHECK (currency = 'USD'),
  -- What the processor calls it, and its page; null until it has answered.
  session_id TEXT,
  url TEXT,
  -- Why the last card was declined, in words for the customer.
  failure TEXT CONSTRAINT checkout_failure CHECK (length(failure) BETWEEN 1 AND 300),
  payment_id TEXT,
  -- Of the money, what was no longer owed when it came: it is the customer's credit.
  credit_minor INTEGER NOT NULL DEFAULT 0 CONSTRAINT checkout_credit CHECK (credit_minor >= 0),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, invoice_id) REFERENCES invoices (org_id, id),
  FOREIGN KEY (org_id, payment_id) REFERENCES payments (org_id, id),
  CONSTRAINT checkout_paid CHECK ((status = 'paid') = (payment_id IS NOT NULL)),
  CONSTRAINT checkout_session CHECK ((session_id IS NULL) = (url IS NULL))
) STRICT, WITHOUT ROWID;
-- Whoever presses twice, or in two tabs, finds the one there is.
CREATE UNIQUE INDEX payment_checkouts_one_open ON payment_checkouts (org_id, invoice_id) WHERE status IN ('open', 'processing');
CREATE UNIQUE INDEX payment_checkouts_session ON payment_checkouts (provider, session_id) WHERE session_id IS NOT NULL;
CREATE INDEX payment_checkouts_invoice ON payment_checkouts (org_id, invoice_id, created_at);
CREATE INDEX payment_checkouts_pending ON payment_checkouts (updated_at) WHERE status IN ('open', 'processing');

CREATE TRIGGER payment_checkouts_begin BEFORE INSERT ON payment_checkouts
BEGIN
  SELECT RAISE(ABORT, 'checkout_not_owed')
  WHERE NEW.status <> 'open' OR NEW.payment_id IS NOT NULL OR NOT EXISTS (
    SELECT 1 FROM invoices i WHERE i.org_id = NEW.org_id AND i.id = NEW.invoice_id AND i.kind = 'invoice' AND i.status = 'issued'
      AND i.total_minor - i.paid_minor - i.credited_minor >= NEW.amount_minor);
END;
CREATE TRIGGER payment_checkouts_frozen BEFORE UPDATE ON payment_checkouts
WHEN OLD.status = 'paid' OR NEW.org_id <> OLD.org_id OR NEW.id <> OLD.id OR NEW.invoice_id <> OLD.invoice_id OR NEW.provider <> OLD.provider
  OR NEW.amount_minor <> OLD.amount_minor OR NEW.created_at <> OLD.created_at
  OR (OLD.session_id IS NOT NULL AND NEW.session_id IS NOT OLD.session_id)
  OR (OLD.status IN ('failed', 'expired') AND NEW.status NOT IN (OLD.status, 'paid'))
BEGIN
  SELECT RAISE(ABORT, 'checkout_frozen');
END;
CREATE TRIGGER payment_checkouts_paid BEFORE UPDATE OF payment_id ON payment_checkouts
WHEN NEW.payment_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'checkout_payment')
  WHERE NOT EXISTS (
    SELECT 1 FROM payments p JOIN invoices i ON i.org_id = p.org_id AND i.customer_id = p.customer_id
    WHERE p.org_id = NEW.org_id AND p.id = NEW.payment_id AND p.provider = NEW.provider AND i.id = NEW.invoice_id);
END;
CREATE TRIGGER payment_checkouts_no_delete BEFORE DELETE ON payment_checkouts
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'payment_append_only');
END;

-- What the processor has told us, once each.
CREATE TABLE payment_events (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  provider TEXT NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  received_at TEXT NOT NULL,
  PRIMARY KEY (org_id, provider, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_events_age ON payment_events (received_at);

-- Money that goes back over the processor. It is a row of `refunds` once the processor has confirmed it.
CREATE TABLE online_refunds (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CONSTRAINT online_refund_amount CHECK (amount_minor > 0),
  reason TEXT NOT NULL CONSTRAINT online_refund_reason CHECK (length(reason) BETWEEN 1 AND 500),
  status TEXT NOT NULL CONSTRAINT online_refund_status CHECK (status IN ('pending', 'succeeded', 'failed')),
  provider_refund_id TEXT,
  failure TEXT CONSTRAINT online_refund_failure CHECK (length(failure) BETWEEN 1 AND 300),
  refund_id TEXT,
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, payment_id) REFERENCES payments (org_id, id),
  FOREIGN KEY (org_id, refund_id) REFERENCES refunds (org_id, id),
  CONSTRAINT online_refund_done CHECK ((status = 'succeeded') = (refund_id IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX online_refunds_provider ON online_refunds (org_id, provider_refund_id) WHERE provider_refund_id IS NOT NULL;
CREATE INDEX online_refunds_payment ON online_refunds (org_id, payment_id);
CREATE INDEX online_refunds_pending ON online_refunds (updated_at) WHERE status = 'pending';

CREATE TRIGGER online_refunds_begin BEFORE INSERT ON online_refunds
BEGIN
  SELECT RAISE(ABORT, 'refund_exceeds')
  WHERE NEW.status <> 'pending' OR NEW.amount_minor > coalesce((
    SELECT p.amount_minor - p.refunded_minor - coalesce((
      SELECT sum(o.amount_minor) FROM online_refunds o WHERE o.org_id = p.org_id AND o.payment_id = p.id AND o.status = 'pending'), 0)
    FROM payments p WHERE p.org_id = NEW.org_id AND p.id = NEW.payment_id AND p.provider IS NOT NULL), 0);
END;
CREATE TRIGGER online_refunds_frozen BEFORE UPDATE ON online_refunds
WHEN OLD.status <> 'pending' OR NEW.org_id <> OLD.org_id OR NEW.id <> OLD.id OR NEW.payment_id <> OLD.payment_id
  OR NEW.amount_minor <> OLD.amount_minor OR NEW.reason <> OLD.reason OR NEW.created_by <> OLD.created_by OR NEW.created_at <> OLD.created_at
  OR (OLD.provider_refund_id IS NOT NULL AND NEW.provider_refund_id IS NOT OLD.provider_refund_id)
BEGIN
  SELECT RAISE(ABORT, 'payment_append_only');
END;
CREATE TRIGGER online_refunds_no_delete BEFORE DELETE ON online_refunds
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'payment_append_only');
END;
-- What is on its way back cannot be given back by hand as well. (A refund that is confirmed leaves 'pending' behind its row here, so it
-- counts its own.)
CREATE TRIGGER refunds_beside_online BEFORE INSERT ON refunds
WHEN EXISTS (SELECT 1 FROM online_refunds o WHERE o.org_id = NEW.org_id AND o.payment_id = NEW.payment_id AND o.status = 'pending')
BEGIN
  SELECT RAISE(ABORT, 'refund_exceeds')
  WHERE NEW.amount_minor > (
    SELECT p.amount_minor - p.refunded_minor - coalesce((
      SELECT sum(o.amount_minor) FROM online_refunds o
      WHERE o.org_id = p.org_id AND o.payment_id = p.id AND o.status = 'pending' AND o.id <> NEW.id), 0)
    FROM payments p WHERE p.org_id = NEW.org_id AND p.id = NEW.payment_id);
END;

-- A customer's bank asks for the money back.
CREATE TABLE payment_disputes (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  -- As the processor calls it.
  id TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CONSTRAINT dispute_amount CHECK (amount_minor > 0),
  reason TEXT NOT NULL CONSTRAINT dispute_reason CHECK (length(reason) BETWEEN 1 AND 100),
  status TEXT NOT NULL CONSTRAINT dispute_status CHECK (status IN ('open', 'won', 'lost')),
  -- Lost: the refund that books it.
  refund_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, payment_id) REFERENCES payments (org_id, id),
  FOREIGN KEY (org_id, refund_id) REFERENCES refunds (org_id, id),
  CONSTRAINT dispute_refund CHECK (refund_id IS NULL OR status = 'lost')
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_disputes_payment ON payment_disputes (org_id, payment_id);
CREATE TRIGGER payment_disputes_closed BEFORE UPDATE ON payment_disputes
WHEN OLD.status <> 'open' OR NEW.payment_id <> OLD.payment_id OR NEW.amount_minor <> OLD.amount_minor
BEGIN
  SELECT RAISE(ABORT, 'payment_append_only');
END;
CREATE TRIGGER payment_disputes_no_delete BEFORE DELETE ON payment_disputes
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'payment_append_only');
END;

-- What the embedded processor remembers.
CREATE TABLE simulated_processor (
  id TEXT PRIMARY KEY,
  state TEXT NOT NULL CONSTRAINT simulated_processor_state CHECK (json_valid(state)),
  version INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;
