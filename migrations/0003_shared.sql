-- What belongs to nobody and lies on either side.

-- `INSERT INTO batch_assertions SELECT 'reason', changes()` right behind a conditional UPDATE undoes the whole batch
-- when the update met no row. Nothing is stored.
CREATE VIEW batch_assertions AS SELECT '' AS reason, 0 AS met;

CREATE TRIGGER batch_assertion_holds INSTEAD OF INSERT ON batch_assertions WHEN NEW.met <> 1
BEGIN
  SELECT RAISE(ABORT, 'assertion ' || NEW.reason);
END;

-- One row a ZIP code, loaded from drizzle/seed/places; the point is the middle of its area.
CREATE TABLE places (
  id INTEGER PRIMARY KEY,
  postal_code TEXT NOT NULL UNIQUE CONSTRAINT place_postal_code CHECK (length(postal_code) = 5),
  city TEXT NOT NULL,
  state TEXT NOT NULL CONSTRAINT place_state CHECK (length(state) = 2),
  latitude REAL NOT NULL CONSTRAINT place_latitude CHECK (latitude BETWEEN -90 AND 90),
  longitude REAL NOT NULL CONSTRAINT place_longitude CHECK (longitude BETWEEN -180 AND 180)
) STRICT;
CREATE INDEX places_city ON places (state, city, postal_code);

CREATE VIRTUAL TABLE place_search USING fts5 (words, content = '', contentless_delete = 1, prefix = '2 3');

CREATE TABLE geocodes (
  -- The question, in lower case and single spaces.
  question TEXT NOT NULL PRIMARY KEY,
  answer TEXT NOT NULL CONSTRAINT geocode_answer_json CHECK (json_valid(answer)),
  found_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Minutes by road between two points, as a provider measured them; points are rounded to some ten metres.
CREATE TABLE drive_times (
  from_point TEXT NOT NULL,
  to_point TEXT NOT NULL,
  minutes INTEGER NOT NULL CONSTRAINT drive_time_minutes CHECK (minutes >= 0),
  measured_at TEXT NOT NULL,
  PRIMARY KEY (from_point, to_point)
) STRICT, WITHOUT ROWID;

CREATE TABLE mailbox (
  id TEXT PRIMARY KEY,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  sent_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mailbox_sent ON mailbox (sent_at);
