-- Technicians who agreed that the office sees where they are while they work. Taken back, the row goes, and the place with it.
CREATE TABLE technician_place_consents (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  technician_id TEXT NOT NULL,
  given_at TEXT NOT NULL,
  PRIMARY KEY (org_id, technician_id),
  FOREIGN KEY (org_id, technician_id) REFERENCES technicians (org_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;

-- The last place of each of them and no other. It is shown until an hour is over or the shift is, then purged.
CREATE TABLE technician_places (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  technician_id TEXT NOT NULL,
  latitude REAL NOT NULL CONSTRAINT technician_place_latitude CHECK (latitude BETWEEN -90 AND 90),
  longitude REAL NOT NULL CONSTRAINT technician_place_longitude CHECK (longitude BETWEEN -180 AND 180),
  accuracy_m INTEGER NOT NULL CONSTRAINT technician_place_accuracy CHECK (accuracy_m BETWEEN 0 AND 100000),
  at TEXT NOT NULL,
  shown_until TEXT NOT NULL,
  PRIMARY KEY (org_id, technician_id),
  FOREIGN KEY (org_id, technician_id) REFERENCES technician_place_consents (org_id, technician_id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT technician_place_shown CHECK (shown_until > at),
  CONSTRAINT technician_place_not_zero CHECK (latitude <> 0 OR longitude <> 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX technician_places_shown ON technician_places (shown_until);

-- Nothing is kept of who has not agreed.
CREATE TRIGGER technician_places_need_consent BEFORE INSERT ON technician_places
WHEN NOT EXISTS (SELECT 1 FROM technician_place_consents c WHERE c.org_id = NEW.org_id AND c.technician_id = NEW.technician_id)
BEGIN SELECT RAISE(ABORT, 'place_without_consent'); END;
