-- The household whose bank a message is about, so that an Admin's list of failed deliveries is read by tenant.
ALTER TABLE outbox ADD COLUMN user_id TEXT;

UPDATE outbox SET user_id = json_extract(payload, '$.userId') WHERE topic = 'bank';

CREATE INDEX outbox_failed_household ON outbox (user_id) WHERE failed_at IS NOT NULL AND user_id IS NOT NULL;

CREATE INDEX outbox_failed_business ON outbox (org_id) WHERE failed_at IS NOT NULL AND org_id IS NOT NULL;
