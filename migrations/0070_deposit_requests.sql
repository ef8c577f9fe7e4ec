-- Deposits that a customer pays behind a link, before there is an invoice. The money itself is a row of `payments` as any other.

-- What is asked for never changes; another amount is another request.
CREATE TABLE deposit_requests (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  work_order_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  state TEXT NOT NULL CONSTRAINT deposit_request_state CHECK (state IN ('open', 'paid', 'withdrawn')),
  -- The least and the most that a card payment may be.
  amount_minor INTEGER NOT NULL CONSTRAINT deposit_request_amount CHECK (amount_minor BETWEEN 50 AND 99999999),
  currency TEXT NOT NULL CONSTRAINT deposit_request_currency CHECK (currency = 'USD'),
  -- What the customer reads beside it.
  note TEXT CONSTRAINT deposit_request_note CHECK (length(note) BETWEEN 1 AND 500),
  -- SHA-256 of the link's token.
  token_hash TEXT NOT NULL,
  -- The latest mail with the link; null while it was only copied.
  recipient TEXT,
  sent_at TEXT,
  mail_id TEXT,
  payment_id TEXT,
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- Who withdrew it, or 'system'.
  closed_by TEXT,
  closed_at TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id),
  FOREIGN KEY (org_id, customer_id) REFERENCES customers (org_id, id),
  FOREIGN KEY (org_id, payment_id) REFERENCES payments (org_id, id),
  CONSTRAINT deposit_request_paid CHECK ((state = 'paid') = (payment_id IS NOT NULL)),
  CONSTRAINT deposit_request_closed CHECK ((state = 'open') = (closed_at IS NULL) AND (closed_at IS NULL) = (closed_by IS NULL)),
  CONSTRAINT deposit_request_sent CHECK ((sent_at IS NULL) = (recipient IS NULL) AND (sent_at IS NULL) = (mail_id IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX deposit_requests_one_open ON deposit_requests (org_id, work_order_id) WHERE state = 'open';
CREATE UNIQUE INDEX deposit_requests_token ON deposit_requests (token_hash);
CREATE INDEX deposit_requests_work_order ON deposit_requests (org_id, work_order_id, created_at);

CREATE TRIGGER deposit_requests_begin BEFORE INSERT ON deposit_requests
BEGIN
  SELECT RAISE(ABORT, 'deposit_not_wanted')
  WHERE NEW.state <> 'open' OR NOT EXISTS (
    SELECT 1 FROM work_orders w WHERE w.org_id = NEW.org_id AND w.id = NEW.work_order_id AND w.customer_id = NEW.customer_id
      AND w.status <> 'cancelled')
  OR EXISTS (
    SELECT 1 FROM invoices i WHERE i.org_id = NEW.org_id AND i.work_order_id = NEW.work_order_id AND i.kind = 'invoice' AND i.status = 'issued');
END;
CREATE TRIGGER deposit_requests_frozen BEFORE UPDATE ON deposit_requests
WHEN OLD.state <> 'open' OR NEW.org_id <> OLD.org_id OR NEW.id <> OLD.id OR NEW.work_order_id <> OLD.work_order_id
  OR NEW.customer_id <> OLD.customer_id OR NEW.amount_minor <> OLD.amount_minor OR NEW.note IS NOT OLD.note
  OR NEW.created_by <> OLD.created_by OR NEW.created_at <> OLD.created_at
BEGIN
  SELECT RAISE(ABORT, 'deposit_request_frozen');
END;
CREATE TRIGGER deposit_requests_paid BEFORE UPDATE OF payment_id ON deposit_requests WHEN NEW.payment_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'deposit_payment')
  WHERE NOT EXISTS (
    SELECT 1 FROM payments p WHERE p.org_id = NEW.org_id AND p.id = NEW.payment_id AND p.customer_id = NEW.customer_id
      AND p.work_order_id = NEW.work_order_id);
END;
CREATE TRIGGER deposit_requests_no_delete BEFORE DELETE ON deposit_requests
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'payment_append_only');
END;
-- Nobody is asked any more for a job that is cancelled, is another customer's or has its invoice.
CREATE TRIGGER deposit_requests_job AFTER UPDATE OF status, customer_id ON work_orders
WHEN (NEW.status = 'cancelled' AND OLD.status <> 'cancelled') OR NEW.customer_id <> OLD.customer_id
BEGIN
  UPDATE deposit_requests SET state = 'withdrawn', closed_by = 'system', closed_at = NEW.updated_at, version = version + 1
  WHERE org_id = NEW.org_id AND work_order_id = NEW.id AND state = 'open';
END;
CREATE TRIGGER deposit_requests_invoiced AFTER UPDATE OF status ON invoices
WHEN NEW.kind = 'invoice' AND NEW.status = 'issued' AND OLD.status <> 'issued' AND NEW.work_order_id IS NOT NULL
BEGIN
  UPDATE deposit_requests SET state = 'withdrawn', closed_by = 'system', closed_at = NEW.updated_at, version = version + 1
  WHERE org_id = NEW.org_id AND work_order_id = NEW.work_order_id AND state = 'open';
END;

-- One attempt to pay a request, as payment_checkouts are of invoices.
CREATE TABLE deposit_checkouts (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  request_id TEXT NOT NULL,
  provider TEXT NOT NULL CONSTRAINT deposit_checkout_provider CHECK (provider IN ('stripe', 'simulated')),
  status TEXT NOT NULL CONSTRAINT deposit_checkout_status CHECK (status IN ('open', 'processing', 'paid', 'failed', 'expired')),
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL CONSTRAINT deposit_checkout_currency CHECK (currency = 'USD'),
  session_id TEXT,
  url TEXT,
  failure TEXT CONSTRAINT deposit_checkout_failure CHECK (length(failure) BETWEEN 1 AND 300),
  payment_id TEXT,
  -- Of the money, what nobody asked for any more when it came: it is the customer's credit.
  credit_minor INTEGER NOT NULL DEFAULT 0 CONSTRAINT deposit_checkout_credit CHECK (credit_minor >= 0),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, request_id) REFERENCES deposit_requests (org_id, id),
  FOREIGN KEY (org_id, payment_id) REFERENCES payments (org_id, id),
  CONSTRAINT deposit_checkout_paid CHECK ((status = 'paid') = (payment_id IS NOT NULL)),
  CONSTRAINT deposit_checkout_session CHECK ((session_id IS NULL) = (url IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX deposit_checkouts_one_open ON deposit_checkouts (org_id, request_id) WHERE status IN ('open', 'processing');
CREATE UNIQUE INDEX deposit_checkouts_session ON deposit_checkouts (provider, session_id) WHERE session_id IS NOT NULL;
CREATE INDEX deposit_checkouts_request ON deposit_checkouts (org_id, request_id, created_at);
CREATE INDEX deposit_checkouts_payment ON deposit_checkouts (org_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX deposit_checkouts_pending ON deposit_checkouts (updated_at) WHERE status IN ('open', 'processing');

CREATE TRIGGER deposit_checkouts_begin BEFORE INSERT ON deposit_checkouts
BEGIN
  SELECT RAISE(ABORT, 'checkout_not_owed')
  WHERE NEW.status <> 'open' OR NEW.payment_id IS NOT NULL OR NOT EXISTS (
    SELECT 1 FROM deposit_requests r WHERE r.org_id = NEW.org_id AND r.id = NEW.request_id AND r.state = 'open'
      AND r.amount_minor = NEW.amount_minor);
END;
CREATE TRIGGER deposit_checkouts_frozen BEFORE UPDATE ON deposit_checkouts
WHEN OLD.status = 'paid' OR NEW.org_id <> OLD.org_id OR NEW.id <> OLD.id OR NEW.request_id <> OLD.request_id OR NEW.provider <> OLD.provider
  OR NEW.amount_minor <> OLD.amount_minor OR NEW.created_at <> OLD.created_at
  OR (OLD.session_id IS NOT NULL AND NEW.session_id IS NOT OLD.session_id)
  OR (OLD.status IN ('failed', 'expired') AND NEW.status NOT IN (OLD.status, 'paid'))
BEGIN
  SELECT RAISE(ABORT, 'checkout_frozen');
END;
CREATE TRIGGER deposit_checkouts_paid BEFORE UPDATE OF payment_id ON deposit_checkouts WHEN NEW.payment_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'checkout_payment')
  WHERE NOT EXISTS (
    SELECT 1 FROM payments p JOIN deposit_requests r ON r.org_id = p.org_id AND r.customer_id = p.customer_id
    WHERE p.org_id = NEW.org_id AND p.id = NEW.payment_id AND p.provider = NEW.provider AND r.id = NEW.request_id);
END;
CREATE TRIGGER deposit_checkouts_no_delete BEFORE DELETE ON deposit_checkouts
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'payment_append_only');
END;
