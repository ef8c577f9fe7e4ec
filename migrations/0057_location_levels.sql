-- How much of an item a location is to have, which is what a truck is loaded by.

CREATE TABLE location_levels (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  location_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  min_milli INTEGER NOT NULL CONSTRAINT location_level_min CHECK (min_milli >= 0),
  max_milli INTEGER NOT NULL CONSTRAINT location_level_max CHECK (max_milli <= 1000000000),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, location_id, item_id),
  FOREIGN KEY (org_id, location_id) REFERENCES inventory_locations (org_id, id),
  FOREIGN KEY (org_id, item_id) REFERENCES inventory_items (org_id, id),
  CONSTRAINT location_level_max_over_min CHECK (max_milli >= min_milli)
) STRICT, WITHOUT ROWID;
CREATE INDEX location_levels_item ON location_levels (org_id, item_id);

CREATE TRIGGER location_levels_active BEFORE INSERT ON location_levels
BEGIN
  SELECT RAISE(ABORT, 'level_of_inactive')
  WHERE EXISTS (SELECT 1 FROM inventory_items WHERE org_id = NEW.org_id AND id = NEW.item_id AND active = 0)
    OR EXISTS (SELECT 1 FROM inventory_locations WHERE org_id = NEW.org_id AND id = NEW.location_id AND active = 0);
END;
-- What is to be there has a balance, if of nothing, so that the stock of a location is one walk over its balances.
CREATE TRIGGER location_levels_balance AFTER INSERT ON location_levels
BEGIN
  INSERT OR IGNORE INTO stock_balances (org_id, item_id, location_id) VALUES (NEW.org_id, NEW.item_id, NEW.location_id);
END;
