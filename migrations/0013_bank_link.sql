-- Connections to banks (Items), what arrives from them, and what must not be lost on the way into the household's accounts.

CREATE TABLE bank_items (
  user_id TEXT NOT NULL,
  -- The bank's id of the connection: what webhooks name.
  id TEXT NOT NULL CONSTRAINT bank_item_id CHECK (length(id) BETWEEN 1 AND 200),
  -- Encrypted; gone once the bank has forgotten the connection.
  access_token TEXT CONSTRAINT bank_item_access_token CHECK (access_token GLOB 'v1.*'),
  institution_id TEXT,
  institution_name TEXT NOT NULL CONSTRAINT bank_item_institution_name CHECK (length(institution_name) BETWEEN 1 AND 120),
  status TEXT NOT NULL CONSTRAINT bank_item_status CHECK (
    status IN ('connected', 'login_required', 'revoked', 'failed', 'disconnecting', 'disconnected')
  ),
  -- The bank's code of what went wrong last; null while all is well.
  reason TEXT CONSTRAINT bank_item_reason CHECK (length(reason) <= 100),
  sync_cursor TEXT CONSTRAINT bank_item_sync_cursor CHECK (length(sync_cursor) BETWEEN 1 AND 256),
  -- Webhooks counted as they come in, and the count that the last sync covers.
  webhook_seq INTEGER NOT NULL DEFAULT 0,
  synced_webhook_seq INTEGER NOT NULL DEFAULT 0 CONSTRAINT bank_item_synced_webhook_seq CHECK (synced_webhook_seq <= webhook_seq),
  last_webhook_at TEXT,
  last_tried_at TEXT,
  last_synced_at TEXT,
  -- One sync at a time: who runs it and until when it may.
  lease_token TEXT,
  lease_until TEXT,
  -- What the bank announced, and the second it said so: an older notice never overwrites a newer one.
  notice TEXT CONSTRAINT bank_item_notice CHECK (notice IN ('pending_expiration', 'pending_disconnect', 'new_accounts')),
  notice_due TEXT,
  notice_issued INTEGER NOT NULL DEFAULT 0,
  -- Transactions of the last sync that cannot be shown: another currency, or no amount.
  left_out INTEGER NOT NULL DEFAULT 0 CONSTRAINT bank_item_left_out CHECK (left_out >= 0),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- When a webhook's sync was last put into the queue: those that come in while it still waits add to `webhook_seq` alone.
  sync_queued_at TEXT,
  PRIMARY KEY (user_id, id),
  CONSTRAINT bank_item_lease CHECK ((lease_token IS NULL) = (lease_until IS NULL)),
  CONSTRAINT bank_item_token_until_the_end CHECK ((access_token IS NULL) = (status = 'disconnected'))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX bank_items_id ON bank_items (id);
CREATE INDEX bank_items_tried ON bank_items (last_tried_at) WHERE status = 'connected';

-- The bank's accounts, and which account of the household each one fills.
CREATE TABLE bank_item_accounts (
  user_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  id TEXT NOT NULL,
  account_id TEXT,
  state TEXT NOT NULL CONSTRAINT bank_item_account_state CHECK (state IN ('open', 'linked', 'ignored', 'revoked')),
  persistent_id TEXT,
  name TEXT NOT NULL CONSTRAINT bank_item_account_name CHECK (length(name) BETWEEN 1 AND 120),
  mask TEXT CONSTRAINT bank_item_account_mask CHECK (length(mask) BETWEEN 2 AND 4),
  account_type TEXT NOT NULL CONSTRAINT bank_item_account_type CHECK (account_type IN ('checking', 'savings', 'credit', 'investment', 'other')),
  -- As the bank has it: one that the product does not know cannot be linked.
  currency TEXT,
  current_minor INTEGER,
  available_minor INTEGER,
  -- The cursor has passed transactions that this account lacks: the next sync starts from the beginning.
  behind INTEGER NOT NULL DEFAULT 1 CONSTRAINT bank_item_account_behind CHECK (behind IN (0, 1)),
  PRIMARY KEY (user_id, item_id, id),
  FOREIGN KEY (user_id, item_id) REFERENCES bank_items (user_id, id),
  FOREIGN KEY (user_id, account_id) REFERENCES bank_accounts (user_id, id),
  CONSTRAINT bank_item_account_linked CHECK ((account_id IS NOT NULL) = (state = 'linked'))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX bank_item_accounts_account ON bank_item_accounts (user_id, account_id) WHERE account_id IS NOT NULL;

-- The bank's update of a reconciled transaction waits here until it is no longer reconciled. `change` is null for a removal.
CREATE TABLE deferred_bank_changes (
  user_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  transaction_id TEXT NOT NULL,
  change TEXT CONSTRAINT deferred_bank_change_json CHECK (json_valid(change)),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, item_id, transaction_id),
  FOREIGN KEY (user_id, item_id) REFERENCES bank_items (user_id, id)
) STRICT, WITHOUT ROWID;

-- A doubtful pair is decided once, by the household: what it said is kept, and can be taken back.
CREATE TABLE bank_matches (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  row_id TEXT NOT NULL,
  other_row_id TEXT NOT NULL CONSTRAINT bank_match_two CHECK (other_row_id <> row_id),
  kind TEXT NOT NULL CONSTRAINT bank_match_kind CHECK (kind IN ('pending', 'other_source')),
  -- Null until the household has decided.
  verdict TEXT CONSTRAINT bank_match_verdict CHECK (verdict IN ('same', 'different')),
  decided_at TEXT,
  -- Of the same: what the row that stayed was before and became, for taking it back.
  merge TEXT CONSTRAINT bank_match_merge CHECK (json_valid(merge)),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, row_id) REFERENCES account_transactions (user_id, id) ON DELETE CASCADE,
  FOREIGN KEY (user_id, other_row_id) REFERENCES account_transactions (user_id, id) ON DELETE CASCADE,
  CONSTRAINT bank_match_decided CHECK ((verdict IS NULL) = (decided_at IS NULL) AND (verdict IS 'same') = (merge IS NOT NULL))
) STRICT, WITHOUT ROWID;
-- No pair is asked about twice, and no row is in two open questions.
CREATE UNIQUE INDEX bank_matches_pair ON bank_matches (user_id, row_id, other_row_id);
CREATE INDEX bank_matches_other ON bank_matches (user_id, other_row_id);
CREATE UNIQUE INDEX bank_matches_open_row ON bank_matches (user_id, row_id) WHERE verdict IS NULL;
CREATE UNIQUE INDEX bank_matches_open_other ON bank_matches (user_id, other_row_id) WHERE verdict IS NULL;
CREATE INDEX bank_matches_decided ON bank_matches (user_id, decided_at) WHERE verdict IS NOT NULL;

-- What is typed in by hand may be what the bank has told of already. The days are those of a sync's own search.
CREATE TRIGGER account_transactions_may_be_known AFTER INSERT ON account_transactions
WHEN NEW.source = 'manual' AND NEW.leg IS NULL AND NEW.type <> 'adjustment'
  AND EXISTS (SELECT 1 FROM bank_accounts WHERE user_id = NEW.user_id AND id = NEW.account_id AND plaid_item_id IS NOT NULL)
BEGIN
  INSERT INTO bank_matches (user_id, id, row_id, other_row_id, kind, created_at)
  SELECT b.user_id, lower(hex(randomblob(16))), b.id, NEW.id, 'other_source', NEW.created_at FROM account_transactions b
  WHERE b.user_id = NEW.user_id AND b.account_id = NEW.account_id AND b.amount_minor = NEW.amount_minor AND b.source = 'bank'
    AND b.transaction_date BETWEEN date(NEW.transaction_date, '-7 days') AND date(NEW.transaction_date, '+3 days')
    AND b.plaid_transaction_id IS NOT NULL AND b.removed_at IS NULL AND b.leg IS NULL
    AND NOT EXISTS (SELECT 1 FROM bank_matches m WHERE m.user_id = b.user_id AND m.row_id = b.id AND m.verdict IS NULL)
  ORDER BY abs(julianday(b.transaction_date) - julianday(NEW.transaction_date)), b.id LIMIT 1
  ON CONFLICT DO NOTHING;
END;

-- The bank's row was not this one: it may be the next nearest.
CREATE TRIGGER bank_matches_look_on AFTER UPDATE OF verdict ON bank_matches WHEN NEW.verdict = 'different' AND NEW.kind = 'other_source'
BEGIN
  INSERT INTO bank_matches (user_id, id, row_id, other_row_id, kind, created_at)
  SELECT b.user_id, lower(hex(randomblob(16))), b.id, o.id, 'other_source', NEW.decided_at
  FROM account_transactions b JOIN account_transactions o ON o.user_id = b.user_id AND o.account_id = b.account_id
    AND o.transaction_date BETWEEN date(b.transaction_date, '-3 days') AND date(b.transaction_date, '+7 days')
  WHERE b.user_id = NEW.user_id AND b.id = NEW.row_id AND b.removed_at IS NULL AND b.plaid_transaction_id IS NOT NULL
    AND o.amount_minor = b.amount_minor AND o.plaid_transaction_id IS NULL AND o.removed_at IS NULL AND o.leg IS NULL AND o.type <> 'adjustment'
    AND NOT EXISTS (
      SELECT 1 FROM bank_matches m WHERE m.user_id = o.user_id AND m.other_row_id = o.id AND (m.verdict IS NULL OR m.row_id = b.id)
    )
  ORDER BY abs(julianday(b.transaction_date) - julianday(o.transaction_date)), o.id LIMIT 1
  ON CONFLICT DO NOTHING;
END;

-- An account that is deleted lets go of its bank; with the last one, the bank is told to forget the connection.
CREATE TRIGGER bank_accounts_leave_their_bank BEFORE DELETE ON bank_accounts WHEN OLD.plaid_item_id IS NOT NULL
BEGIN
  UPDATE bank_item_accounts SET account_id = NULL, state = 'ignored' WHERE user_id = OLD.user_id AND account_id = OLD.id;
  UPDATE bank_items SET status = 'disconnecting', lease_token = NULL, lease_until = NULL
  WHERE user_id = OLD.user_id AND id = OLD.plaid_item_id AND status NOT IN ('disconnecting', 'disconnected')
    AND NOT EXISTS (SELECT 1 FROM bank_item_accounts a WHERE a.user_id = OLD.user_id AND a.item_id = OLD.plaid_item_id AND a.state = 'linked');
END;

-- However it came about: a connection that is to end is told to the bank.
CREATE TRIGGER bank_items_end AFTER UPDATE OF status ON bank_items WHEN NEW.status = 'disconnecting' AND OLD.status <> 'disconnecting'
BEGIN
  INSERT INTO outbox (id, topic, payload, created_at, due_at) VALUES (
    lower(hex(randomblob(16))), 'bank', json_object('kind', 'remove', 'userId', NEW.user_id, 'itemId', NEW.id),
    strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  );
END;

-- An account that is archived misses what the bank reports meanwhile.
CREATE TRIGGER bank_accounts_fall_behind AFTER UPDATE OF is_active ON bank_accounts
WHEN NEW.is_active = 0 AND OLD.is_active = 1 AND NEW.plaid_item_id IS NOT NULL
BEGIN
  UPDATE bank_item_accounts SET behind = 1 WHERE user_id = NEW.user_id AND account_id = NEW.id;
END;

-- Webhooks as they came in, verified. A copy has the same signature and so the same hash.
CREATE TABLE bank_webhooks (
  id TEXT PRIMARY KEY,
  signature_hash TEXT NOT NULL UNIQUE,
  item_id TEXT NOT NULL,
  type TEXT NOT NULL,
  code TEXT NOT NULL,
  -- Account and due time where the webhook names them.
  facts TEXT NOT NULL CONSTRAINT bank_webhook_facts CHECK (json_valid(facts)),
  issued INTEGER NOT NULL,
  received_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX bank_webhooks_age ON bank_webhooks (received_at);

-- The bank's public keys by their id; an id that the bank does not know is kept without a key, so that it is asked once.
CREATE TABLE bank_keys (
  kid TEXT PRIMARY KEY CONSTRAINT bank_key_kid CHECK (length(kid) BETWEEN 1 AND 100),
  jwk TEXT CONSTRAINT bank_key_jwk CHECK (json_valid(jwk)),
  fetched_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX bank_keys_age ON bank_keys (fetched_at);

-- What the simulated bank remembers of each connection and of its signing keys.
CREATE TABLE simulated_banks (
  id TEXT PRIMARY KEY,
  state TEXT NOT NULL CONSTRAINT simulated_bank_state CHECK (json_valid(state)),
  version INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;
