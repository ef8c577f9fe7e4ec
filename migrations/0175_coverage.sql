-- The county of each ZIP code, loaded with the places.
ALTER TABLE places ADD COLUMN county_fips TEXT;
ALTER TABLE places ADD COLUMN county TEXT;

-- How many sites are served where, over all businesses: counts by ZIP code, county and state, and nothing else. `parent` is the
-- county of a ZIP code and the state of a county.
CREATE TABLE coverage (
  kind TEXT NOT NULL CONSTRAINT coverage_kind CHECK (kind IN ('state', 'county', 'zip')),
  code TEXT NOT NULL,
  parent TEXT NOT NULL,
  name TEXT NOT NULL,
  sites INTEGER NOT NULL CONSTRAINT coverage_sites CHECK (sites >= 0),
  PRIMARY KEY (kind, code)
) STRICT, WITHOUT ROWID;
CREATE INDEX coverage_parent ON coverage (kind, parent, sites, code);

-- A business's own, by ZIP code.
CREATE TABLE site_zips (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  zip TEXT NOT NULL,
  sites INTEGER NOT NULL CONSTRAINT site_zip_count CHECK (sites >= 0),
  PRIMARY KEY (org_id, zip)
) STRICT, WITHOUT ROWID;
CREATE INDEX site_zips_by_count ON site_zips (org_id, sites, zip);

CREATE VIEW coverage_of_zip AS
SELECT p.postal_code AS zip, 'zip' AS kind, p.postal_code AS code, coalesce(p.county_fips, p.state) AS parent, p.postal_code AS name FROM places p
UNION ALL
SELECT p.postal_code, 'county', p.county_fips, p.state, p.county FROM places p WHERE p.county_fips IS NOT NULL AND p.county IS NOT NULL
UNION ALL
SELECT p.postal_code, 'state', p.state, '', p.state FROM places p;

INSERT INTO site_zips (org_id, zip, sites) SELECT org_id, zip, count(*) FROM sites WHERE listed = 1 AND zip <> '' GROUP BY org_id, zip;
INSERT INTO coverage (kind, code, parent, name, sites)
SELECT c.kind, c.code, min(c.parent), min(c.name), count(*) FROM sites s JOIN coverage_of_zip c ON c.zip = s.zip WHERE s.listed = 1 GROUP BY c.kind, c.code;

CREATE TRIGGER sites_cover AFTER INSERT ON sites WHEN NEW.listed = 1 AND NEW.zip <> ''
BEGIN
  INSERT INTO site_zips (org_id, zip, sites) VALUES (NEW.org_id, NEW.zip, 1) ON CONFLICT (org_id, zip) DO UPDATE SET sites = sites + 1;
  INSERT INTO coverage (kind, code, parent, name, sites)
  SELECT kind, code, parent, name, 1 FROM coverage_of_zip WHERE zip = NEW.zip
  ON CONFLICT (kind, code) DO UPDATE SET sites = sites + 1;
END;
CREATE TRIGGER sites_cover_no_more AFTER DELETE ON sites WHEN OLD.listed = 1 AND OLD.zip <> ''
BEGIN
  UPDATE site_zips SET sites = max(0, sites - 1) WHERE org_id = OLD.org_id AND zip = OLD.zip;
  UPDATE coverage SET sites = max(0, sites - 1) WHERE (kind, code) IN (SELECT kind, code FROM coverage_of_zip WHERE zip = OLD.zip);
END;
CREATE TRIGGER sites_cover_elsewhere AFTER UPDATE OF listed, zip ON sites WHEN OLD.listed <> NEW.listed OR OLD.zip <> NEW.zip
BEGIN
  UPDATE site_zips SET sites = max(0, sites - 1) WHERE OLD.listed = 1 AND org_id = OLD.org_id AND zip = OLD.zip;
  UPDATE coverage SET sites = max(0, sites - 1)
  WHERE OLD.listed = 1 AND (kind, code) IN (SELECT kind, code FROM coverage_of_zip WHERE zip = OLD.zip);
  INSERT INTO site_zips (org_id, zip, sites) SELECT NEW.org_id, NEW.zip, 1 WHERE NEW.listed = 1 AND NEW.zip <> ''
  ON CONFLICT (org_id, zip) DO UPDATE SET sites = sites + 1;
  INSERT INTO coverage (kind, code, parent, name, sites)
  SELECT kind, code, parent, name, 1 FROM coverage_of_zip WHERE zip = NEW.zip AND NEW.listed = 1
  ON CONFLICT (kind, code) DO UPDATE SET sites = sites + 1;
END;
