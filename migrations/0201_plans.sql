-- Plans that the installation sells: to a business, or to a household. They belong to identity, since what somebody may do is read with the session.

-- A press of Upgrade: at most one is open for an owner, so that two Admins at the same moment are led to one page and charged once.
CREATE TABLE plan_checkouts (
  id TEXT PRIMARY KEY,
  owner_kind TEXT NOT NULL CONSTRAINT plan_checkout_owner CHECK (owner_kind IN ('business', 'household')),
  owner_id TEXT NOT NULL,
  provider TEXT NOT NULL CONSTRAINT plan_checkout_provider CHECK (provider IN ('stripe', 'simulated')),
  status TEXT NOT NULL CONSTRAINT plan_checkout_status CHECK (status IN ('open', 'done', 'expired')),
  period TEXT NOT NULL CONSTRAINT plan_checkout_period CHECK (period IN ('month', 'year')),
  amount_minor INTEGER NOT NULL CONSTRAINT plan_checkout_amount CHECK (amount_minor BETWEEN 50 AND 99999999),
  -- What the processor calls it, and its page; null until it has answered.
  session_id TEXT,
  url TEXT,
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  CONSTRAINT plan_checkout_session CHECK ((session_id IS NULL) = (url IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX plan_checkouts_one_open ON plan_checkouts (owner_kind, owner_id) WHERE status = 'open';
CREATE INDEX plan_checkouts_owner ON plan_checkouts (owner_kind, owner_id, created_at);
CREATE INDEX plan_checkouts_open ON plan_checkouts (updated_at) WHERE status = 'open';

-- What an owner is subscribed to, as the processor said last.
CREATE TABLE subscriptions (
  id TEXT PRIMARY KEY,
  owner_kind TEXT NOT NULL CONSTRAINT subscription_owner CHECK (owner_kind IN ('business', 'household')),
  owner_id TEXT NOT NULL,
  provider TEXT NOT NULL CONSTRAINT subscription_provider CHECK (provider IN ('stripe', 'simulated')),
  provider_id TEXT NOT NULL,
  provider_customer_id TEXT NOT NULL,
  status TEXT NOT NULL CONSTRAINT subscription_status CHECK (status IN ('active', 'past_due', 'canceled')),
  period TEXT NOT NULL CONSTRAINT subscription_period CHECK (period IN ('month', 'year')),
  amount_minor INTEGER NOT NULL CONSTRAINT subscription_amount CHECK (amount_minor BETWEEN 0 AND 99999999),
  currency TEXT NOT NULL CONSTRAINT subscription_currency CHECK (currency = 'USD'),
  period_start TEXT NOT NULL,
  period_end TEXT NOT NULL,
  cancel_at_period_end INTEGER NOT NULL CONSTRAINT subscription_cancels CHECK (cancel_at_period_end IN (0, 1)),
  -- Since when a payment fails; null while all is well.
  failed_at TEXT,
  -- Until then what Pro adds is open, whatever is heard or not heard of the processor.
  pro_until TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT,
  updated_at TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  CONSTRAINT subscription_ended CHECK ((status = 'canceled') = (ended_at IS NOT NULL)),
  CONSTRAINT subscription_failed CHECK (status <> 'past_due' OR failed_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX subscriptions_one_current ON subscriptions (owner_kind, owner_id) WHERE status <> 'canceled';
CREATE UNIQUE INDEX subscriptions_of_processor ON subscriptions (provider, provider_id);
CREATE INDEX subscriptions_owner ON subscriptions (owner_kind, owner_id, started_at);
CREATE INDEX subscriptions_quiet ON subscriptions (updated_at) WHERE status <> 'canceled';

-- One that has ended never comes back: another one begins.
CREATE TRIGGER subscriptions_frozen BEFORE UPDATE ON subscriptions
WHEN OLD.owner_kind <> NEW.owner_kind OR OLD.owner_id <> NEW.owner_id OR OLD.provider <> NEW.provider OR OLD.provider_id <> NEW.provider_id
  OR OLD.started_at <> NEW.started_at OR (OLD.status = 'canceled' AND NEW.status <> 'canceled')
BEGIN
  SELECT RAISE(ABORT, 'subscription_frozen');
END;
-- Nobody who has Pro is led to pay for it again.
CREATE TRIGGER plan_checkouts_begin BEFORE INSERT ON plan_checkouts
WHEN EXISTS (SELECT 1 FROM subscriptions s WHERE s.owner_kind = NEW.owner_kind AND s.owner_id = NEW.owner_id AND s.status <> 'canceled')
BEGIN
  SELECT RAISE(ABORT, 'plan_has_pro');
END;

-- What was charged for a plan.
CREATE TABLE plan_invoices (
  id TEXT PRIMARY KEY,
  owner_kind TEXT NOT NULL CONSTRAINT plan_invoice_owner CHECK (owner_kind IN ('business', 'household')),
  owner_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  -- What the processor calls it, and its number there.
  provider_id TEXT NOT NULL,
  number TEXT NOT NULL,
  status TEXT NOT NULL CONSTRAINT plan_invoice_status CHECK (status IN ('open', 'paid', 'void')),
  amount_minor INTEGER NOT NULL CONSTRAINT plan_invoice_amount CHECK (amount_minor BETWEEN 0 AND 99999999),
  currency TEXT NOT NULL CONSTRAINT plan_invoice_currency CHECK (currency = 'USD'),
  period_start TEXT NOT NULL,
  period_end TEXT NOT NULL,
  issued_at TEXT NOT NULL,
  paid_at TEXT,
  CONSTRAINT plan_invoice_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX plan_invoices_of_processor ON plan_invoices (provider, provider_id);
CREATE INDEX plan_invoices_owner ON plan_invoices (owner_kind, owner_id, issued_at, id);
CREATE TRIGGER plan_invoices_frozen BEFORE UPDATE ON plan_invoices
WHEN OLD.owner_kind <> NEW.owner_kind OR OLD.owner_id <> NEW.owner_id OR OLD.provider_id <> NEW.provider_id OR OLD.amount_minor <> NEW.amount_minor
  OR (OLD.status = 'paid' AND NEW.status <> 'paid')
BEGIN
  SELECT RAISE(ABORT, 'plan_invoice_frozen');
END;

-- What the processor has told of plans, once each.
CREATE TABLE plan_events (
  provider TEXT NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  received_at TEXT NOT NULL,
  PRIMARY KEY (provider, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX plan_events_age ON plan_events (received_at);
