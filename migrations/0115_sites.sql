-- Service sites: what is known of a service address beside the address itself. The row comes and goes with its address; the
-- customer's data stays with the customer.
CREATE TABLE sites (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  address_id TEXT NOT NULL,
  -- Short name of the site in its URL, and its row in the full-text index.
  number INTEGER NOT NULL,
  -- What lists are in the order of: city, street, unit.
  place_key TEXT NOT NULL,
  -- A service address of a customer who is not archived.
  listed INTEGER NOT NULL CONSTRAINT site_listed CHECK (listed IN (0, 1)),
  on_map INTEGER NOT NULL CONSTRAINT site_on_map CHECK (on_map IN (0, 1)),
  -- Five digits; what the area that is served is counted by.
  zip TEXT NOT NULL CONSTRAINT site_zip CHECK (length(zip) <= 5),
  occupancy TEXT NOT NULL DEFAULT 'unknown' CONSTRAINT site_occupancy CHECK (occupancy IN ('unknown', 'owner', 'rented', 'vacant')),
  -- How to get in, encrypted: gate code, key, alarm, animals, parking.
  access_secret TEXT CONSTRAINT site_access CHECK (length(access_secret) <= 12000),
  access_changed_at TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (org_id, address_id),
  FOREIGN KEY (org_id, address_id) REFERENCES addresses (org_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX sites_number ON sites (org_id, number);
CREATE INDEX sites_by_place ON sites (org_id, listed, place_key, address_id);
CREATE INDEX sites_by_occupancy ON sites (org_id, listed, occupancy, place_key, address_id);
CREATE INDEX sites_by_map ON sites (org_id, listed, on_map, place_key, address_id);
CREATE INDEX sites_by_map_and_occupancy ON sites (org_id, listed, on_map, occupancy, place_key, address_id);

-- Who is found at a site beside the customer who pays.
CREATE TABLE site_people (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  address_id TEXT NOT NULL,
  id TEXT NOT NULL,
  role TEXT NOT NULL CONSTRAINT site_person_role CHECK (role IN ('contact', 'tenant', 'landlord', 'manager')),
  name TEXT NOT NULL CONSTRAINT site_person_name CHECK (length(name) BETWEEN 1 AND 120),
  phone TEXT CONSTRAINT site_person_phone CHECK (length(phone) <= 40),
  email TEXT CONSTRAINT site_person_email CHECK (length(email) <= 254),
  -- Which part of the site is theirs: 'Apt 2', 'second floor'.
  part TEXT CONSTRAINT site_person_part CHECK (length(part) <= 80),
  notes TEXT CONSTRAINT site_person_notes CHECK (length(notes) <= 500),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, address_id, id),
  FOREIGN KEY (org_id, address_id) REFERENCES sites (org_id, address_id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;

-- Pictures of the site itself; those of a job belong to the job.
CREATE TABLE site_photos (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  address_id TEXT NOT NULL,
  id TEXT NOT NULL,
  caption TEXT CONSTRAINT site_photo_caption CHECK (length(caption) <= 120),
  file_key TEXT NOT NULL,
  content_type TEXT NOT NULL CONSTRAINT site_photo_type CHECK (content_type IN ('image/jpeg', 'image/png', 'image/webp')),
  bytes INTEGER NOT NULL CONSTRAINT site_photo_bytes CHECK (bytes BETWEEN 1 AND 8000000),
  user_id TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, address_id, id),
  FOREIGN KEY (org_id, address_id) REFERENCES sites (org_id, address_id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;

-- They count with all other pictures against what a business may store.
CREATE TRIGGER site_photos_after_insert AFTER INSERT ON site_photos
BEGIN
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'photo_bytes', NEW.bytes)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + NEW.bytes;
END;
CREATE TRIGGER site_photos_after_delete AFTER DELETE ON site_photos
BEGIN
  UPDATE counters SET value = max(0, value - OLD.bytes) WHERE org_id = OLD.org_id AND name = 'photo_bytes';
END;

-- At most so many of each a site; a race is decided here.
CREATE TRIGGER site_people_at_most BEFORE INSERT ON site_people
WHEN (SELECT count(*) FROM site_people p WHERE p.org_id = NEW.org_id AND p.address_id = NEW.address_id) >= 40
BEGIN SELECT RAISE(ABORT, 'site_people_full'); END;
CREATE TRIGGER site_photos_at_most BEFORE INSERT ON site_photos
WHEN (SELECT count(*) FROM site_photos p WHERE p.org_id = NEW.org_id AND p.address_id = NEW.address_id) >= 60
BEGIN SELECT RAISE(ABORT, 'site_photos_full'); END;

-- Full-text rows as those of customers. Access notes are not among their words.
CREATE VIRTUAL TABLE site_search USING fts5 (place, owner, contact, kind, content = '', contentless_delete = 1, prefix = '2 3');

CREATE VIEW site_search_text AS
SELECT s.org_id, s.address_id, o.key * 2147483648 + s.number AS search_row,
  concat_ws(' ', a.label, a.line1, a.line2, a.city, a.state, a.postal_code) AS place,
  concat_ws(' ', c.company_name, c.first_name, c.last_name,
    (SELECT group_concat(p.name, ' ') FROM site_people p WHERE p.org_id = s.org_id AND p.address_id = s.address_id)) AS owner,
  concat_ws(' ', replace(c.number_called, '+', ''),
    CASE WHEN c.number_called LIKE '+1%' AND length(c.number_called) = 12 THEN substr(c.number_called, 3) END,
    substr(c.number_called, -7), substr(c.number_called, -4),
    (SELECT group_concat(concat_ws(' ', replace(p.called, '+', ''), CASE WHEN p.called LIKE '+1%' THEN substr(p.called, 3) END,
        substr(p.called, -7), substr(p.called, -4)), ' ')
      FROM (SELECT org_id, address_id, substr(phone, 1, instr(phone || ';', ';') - 1) AS called FROM site_people) p
      WHERE p.org_id = s.org_id AND p.address_id = s.address_id)) AS contact,
  s.occupancy || CASE s.on_map WHEN 1 THEN ' mapped' ELSE ' unmapped' END || CASE s.listed WHEN 1 THEN ' listed' ELSE ' unlisted' END AS kind
FROM sites s
JOIN addresses a ON a.org_id = s.org_id AND a.id = s.address_id
JOIN tenant_organizations o ON o.id = s.org_id
LEFT JOIN (SELECT *, substr(phone, 1, instr(phone || ';', ';') - 1) AS number_called FROM customers) c ON c.org_id = a.org_id AND c.id = a.customer_id;

INSERT INTO sites (org_id, address_id, number, zip, place_key, listed, on_map)
SELECT a.org_id, a.id, row_number() OVER (PARTITION BY a.org_id ORDER BY a.id), substr(a.postal_code, 1, 5),
  lower(a.city || ' ' || a.line1 || ' ' || coalesce(a.line2, '')),
  coalesce((SELECT 1 - c.archived FROM customers c WHERE c.org_id = a.org_id AND c.id = a.customer_id), 1),
  a.latitude IS NOT NULL AND (a.latitude <> 0 OR a.longitude <> 0)
FROM addresses a WHERE a.type = 'service';

INSERT INTO site_search (rowid, place, owner, contact, kind)
SELECT search_row, place, owner, contact, kind FROM site_search_text;

CREATE TRIGGER sites_after_insert AFTER INSERT ON sites
BEGIN
  INSERT INTO site_search (rowid, place, owner, contact, kind)
  SELECT search_row, place, owner, contact, kind FROM site_search_text WHERE org_id = NEW.org_id AND address_id = NEW.address_id;
END;

CREATE TRIGGER sites_after_change AFTER UPDATE OF listed, on_map, occupancy, place_key ON sites
BEGIN
  REPLACE INTO site_search (rowid, place, owner, contact, kind)
  SELECT search_row, place, owner, contact, kind FROM site_search_text WHERE org_id = NEW.org_id AND address_id = NEW.address_id;
END;

CREATE TRIGGER sites_after_delete AFTER DELETE ON sites
BEGIN
  DELETE FROM site_search WHERE rowid = (SELECT o.key * 2147483648 + OLD.number FROM tenant_organizations o WHERE o.id = OLD.org_id);
END;

CREATE TRIGGER addresses_make_sites AFTER INSERT ON addresses WHEN NEW.type = 'service'
BEGIN
  INSERT INTO sites (org_id, address_id, number, zip, place_key, listed, on_map) VALUES (NEW.org_id, NEW.id,
    coalesce((SELECT max(s.number) FROM sites s WHERE s.org_id = NEW.org_id), 0) + 1, substr(NEW.postal_code, 1, 5),
    lower(NEW.city || ' ' || NEW.line1 || ' ' || coalesce(NEW.line2, '')),
    coalesce((SELECT 1 - c.archived FROM customers c WHERE c.org_id = NEW.org_id AND c.id = NEW.customer_id), 1),
    NEW.latitude IS NOT NULL AND (NEW.latitude <> 0 OR NEW.longitude <> 0));
END;

CREATE TRIGGER addresses_become_sites AFTER UPDATE OF type ON addresses
WHEN NEW.type = 'service' AND NOT EXISTS (SELECT 1 FROM sites s WHERE s.org_id = NEW.org_id AND s.address_id = NEW.id)
BEGIN
  INSERT INTO sites (org_id, address_id, number, zip, place_key, listed, on_map) VALUES (NEW.org_id, NEW.id,
    coalesce((SELECT max(s.number) FROM sites s WHERE s.org_id = NEW.org_id), 0) + 1, '', '', 0, 0);
END;

-- What no list and no search shows any more keeps what is known of it: the address may become one for service again.
CREATE TRIGGER addresses_change_sites
AFTER UPDATE OF type, customer_id, label, line1, line2, city, state, postal_code, latitude, longitude ON addresses
BEGIN
  UPDATE sites SET
    zip = substr(NEW.postal_code, 1, 5),
    place_key = lower(NEW.city || ' ' || NEW.line1 || ' ' || coalesce(NEW.line2, '')),
    listed = NEW.type = 'service'
      AND coalesce((SELECT 1 - c.archived FROM customers c WHERE c.org_id = NEW.org_id AND c.id = NEW.customer_id), 1),
    on_map = NEW.latitude IS NOT NULL AND (NEW.latitude <> 0 OR NEW.longitude <> 0)
  WHERE org_id = NEW.org_id AND address_id = NEW.id;
END;

CREATE TRIGGER customers_change_sites
AFTER UPDATE OF first_name, last_name, company_name, phone, archived ON customers
BEGIN
  UPDATE sites SET listed = 1 - NEW.archived WHERE org_id = NEW.org_id AND address_id IN (
    SELECT a.id FROM addresses a INDEXED BY addresses_customer
    WHERE a.org_id = NEW.org_id AND a.customer_id = NEW.id AND a.type = 'service');
END;

CREATE TRIGGER site_people_after_insert AFTER INSERT ON site_people
BEGIN
  REPLACE INTO site_search (rowid, place, owner, contact, kind)
  SELECT search_row, place, owner, contact, kind FROM site_search_text WHERE org_id = NEW.org_id AND address_id = NEW.address_id;
END;
CREATE TRIGGER site_people_after_change AFTER UPDATE OF name, phone ON site_people
BEGIN
  REPLACE INTO site_search (rowid, place, owner, contact, kind)
  SELECT search_row, place, owner, contact, kind FROM site_search_text WHERE org_id = NEW.org_id AND address_id = NEW.address_id;
END;
CREATE TRIGGER site_people_after_delete AFTER DELETE ON site_people
BEGIN
  REPLACE INTO site_search (rowid, place, owner, contact, kind)
  SELECT search_row, place, owner, contact, kind FROM site_search_text WHERE org_id = OLD.org_id AND address_id = OLD.address_id;
END;

-- The next visits of a site.
CREATE INDEX work_orders_site_next ON work_orders (org_id, site_address_id, scheduled_start)
WHERE status IN ('scheduled', 'dispatched', 'en_route', 'in_progress');
