-- Receipts with their pictures: a business's, and a household's, which nobody at work sees. What stands on them is typed or read, and confirmed.
CREATE TABLE business_receipts (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  file_key TEXT NOT NULL,
  content_type TEXT NOT NULL CONSTRAINT receipt_content_type CHECK (content_type IN ('image/jpeg', 'image/png', 'image/webp')),
  bytes INTEGER NOT NULL CONSTRAINT receipt_bytes CHECK (bytes BETWEEN 1 AND 8000000),
  -- CRC-32 of the stored picture: a ZIP file names it before the bytes.
  crc32 INTEGER NOT NULL CONSTRAINT receipt_crc CHECK (crc32 BETWEEN 0 AND 4294967295),
  -- Of the file as it was chosen, so that the same one is known again.
  sha256 TEXT NOT NULL CONSTRAINT receipt_sha256 CHECK (length(sha256) = 64),
  merchant TEXT CONSTRAINT receipt_merchant CHECK (length(merchant) BETWEEN 1 AND 120),
  bought_on TEXT CONSTRAINT receipt_bought_on CHECK (length(bought_on) = 10 AND date(bought_on) IS bought_on),
  total_minor INTEGER CONSTRAINT receipt_total CHECK (total_minor BETWEEN 1 AND 100000000000),
  tax_minor INTEGER CONSTRAINT receipt_tax CHECK (tax_minor BETWEEN 0 AND total_minor),
  currency TEXT NOT NULL DEFAULT 'USD' CONSTRAINT receipt_currency CHECK (currency IN ('USD', 'EUR', 'GBP', 'CAD', 'AUD')),
  note TEXT CONSTRAINT receipt_note CHECK (length(note) BETWEEN 1 AND 500),
  subject_kind TEXT CONSTRAINT receipt_subject_kind CHECK (subject_kind IN ('work_order', 'purchase_order', 'item')),
  subject_id TEXT,
  -- The day it was added on, by the owner's clock: where it is listed until its own is known.
  added_on TEXT NOT NULL CONSTRAINT receipt_added_on CHECK (length(added_on) = 10 AND date(added_on) IS added_on),
  listed_on TEXT NOT NULL GENERATED ALWAYS AS (coalesce(bought_on, added_on)) VIRTUAL,
  added_by TEXT NOT NULL,
  confirmed_at TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  CONSTRAINT receipt_subject CHECK ((subject_kind IS NULL) = (subject_id IS NULL)),
  CONSTRAINT receipt_confirmed CHECK (confirmed_at IS NULL OR (merchant IS NOT NULL AND bought_on IS NOT NULL AND total_minor IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX business_receipts_picture ON business_receipts (org_id, sha256);
CREATE INDEX business_receipts_listed ON business_receipts (org_id, listed_on, id);
CREATE INDEX business_receipts_added_by ON business_receipts (org_id, added_by, listed_on, id);
CREATE INDEX business_receipts_amount ON business_receipts (org_id, bought_on, total_minor) WHERE confirmed_at IS NOT NULL;
CREATE INDEX business_receipts_unconfirmed ON business_receipts (org_id, added_by, id) WHERE confirmed_at IS NULL;
CREATE INDEX business_receipts_subject ON business_receipts (org_id, subject_kind, subject_id) WHERE subject_id IS NOT NULL;

CREATE TABLE household_receipts (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  file_key TEXT NOT NULL,
  content_type TEXT NOT NULL CONSTRAINT household_receipt_content_type CHECK (content_type IN ('image/jpeg', 'image/png', 'image/webp')),
  bytes INTEGER NOT NULL CONSTRAINT household_receipt_bytes CHECK (bytes BETWEEN 1 AND 8000000),
  crc32 INTEGER NOT NULL CONSTRAINT household_receipt_crc CHECK (crc32 BETWEEN 0 AND 4294967295),
  sha256 TEXT NOT NULL CONSTRAINT household_receipt_sha256 CHECK (length(sha256) = 64),
  merchant TEXT CONSTRAINT household_receipt_merchant CHECK (length(merchant) BETWEEN 1 AND 120),
  bought_on TEXT CONSTRAINT household_receipt_bought_on CHECK (length(bought_on) = 10 AND date(bought_on) IS bought_on),
  total_minor INTEGER CONSTRAINT household_receipt_total CHECK (total_minor BETWEEN 1 AND 100000000000),
  tax_minor INTEGER CONSTRAINT household_receipt_tax CHECK (tax_minor BETWEEN 0 AND total_minor),
  currency TEXT NOT NULL DEFAULT 'USD' CONSTRAINT household_receipt_currency CHECK (currency IN ('USD', 'EUR', 'GBP', 'CAD', 'AUD')),
  note TEXT CONSTRAINT household_receipt_note CHECK (length(note) BETWEEN 1 AND 500),
  subject_kind TEXT CONSTRAINT household_receipt_subject_kind CHECK (subject_kind = 'expense'),
  subject_id TEXT,
  added_on TEXT NOT NULL CONSTRAINT household_receipt_added_on CHECK (length(added_on) = 10 AND date(added_on) IS added_on),
  listed_on TEXT NOT NULL GENERATED ALWAYS AS (coalesce(bought_on, added_on)) VIRTUAL,
  added_by TEXT NOT NULL,
  confirmed_at TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (user_id, id),
  CONSTRAINT household_receipt_own CHECK (added_by = user_id),
  CONSTRAINT household_receipt_subject CHECK ((subject_kind IS NULL) = (subject_id IS NULL)),
  CONSTRAINT household_receipt_confirmed CHECK (confirmed_at IS NULL OR (merchant IS NOT NULL AND bought_on IS NOT NULL AND total_minor IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX household_receipts_picture ON household_receipts (user_id, sha256);
CREATE INDEX household_receipts_listed ON household_receipts (user_id, listed_on, id);
CREATE INDEX household_receipts_added_by ON household_receipts (user_id, added_by, listed_on, id);
CREATE INDEX household_receipts_amount ON household_receipts (user_id, bought_on, total_minor) WHERE confirmed_at IS NOT NULL;
CREATE INDEX household_receipts_unconfirmed ON household_receipts (user_id, added_by, id) WHERE confirmed_at IS NULL;
CREATE INDEX household_receipts_subject ON household_receipts (user_id, subject_kind, subject_id) WHERE subject_id IS NOT NULL;

-- Pictures count with all others against what a business may store; a household has a count of its own.
CREATE TRIGGER business_receipts_after_insert AFTER INSERT ON business_receipts
BEGIN
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'photo_bytes', NEW.bytes)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + NEW.bytes;
END;
CREATE TRIGGER business_receipts_after_delete AFTER DELETE ON business_receipts
BEGIN
  UPDATE counters SET value = max(0, value - OLD.bytes) WHERE org_id = OLD.org_id AND name = 'photo_bytes';
END;
CREATE TRIGGER household_receipts_after_insert AFTER INSERT ON household_receipts
BEGIN
  INSERT INTO household_counters (user_id, name, value) VALUES (NEW.user_id, 'receipt_bytes', NEW.bytes)
  ON CONFLICT (user_id, name) DO UPDATE SET value = value + NEW.bytes;
END;
CREATE TRIGGER household_receipts_after_delete AFTER DELETE ON household_receipts
BEGIN
  UPDATE household_counters SET value = max(0, value - OLD.bytes) WHERE user_id = OLD.user_id AND name = 'receipt_bytes';
END;

-- What a receipt is for is its owner's own.
CREATE TRIGGER business_receipts_subject_insert BEFORE INSERT ON business_receipts
WHEN NEW.subject_id IS NOT NULL AND NOT CASE NEW.subject_kind
  WHEN 'work_order' THEN EXISTS (SELECT 1 FROM work_orders w WHERE w.org_id = NEW.org_id AND w.id = NEW.subject_id)
  WHEN 'purchase_order' THEN EXISTS (SELECT 1 FROM purchase_orders p WHERE p.org_id = NEW.org_id AND p.id = NEW.subject_id)
  ELSE EXISTS (SELECT 1 FROM inventory_items i WHERE i.org_id = NEW.org_id AND i.id = NEW.subject_id) END
BEGIN SELECT RAISE(ABORT, 'receipt_subject_unknown'); END;
CREATE TRIGGER business_receipts_subject_update BEFORE UPDATE OF subject_kind, subject_id ON business_receipts
WHEN NEW.subject_id IS NOT NULL AND NOT CASE NEW.subject_kind
  WHEN 'work_order' THEN EXISTS (SELECT 1 FROM work_orders w WHERE w.org_id = NEW.org_id AND w.id = NEW.subject_id)
  WHEN 'purchase_order' THEN EXISTS (SELECT 1 FROM purchase_orders p WHERE p.org_id = NEW.org_id AND p.id = NEW.subject_id)
  ELSE EXISTS (SELECT 1 FROM inventory_items i WHERE i.org_id = NEW.org_id AND i.id = NEW.subject_id) END
BEGIN SELECT RAISE(ABORT, 'receipt_subject_unknown'); END;
CREATE TRIGGER household_receipts_subject_insert BEFORE INSERT ON household_receipts
WHEN NEW.subject_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM expenses e WHERE e.user_id = NEW.user_id AND e.id = NEW.subject_id)
BEGIN SELECT RAISE(ABORT, 'receipt_subject_unknown'); END;
CREATE TRIGGER household_receipts_subject_update BEFORE UPDATE OF subject_kind, subject_id ON household_receipts
WHEN NEW.subject_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM expenses e WHERE e.user_id = NEW.user_id AND e.id = NEW.subject_id)
BEGIN SELECT RAISE(ABORT, 'receipt_subject_unknown'); END;

-- A record that goes leaves its receipts without it.
CREATE TRIGGER work_orders_leave_receipts AFTER DELETE ON work_orders
BEGIN
  UPDATE business_receipts SET subject_kind = NULL, subject_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT r.id FROM business_receipts r INDEXED BY business_receipts_subject
    WHERE r.org_id = OLD.org_id AND r.subject_kind = 'work_order' AND r.subject_id = OLD.id);
END;
CREATE TRIGGER purchase_orders_leave_receipts AFTER DELETE ON purchase_orders
BEGIN
  UPDATE business_receipts SET subject_kind = NULL, subject_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT r.id FROM business_receipts r INDEXED BY business_receipts_subject
    WHERE r.org_id = OLD.org_id AND r.subject_kind = 'purchase_order' AND r.subject_id = OLD.id);
END;
CREATE TRIGGER inventory_items_leave_receipts AFTER DELETE ON inventory_items
BEGIN
  UPDATE business_receipts SET subject_kind = NULL, subject_id = NULL WHERE org_id = OLD.org_id AND id IN (
    SELECT r.id FROM business_receipts r INDEXED BY business_receipts_subject
    WHERE r.org_id = OLD.org_id AND r.subject_kind = 'item' AND r.subject_id = OLD.id);
END;
CREATE TRIGGER expenses_leave_receipts AFTER DELETE ON expenses
BEGIN
  UPDATE household_receipts SET subject_kind = NULL, subject_id = NULL WHERE user_id = OLD.user_id AND id IN (
    SELECT r.id FROM household_receipts r INDEXED BY household_receipts_subject
    WHERE r.user_id = OLD.user_id AND r.subject_kind = 'expense' AND r.subject_id = OLD.id);
END;
