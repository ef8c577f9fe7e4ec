-- Statements that were mailed, to whom and with which balance. Rows are only added.
CREATE TABLE statement_mails (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  from_on TEXT NOT NULL CONSTRAINT statement_mail_from CHECK (from_on IS date(from_on)),
  to_on TEXT NOT NULL CONSTRAINT statement_mail_to CHECK (to_on IS date(to_on) AND to_on >= from_on),
  closing_minor INTEGER NOT NULL,
  recipient TEXT NOT NULL CONSTRAINT statement_mail_recipient CHECK (length(recipient) BETWEEN 3 AND 254),
  subject TEXT NOT NULL CONSTRAINT statement_mail_subject CHECK (length(subject) BETWEEN 1 AND 200),
  message TEXT NOT NULL CONSTRAINT statement_mail_message CHECK (length(message) BETWEEN 1 AND 4000),
  -- The PDF as it was then, by its key in the file store.
  file_key TEXT NOT NULL,
  sent_by TEXT NOT NULL,
  sent_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, customer_id) REFERENCES customers (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX statement_mails_customer ON statement_mails (org_id, customer_id, sent_at);

CREATE TRIGGER statement_mails_no_update BEFORE UPDATE ON statement_mails
BEGIN
  SELECT RAISE(ABORT, 'statement_mail_append_only');
END;
CREATE TRIGGER statement_mails_no_delete BEFORE DELETE ON statement_mails
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'statement_mail_append_only');
END;
