-- Reminders of what is overdue: when a business sends them by itself, which customers get none, and which steps were sent.
CREATE TABLE reminder_settings (
  org_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant_organizations (id),
  enabled INTEGER NOT NULL CONSTRAINT reminder_enabled CHECK (enabled IN (0, 1)),
  -- The first so many days after an invoice was due, then every so many days, at most so often.
  first_after_days INTEGER NOT NULL CONSTRAINT reminder_first CHECK (first_after_days BETWEEN 1 AND 90),
  every_days INTEGER NOT NULL CONSTRAINT reminder_every CHECK (every_days BETWEEN 1 AND 90),
  max_count INTEGER NOT NULL CONSTRAINT reminder_max CHECK (max_count BETWEEN 1 AND 12),
  version INTEGER NOT NULL,
  updated_by TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX reminder_settings_enabled ON reminder_settings (org_id) WHERE enabled = 1;

-- Customers that nobody is to be reminded of by a machine or in bulk.
CREATE TABLE reminder_pauses (
  org_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, customer_id),
  FOREIGN KEY (org_id, customer_id) REFERENCES customers (org_id, id)
) STRICT, WITHOUT ROWID;

-- A step of an invoice is sent once: written in the batch of its mail.
CREATE TABLE invoice_reminders (
  org_id TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  step INTEGER NOT NULL CONSTRAINT invoice_reminder_step CHECK (step BETWEEN 1 AND 12),
  mail_id TEXT NOT NULL,
  PRIMARY KEY (org_id, invoice_id, step),
  FOREIGN KEY (org_id, invoice_id) REFERENCES invoices (org_id, id),
  FOREIGN KEY (org_id, mail_id) REFERENCES invoice_mails (org_id, id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER invoice_reminders_wanted BEFORE INSERT ON invoice_reminders
BEGIN
  SELECT RAISE(ABORT, 'reminder_not_wanted')
  WHERE NOT EXISTS (SELECT 1 FROM reminder_settings s WHERE s.org_id = NEW.org_id AND s.enabled = 1 AND NEW.step <= s.max_count)
    OR EXISTS (
      SELECT 1 FROM reminder_pauses p JOIN invoices i ON i.org_id = p.org_id AND i.customer_id = p.customer_id
      WHERE p.org_id = NEW.org_id AND i.id = NEW.invoice_id
    )
    OR NEW.step <> 1 + (SELECT count(*) FROM invoice_reminders r WHERE r.org_id = NEW.org_id AND r.invoice_id = NEW.invoice_id);
END;
CREATE TRIGGER invoice_reminders_no_update BEFORE UPDATE ON invoice_reminders
BEGIN
  SELECT RAISE(ABORT, 'invoice_reminder_append_only');
END;
CREATE TRIGGER invoice_reminders_no_delete BEFORE DELETE ON invoice_reminders
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN
  SELECT RAISE(ABORT, 'invoice_reminder_append_only');
END;
