-- What the processor keeps of each card payment, and the payout that carries the rest to the business's bank account.
CREATE TABLE card_payouts (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  -- As the processor calls it.
  id TEXT NOT NULL,
  -- Below zero where more was given back than came in.
  amount_minor INTEGER NOT NULL,
  arrives_on TEXT NOT NULL CONSTRAINT card_payout_arrives_on CHECK (arrives_on IS date(arrives_on)),
  status TEXT NOT NULL CONSTRAINT card_payout_status CHECK (status IN ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE card_settlements (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  payment_id TEXT NOT NULL,
  -- Null until the processor has said.
  fee_minor INTEGER CONSTRAINT card_settlement_fee CHECK (fee_minor >= 0),
  -- When the rest may be paid out.
  available_on TEXT CONSTRAINT card_settlement_available_on CHECK (available_on IS NULL OR available_on IS date(available_on)),
  payout_id TEXT,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, payment_id),
  FOREIGN KEY (org_id, payment_id) REFERENCES payments (org_id, id),
  FOREIGN KEY (org_id, payout_id) REFERENCES card_payouts (org_id, id),
  CONSTRAINT card_settlement_told CHECK ((fee_minor IS NULL) = (available_on IS NULL)),
  CONSTRAINT card_settlement_paid_out CHECK (payout_id IS NULL OR fee_minor IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX card_settlements_without_fee ON card_settlements (updated_at) WHERE fee_minor IS NULL;
CREATE INDEX card_settlements_without_payout ON card_settlements (updated_at) WHERE fee_minor IS NOT NULL AND payout_id IS NULL;
CREATE INDEX card_settlements_payout ON card_settlements (org_id, payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX card_payouts_under_way ON card_payouts (updated_at) WHERE status IN ('pending', 'in_transit');

-- The list of a month, page by page.
CREATE INDEX payments_by_card ON payments (org_id, received_on, id) WHERE provider IS NOT NULL;

INSERT INTO card_settlements (org_id, payment_id, updated_at) SELECT org_id, id, created_at FROM payments WHERE provider IS NOT NULL;

CREATE TRIGGER payments_by_card_settle AFTER INSERT ON payments WHEN NEW.provider IS NOT NULL
BEGIN
  INSERT INTO card_settlements (org_id, payment_id, updated_at) VALUES (NEW.org_id, NEW.id, NEW.created_at);
END;
