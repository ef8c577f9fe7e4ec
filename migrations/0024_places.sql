-- Where the ZIP codes of the United States are, for addresses without a provider; and what a provider answered before.

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
