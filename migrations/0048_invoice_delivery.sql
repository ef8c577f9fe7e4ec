-- How a document leaves the house: links to the customer's page, and the mails that carried it. The document itself stays as it is.

-- A link's token is derived from its id and the signing key, so that it can be printed again; what is stored is its hash.
CREATE TABLE invoice_links (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  token_hash TEXT NOT NULL CONSTRAINT invoice_link_token CHECK (length(token_hash) = 64),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL CONSTRAINT invoice_link_expires CHECK (expires_at > created_at),
  revoked_at TEXT,
  first_viewed_at TEXT,
  last_viewed_at TEXT,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, invoice_id) REFERENCES invoices (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX invoice_links_token ON invoice_links (token_hash);
CREATE INDEX invoice_links_invoice ON invoice_links (org_id, invoice_id, created_at);

CREATE TRIGGER invoice_links_of_issued BEFORE INSERT ON invoice_links
WHEN (SELECT status FROM invoices WHERE org_id = NEW.org_id AND id = NEW.invoice_id) IS 'draft'
BEGIN
  SELECT RAISE(ABORT, 'invoice_not_issued');
END;
-- A link is only ever viewed or revoked: it never leads elsewhere and never comes back.
CREATE TRIGGER invoice_links_frozen BEFORE UPDATE ON invoice_links
WHEN NEW.org_id <> OLD.org_id OR NEW.id <> OLD.id OR NEW.invoice_id <> OLD.invoice_id OR NEW.token_hash <> OLD.token_hash
  OR NEW.created_at <> OLD.created_at OR NEW.expires_at <> OLD.expires_at
  OR (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS NOT OLD.revoked_at)
  OR (OLD.first_viewed_at IS NOT NULL AND NEW.first_viewed_at IS NOT OLD.first_viewed_at)
BEGIN
  SELECT RAISE(ABORT, 'invoice_link_frozen');
END;

-- What was mailed, when and to whom. Rows are only added.
CREATE TABLE invoice_mails (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT invoice_mail_kind CHECK (kind IN ('document', 'reminder')),
  link_id TEXT NOT NULL,
  recipient TEXT NOT NULL CONSTRAINT invoice_mail_recipient CHECK (length(recipient) BETWEEN 3 AND 254),
  subject TEXT NOT NULL CONSTRAINT invoice_mail_subject CHECK (length(subject) BETWEEN 1 AND 200),
  -- What was written, without the link.
  message TEXT NOT NULL CONSTRAINT invoice_mail_message CHECK (length(message) BETWEEN 1 AND 4000),
  -- The PDF as it was then, by its key in the file store.
  file_key TEXT NOT NULL,
  sent_by TEXT NOT NULL,
  sent_at TEXT NOT NULL,
  -- The day in the business's zone.
  sent_on TEXT NOT NULL CONSTRAINT invoice_mail_sent_on CHECK (sent_on IS date(sent_on)),
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, invoice_id) REFERENCES invoices (org_id, id),
  FOREIGN KEY (org_id, link_id) REFERENCES invoice_links (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX invoice_mails_invoice ON invoice_mails (org_id, invoice_id, sent_at);
-- Nobody is reminded twice a day, whoever presses the button.
CREATE UNIQUE INDEX invoice_mails_one_reminder ON invoice_mails (org_id, invoice_id, sent_on) WHERE kind = 'reminder';

CREATE TRIGGER invoice_reminders_of_overdue BEFORE INSERT ON invoice_mails
WHEN NEW.kind = 'reminder' AND NOT EXISTS (
  SELECT 1 FROM invoices i WHERE i.org_id = NEW.org_id AND i.id = NEW.invoice_id AND i.kind = 'invoice' AND i.status = 'issued'
    AND i.total_minor > i.paid_minor + i.credited_minor AND i.due_on < NEW.sent_on
)
BEGIN
  SELECT RAISE(ABORT, 'invoice_not_overdue');
END;
CREATE TRIGGER invoice_mails_no_update BEFORE UPDATE ON invoice_mails
BEGIN
  SELECT RAISE(ABORT, 'invoice_mail_append_only');
END;
CREATE TRIGGER invoice_mails_no_delete BEFORE DELETE ON invoice_mails
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'invoice_mail_append_only');
END;
