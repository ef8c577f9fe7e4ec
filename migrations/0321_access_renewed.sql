-- When the household last signed in to a connection again: a bank's webhook about the access before that may arrive later.
ALTER TABLE bank_items ADD COLUMN access_renewed_at TEXT;
