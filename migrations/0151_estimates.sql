-- Estimates: up to three options for a lead or a customer, signed on a page behind a link. A sent one never changes: a revision
-- takes its place.
CREATE TABLE estimates (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  status TEXT NOT NULL CONSTRAINT estimate_status
    CHECK (status IN ('draft', 'sent', 'approved', 'declined', 'withdrawn', 'superseded')),
  -- Given when the first version is sent, without gaps; its revisions have it too.
  number INTEGER,
  -- The first version, and which this is.
  root_id TEXT NOT NULL,
  revision INTEGER NOT NULL DEFAULT 1 CONSTRAINT estimate_revision CHECK (revision >= 1),
  lead_id TEXT,
  customer_id TEXT,
  site_address_id TEXT,
  -- The job it adds to, or the one that was made of it.
  work_order_id TEXT,
  adds_to_job INTEGER NOT NULL DEFAULT 0 CONSTRAINT estimate_adds_to_job CHECK (adds_to_job IN (0, 1)),
  -- Copies: { name, email, lines }, the same of the site, and of the business when it is sent.
  bill_to TEXT NOT NULL CONSTRAINT estimate_bill_to CHECK (json_valid(bill_to)),
  site TEXT CONSTRAINT estimate_site CHECK (site IS NULL OR json_valid(site)),
  seller TEXT CONSTRAINT estimate_seller CHECK (seller IS NULL OR json_valid(seller)),
  title TEXT NOT NULL CONSTRAINT estimate_title CHECK (length(title) BETWEEN 1 AND 200),
  memo TEXT CONSTRAINT estimate_memo CHECK (length(memo) BETWEEN 1 AND 2000),
  terms TEXT CONSTRAINT estimate_terms CHECK (length(terms) BETWEEN 1 AND 4000),
  valid_until TEXT NOT NULL CONSTRAINT estimate_valid_until CHECK (valid_until IS date(valid_until)),
  discount_rate_ppm INTEGER CONSTRAINT estimate_discount_rate CHECK (discount_rate_ppm BETWEEN 1 AND 1000000),
  discount_amount_minor INTEGER CONSTRAINT estimate_discount_amount CHECK (discount_amount_minor > 0),
  tax_state TEXT NOT NULL CONSTRAINT estimate_tax_state CHECK (tax_state IN ('known', 'unknown', 'exempt')),
  tax_note TEXT CONSTRAINT estimate_tax_note CHECK (length(tax_note) BETWEEN 1 AND 200),
  -- [{ name, ratePpm }]
  rates TEXT NOT NULL DEFAULT '[]' CONSTRAINT estimate_rates CHECK (json_type(rates) = 'array'),
  -- Of the recommended option, without what is optional.
  total_minor INTEGER NOT NULL DEFAULT 0 CONSTRAINT estimate_total CHECK (total_minor BETWEEN 0 AND 100000000000),
  -- SHA-256 of the PDF that was sent, and its key in the file store.
  document_hash TEXT CONSTRAINT estimate_document_hash CHECK (length(document_hash) = 64),
  file_key TEXT,
  sent_on TEXT CONSTRAINT estimate_sent_on CHECK (sent_on IS NULL OR sent_on IS date(sent_on)),
  sent_at TEXT,
  closed_at TEXT,
  decline_reason TEXT CONSTRAINT estimate_decline_reason CHECK (length(decline_reason) BETWEEN 1 AND 500),
  version INTEGER NOT NULL DEFAULT 1,
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, lead_id) REFERENCES leads (org_id, id),
  FOREIGN KEY (org_id, customer_id) REFERENCES customers (org_id, id),
  FOREIGN KEY (org_id, site_address_id) REFERENCES addresses (org_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id),
  CONSTRAINT estimate_for CHECK (lead_id IS NOT NULL OR customer_id IS NOT NULL),
  CONSTRAINT estimate_addition CHECK (adds_to_job = 0 OR work_order_id IS NOT NULL),
  CONSTRAINT estimate_one_discount CHECK (discount_rate_ppm IS NULL OR discount_amount_minor IS NULL),
  CONSTRAINT estimate_sent CHECK (status = 'draft' OR (number IS NOT NULL AND seller IS NOT NULL AND sent_at IS NOT NULL
    AND sent_on IS NOT NULL AND document_hash IS NOT NULL AND file_key IS NOT NULL AND tax_state <> 'unknown')),
  CONSTRAINT estimate_draft_number CHECK (status <> 'draft' OR revision > 1 OR number IS NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX estimates_number ON estimates (org_id, number, revision) WHERE number IS NOT NULL;
CREATE UNIQUE INDEX estimates_version ON estimates (org_id, root_id, revision);
CREATE INDEX estimates_newest ON estimates (org_id, created_at, id);
CREATE INDEX estimates_status ON estimates (org_id, status, created_at, id);
CREATE INDEX estimates_lead ON estimates (org_id, lead_id, created_at) WHERE lead_id IS NOT NULL;
CREATE INDEX estimates_customer ON estimates (org_id, customer_id, created_at) WHERE customer_id IS NOT NULL;
CREATE INDEX estimates_site ON estimates (org_id, site_address_id) WHERE site_address_id IS NOT NULL;
CREATE INDEX estimates_work_order ON estimates (org_id, work_order_id) WHERE work_order_id IS NOT NULL;

CREATE TABLE estimate_options (
  org_id TEXT NOT NULL,
  estimate_id TEXT NOT NULL,
  position INTEGER NOT NULL CONSTRAINT estimate_option_position CHECK (position BETWEEN 1 AND 3),
  name TEXT NOT NULL CONSTRAINT estimate_option_name CHECK (length(name) BETWEEN 1 AND 60),
  description TEXT CONSTRAINT estimate_option_description CHECK (length(description) BETWEEN 1 AND 1000),
  recommended INTEGER NOT NULL DEFAULT 0 CONSTRAINT estimate_option_recommended CHECK (recommended IN (0, 1)),
  service_type_id TEXT,
  -- Without what is optional.
  subtotal_minor INTEGER NOT NULL CONSTRAINT estimate_option_subtotal CHECK (subtotal_minor >= 0),
  discount_minor INTEGER NOT NULL CONSTRAINT estimate_option_discount CHECK (discount_minor BETWEEN 0 AND subtotal_minor),
  tax_minor INTEGER NOT NULL CONSTRAINT estimate_option_tax CHECK (tax_minor >= 0),
  total_minor INTEGER NOT NULL CONSTRAINT estimate_option_total
    CHECK (total_minor = subtotal_minor - discount_minor + tax_minor AND total_minor <= 100000000000),
  PRIMARY KEY (org_id, estimate_id, position),
  FOREIGN KEY (org_id, estimate_id) REFERENCES estimates (org_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE estimate_lines (
  org_id TEXT NOT NULL,
  estimate_id TEXT NOT NULL,
  option_position INTEGER NOT NULL,
  position INTEGER NOT NULL CONSTRAINT estimate_line_position CHECK (position BETWEEN 1 AND 200),
  kind TEXT NOT NULL CONSTRAINT estimate_line_kind CHECK (kind IN ('labor', 'service', 'part', 'trip', 'other')),
  description TEXT NOT NULL CONSTRAINT estimate_line_description CHECK (length(description) BETWEEN 1 AND 500),
  quantity_milli INTEGER NOT NULL CONSTRAINT estimate_line_quantity CHECK (quantity_milli BETWEEN 1 AND 1000000000),
  unit TEXT NOT NULL CONSTRAINT estimate_line_unit CHECK (length(unit) BETWEEN 1 AND 10),
  -- Null while it is a draft: nobody has set a price.
  unit_price_minor INTEGER CONSTRAINT estimate_line_price CHECK (unit_price_minor BETWEEN 0 AND 100000000000),
  discount_ppm INTEGER NOT NULL CONSTRAINT estimate_line_discount CHECK (discount_ppm BETWEEN 0 AND 1000000),
  taxable INTEGER NOT NULL CONSTRAINT estimate_line_taxable CHECK (taxable IN (0, 1)),
  optional INTEGER NOT NULL CONSTRAINT estimate_line_optional CHECK (optional IN (0, 1)),
  item_id TEXT,
  amount_minor INTEGER NOT NULL CONSTRAINT estimate_line_amount CHECK (amount_minor >= 0),
  PRIMARY KEY (org_id, estimate_id, option_position, position),
  FOREIGN KEY (org_id, estimate_id, option_position) REFERENCES estimate_options (org_id, estimate_id, position) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What the customer chose and signed: one of all versions, whoever presses the button how often.
CREATE TABLE estimate_approvals (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  estimate_id TEXT NOT NULL,
  root_id TEXT NOT NULL,
  option_position INTEGER NOT NULL,
  -- Positions of the optional lines that were chosen.
  chosen TEXT NOT NULL CONSTRAINT estimate_approval_chosen CHECK (json_type(chosen) = 'array'),
  subtotal_minor INTEGER NOT NULL,
  discount_minor INTEGER NOT NULL,
  tax_minor INTEGER NOT NULL,
  total_minor INTEGER NOT NULL CONSTRAINT estimate_approval_total CHECK (total_minor = subtotal_minor - discount_minor + tax_minor),
  signer_name TEXT NOT NULL CONSTRAINT estimate_approval_signer CHECK (length(signer_name) BETWEEN 1 AND 120),
  -- SVG path; null: the typed name is the signature.
  strokes TEXT CONSTRAINT estimate_approval_strokes CHECK (length(strokes) BETWEEN 1 AND 60000),
  document_hash TEXT NOT NULL,
  ip TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  signed_at TEXT NOT NULL,
  PRIMARY KEY (org_id, estimate_id),
  FOREIGN KEY (org_id, estimate_id, option_position) REFERENCES estimate_options (org_id, estimate_id, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX estimate_approvals_once ON estimate_approvals (org_id, root_id);
CREATE TRIGGER estimate_approvals_of_sent BEFORE INSERT ON estimate_approvals
WHEN NOT EXISTS (SELECT 1 FROM estimates e WHERE e.org_id = NEW.org_id AND e.id = NEW.estimate_id AND e.status = 'approved'
  AND e.root_id = NEW.root_id AND e.document_hash = NEW.document_hash)
BEGIN SELECT RAISE(ABORT, 'estimate_not_sent'); END;
CREATE TRIGGER estimate_approvals_stay BEFORE UPDATE ON estimate_approvals
BEGIN SELECT RAISE(ABORT, 'estimate_approval_append_only'); END;
CREATE TRIGGER estimate_approvals_keep BEFORE DELETE ON estimate_approvals
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'estimate_approval_append_only'); END;

CREATE TRIGGER estimates_begin_as_drafts BEFORE INSERT ON estimates WHEN NEW.status <> 'draft'
BEGIN SELECT RAISE(ABORT, 'estimate_begins_as_draft'); END;
CREATE TRIGGER estimates_no_delete BEFORE DELETE ON estimates
WHEN OLD.status <> 'draft' AND NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'estimate_frozen'); END;
CREATE TRIGGER estimates_frozen BEFORE UPDATE ON estimates
WHEN OLD.status <> 'draft' AND (
  NEW.org_id <> OLD.org_id OR NEW.id <> OLD.id OR NEW.number IS NOT OLD.number OR NEW.root_id <> OLD.root_id
  OR NEW.revision <> OLD.revision OR NEW.lead_id IS NOT OLD.lead_id OR NEW.adds_to_job <> OLD.adds_to_job
  OR NEW.bill_to <> OLD.bill_to OR NEW.site IS NOT OLD.site OR NEW.seller IS NOT OLD.seller OR NEW.title <> OLD.title
  OR NEW.memo IS NOT OLD.memo OR NEW.terms IS NOT OLD.terms OR NEW.valid_until <> OLD.valid_until
  OR NEW.discount_rate_ppm IS NOT OLD.discount_rate_ppm OR NEW.discount_amount_minor IS NOT OLD.discount_amount_minor
  OR NEW.tax_state <> OLD.tax_state OR NEW.tax_note IS NOT OLD.tax_note OR NEW.rates <> OLD.rates
  OR NEW.total_minor <> OLD.total_minor OR NEW.document_hash <> OLD.document_hash OR NEW.file_key <> OLD.file_key
  OR NEW.sent_on <> OLD.sent_on OR NEW.sent_at <> OLD.sent_at OR NEW.created_by <> OLD.created_by OR NEW.created_at <> OLD.created_at
  OR (NEW.status <> OLD.status AND NOT (
    (OLD.status = 'sent' AND NEW.status IN ('approved', 'declined', 'withdrawn', 'superseded'))
    OR (OLD.status IN ('declined', 'withdrawn') AND NEW.status = 'superseded')))
  OR (OLD.decline_reason IS NOT NULL AND NEW.decline_reason IS NOT OLD.decline_reason)
  OR (NEW.customer_id IS NOT OLD.customer_id AND OLD.status <> 'approved')
  OR (NEW.work_order_id IS NOT OLD.work_order_id AND OLD.status <> 'approved')
)
BEGIN SELECT RAISE(ABORT, 'estimate_frozen'); END;
CREATE TRIGGER estimates_send BEFORE UPDATE ON estimates WHEN OLD.status = 'draft' AND NEW.status <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'estimate_number') WHERE NEW.status <> 'sent' OR (NEW.revision = 1
    AND NEW.number <> 1 + coalesce((SELECT max(e.number) FROM estimates e WHERE e.org_id = NEW.org_id), 0))
    OR (NEW.revision > 1 AND NEW.number IS NOT (SELECT e.number FROM estimates e WHERE e.org_id = NEW.org_id AND e.id = NEW.root_id));
  SELECT RAISE(ABORT, 'estimate_lines_priced')
  WHERE NOT EXISTS (SELECT 1 FROM estimate_options o WHERE o.org_id = NEW.org_id AND o.estimate_id = NEW.id)
    OR EXISTS (SELECT 1 FROM estimate_options o WHERE o.org_id = NEW.org_id AND o.estimate_id = NEW.id AND NOT EXISTS (
      SELECT 1 FROM estimate_lines l WHERE l.org_id = o.org_id AND l.estimate_id = o.estimate_id AND l.option_position = o.position))
    OR EXISTS (SELECT 1 FROM estimate_lines l WHERE l.org_id = NEW.org_id AND l.estimate_id = NEW.id AND l.unit_price_minor IS NULL);
END;
CREATE TRIGGER estimate_options_insert BEFORE INSERT ON estimate_options
WHEN (SELECT status FROM estimates WHERE org_id = NEW.org_id AND id = NEW.estimate_id) <> 'draft'
BEGIN SELECT RAISE(ABORT, 'estimate_frozen'); END;
CREATE TRIGGER estimate_options_update BEFORE UPDATE ON estimate_options
WHEN (SELECT status FROM estimates WHERE org_id = OLD.org_id AND id = OLD.estimate_id) <> 'draft'
BEGIN SELECT RAISE(ABORT, 'estimate_frozen'); END;
CREATE TRIGGER estimate_options_delete BEFORE DELETE ON estimate_options
WHEN (SELECT status FROM estimates WHERE org_id = OLD.org_id AND id = OLD.estimate_id) <> 'draft'
  AND NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'estimate_frozen'); END;
CREATE TRIGGER estimate_lines_insert BEFORE INSERT ON estimate_lines
WHEN (SELECT status FROM estimates WHERE org_id = NEW.org_id AND id = NEW.estimate_id) <> 'draft'
BEGIN SELECT RAISE(ABORT, 'estimate_frozen'); END;
CREATE TRIGGER estimate_lines_update BEFORE UPDATE ON estimate_lines
WHEN (SELECT status FROM estimates WHERE org_id = OLD.org_id AND id = OLD.estimate_id) <> 'draft'
BEGIN SELECT RAISE(ABORT, 'estimate_frozen'); END;
CREATE TRIGGER estimate_lines_delete BEFORE DELETE ON estimate_lines
WHEN (SELECT status FROM estimates WHERE org_id = OLD.org_id AND id = OLD.estimate_id) <> 'draft'
  AND NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'estimate_frozen'); END;

-- A link's token is derived from its id and the signing key; what is stored is its hash.
CREATE TABLE estimate_links (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  estimate_id TEXT NOT NULL,
  token_hash TEXT NOT NULL CONSTRAINT estimate_link_token CHECK (length(token_hash) = 64),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL CONSTRAINT estimate_link_expires CHECK (expires_at > created_at),
  revoked_at TEXT,
  first_viewed_at TEXT,
  last_viewed_at TEXT,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, estimate_id) REFERENCES estimates (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX estimate_links_token ON estimate_links (token_hash);
CREATE INDEX estimate_links_estimate ON estimate_links (org_id, estimate_id, created_at);
CREATE TRIGGER estimate_links_of_sent BEFORE INSERT ON estimate_links
WHEN (SELECT status FROM estimates WHERE org_id = NEW.org_id AND id = NEW.estimate_id) IS 'draft'
BEGIN SELECT RAISE(ABORT, 'estimate_not_sent'); END;
CREATE TRIGGER estimate_links_frozen BEFORE UPDATE ON estimate_links
WHEN NEW.org_id <> OLD.org_id OR NEW.id <> OLD.id OR NEW.estimate_id <> OLD.estimate_id OR NEW.token_hash <> OLD.token_hash
  OR NEW.created_at <> OLD.created_at OR NEW.expires_at <> OLD.expires_at
  OR (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS NOT OLD.revoked_at)
  OR (OLD.first_viewed_at IS NOT NULL AND NEW.first_viewed_at IS NOT OLD.first_viewed_at)
BEGIN SELECT RAISE(ABORT, 'estimate_link_frozen'); END;

-- What was mailed, when and to whom. Rows are only added.
CREATE TABLE estimate_mails (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  estimate_id TEXT NOT NULL,
  recipient TEXT NOT NULL CONSTRAINT estimate_mail_recipient CHECK (length(recipient) BETWEEN 3 AND 254),
  subject TEXT NOT NULL CONSTRAINT estimate_mail_subject CHECK (length(subject) BETWEEN 1 AND 200),
  message TEXT NOT NULL CONSTRAINT estimate_mail_message CHECK (length(message) BETWEEN 1 AND 4000),
  sent_by TEXT NOT NULL,
  sent_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, estimate_id) REFERENCES estimates (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX estimate_mails_estimate ON estimate_mails (org_id, estimate_id, sent_at);
CREATE TRIGGER estimate_mails_stay BEFORE UPDATE ON estimate_mails
BEGIN SELECT RAISE(ABORT, 'estimate_mail_append_only'); END;

-- A lead, or an approved estimate, that became a job: what was made of it, so that it can be undone while nothing was done there.
CREATE TABLE lead_conversions (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  lead_id TEXT,
  estimate_id TEXT,
  -- Null: the customer, the site was there before.
  made_customer_id TEXT,
  made_address_id TEXT,
  work_order_id TEXT NOT NULL,
  stage_before TEXT CONSTRAINT lead_conversion_stage CHECK (stage_before IN ('new', 'contacted', 'estimate_sent', 'lost')),
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  undone_at TEXT,
  PRIMARY KEY (org_id, id),
  CONSTRAINT lead_conversion_of CHECK (lead_id IS NOT NULL OR estimate_id IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX lead_conversions_lead ON lead_conversions (org_id, lead_id) WHERE lead_id IS NOT NULL AND undone_at IS NULL;
CREATE UNIQUE INDEX lead_conversions_estimate ON lead_conversions (org_id, estimate_id) WHERE estimate_id IS NOT NULL AND undone_at IS NULL;

-- A conversion that is undone takes the customer along whom it made; nobody else is deleted.
CREATE INDEX lead_conversions_customer ON lead_conversions (org_id, made_customer_id) WHERE made_customer_id IS NOT NULL;
DROP TRIGGER customers_keep_rows;
CREATE TRIGGER customers_keep_rows BEFORE DELETE ON customers
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
  AND NOT EXISTS (SELECT 1 FROM lead_conversions c WHERE c.org_id = OLD.org_id AND c.made_customer_id = OLD.id AND c.undone_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'customer_kept'); END;
CREATE TRIGGER customers_after_delete AFTER DELETE ON customers
BEGIN
  DELETE FROM customer_search WHERE rowid = (SELECT o.key * 2147483648 + OLD.number FROM tenant_organizations o WHERE o.id = OLD.org_id);
  UPDATE counters SET value = value - 1 WHERE org_id = OLD.org_id
    AND name = CASE OLD.archived WHEN 1 THEN 'customers.archived' ELSE 'customers.' || OLD.status || '.' || OLD.customer_type END;
END;
