-- Calendars that other programs subscribe to behind a secret address. A feed shows what its member may see and is deleted to end it.
CREATE TABLE calendar_feeds (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT calendar_feed_kind CHECK (kind IN ('technician', 'business', 'maintenance')),
  technician_id TEXT,
  token_hash TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_read_at TEXT,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, user_id) REFERENCES tenant_members (org_id, user_id),
  FOREIGN KEY (org_id, technician_id) REFERENCES technicians (org_id, id),
  CONSTRAINT calendar_feed_technician CHECK ((technician_id IS NOT NULL) = (kind = 'technician'))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX calendar_feeds_token ON calendar_feeds (token_hash);
-- One of each for a member, whichever window asks first.
CREATE UNIQUE INDEX calendar_feeds_own ON calendar_feeds (org_id, user_id, kind) WHERE technician_id IS NULL;
CREATE UNIQUE INDEX calendar_feeds_technician ON calendar_feeds (org_id, user_id, technician_id) WHERE technician_id IS NOT NULL;
