-- Texts and mails to customers: what a business says by template, when not to write, and who wants no texts.
CREATE TABLE message_settings (
  org_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant_organizations (id),
  -- Wall times on the clocks of the site; equal: no quiet hours.
  quiet_from TEXT NOT NULL CONSTRAINT message_quiet_from CHECK (quiet_from GLOB '[0-2][0-9]:[0-5][0-9]'),
  quiet_to TEXT NOT NULL CONSTRAINT message_quiet_to CHECK (quiet_to GLOB '[0-2][0-9]:[0-5][0-9]'),
  version INTEGER NOT NULL DEFAULT 1,
  updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE message_templates (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  key TEXT NOT NULL CONSTRAINT message_template_key CHECK (key IN ('on_my_way', 'arrival_window', 'running_late', 'done', 'visit_page')),
  body TEXT NOT NULL CONSTRAINT message_template_body CHECK (length(body) BETWEEN 1 AND 600),
  version INTEGER NOT NULL DEFAULT 1,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, key)
) STRICT, WITHOUT ROWID;

-- Whoever has said no, and whether they have taken it back; an address that is not here was never asked not to be written to.
CREATE TABLE message_consents (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  channel TEXT NOT NULL CONSTRAINT message_consent_channel CHECK (channel IN ('text', 'mail')),
  address TEXT NOT NULL,
  allowed INTEGER NOT NULL CONSTRAINT message_consent_allowed CHECK (allowed IN (0, 1)),
  source TEXT NOT NULL CONSTRAINT message_consent_source CHECK (source IN ('customer', 'office')),
  changed_at TEXT NOT NULL,
  PRIMARY KEY (org_id, channel, address)
) STRICT, WITHOUT ROWID;

CREATE INDEX customers_phone ON customers (org_id, phone) WHERE phone IS NOT NULL;

-- Texts that the embedded adapter has 'sent'.
CREATE TABLE text_outbox (
  id TEXT PRIMARY KEY,
  from_number TEXT NOT NULL,
  to_number TEXT NOT NULL,
  body TEXT NOT NULL,
  sent_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX text_outbox_sent ON text_outbox (sent_at);
CREATE INDEX messages_provider_report ON messages (provider_id) WHERE provider_id IS NOT NULL;
