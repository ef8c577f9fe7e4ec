-- Where the bank sends a connection's webhooks: another address of the product has to be told to it.
ALTER TABLE bank_items ADD COLUMN webhook_url TEXT CONSTRAINT bank_item_webhook_url CHECK (length(webhook_url) <= 500);
