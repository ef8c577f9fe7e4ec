-- Counting what lies at a location and its bins. A line keeps what was on hand when it was counted; posting moves the difference,
-- so that what moved since then is not counted away.
CREATE TABLE stock_counts (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  location_id TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'open' CONSTRAINT stock_count_status CHECK (status IN ('open', 'posted', 'canceled')),
  -- Whoever counts does not see what should be there.
  blind INTEGER NOT NULL DEFAULT 0 CONSTRAINT stock_count_blind CHECK (blind IN (0, 1)),
  note TEXT CONSTRAINT stock_count_note CHECK (length(note) BETWEEN 1 AND 1000),
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  closed_by TEXT,
  closed_at TEXT,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, location_id) REFERENCES inventory_locations (org_id, id),
  CONSTRAINT stock_count_closed CHECK ((status = 'open') = (closed_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX stock_counts_by_time ON stock_counts (org_id, created_at, id);
CREATE UNIQUE INDEX stock_counts_open ON stock_counts (org_id, location_id) WHERE status = 'open';

CREATE TABLE stock_count_lines (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  count_id TEXT NOT NULL,
  -- The order of the sheet.
  position INTEGER NOT NULL,
  item_id TEXT NOT NULL,
  location_id TEXT NOT NULL,
  counted_milli INTEGER CONSTRAINT stock_count_line_counted CHECK (counted_milli BETWEEN 0 AND 1000000000),
  -- What was on hand at the moment of counting.
  on_hand_milli INTEGER,
  counted_by TEXT,
  counted_at TEXT,
  posted_at TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, count_id) REFERENCES stock_counts (org_id, id),
  FOREIGN KEY (org_id, item_id) REFERENCES inventory_items (org_id, id),
  FOREIGN KEY (org_id, location_id) REFERENCES inventory_locations (org_id, id),
  CONSTRAINT stock_count_line_whole CHECK (
    (counted_milli IS NULL) = (counted_at IS NULL) AND (counted_milli IS NULL) = (on_hand_milli IS NULL)
  ),
  CONSTRAINT stock_count_line_posted_counted CHECK (posted_at IS NULL OR counted_milli IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX stock_count_lines_sheet ON stock_count_lines (org_id, count_id, position);
CREATE UNIQUE INDEX stock_count_lines_once ON stock_count_lines (org_id, count_id, item_id, location_id);
CREATE INDEX stock_count_lines_counted ON stock_count_lines (org_id, item_id, location_id, counted_at) WHERE posted_at IS NOT NULL;

-- A location is counted with its bins: neither twice at the same time.
CREATE TRIGGER stock_counts_apart BEFORE INSERT ON stock_counts WHEN NEW.status = 'open'
BEGIN
  SELECT RAISE(ABORT, 'stock_count_overlaps') WHERE EXISTS (
    SELECT 1 FROM stock_counts c JOIN inventory_locations l ON l.org_id = c.org_id AND l.id = c.location_id
    JOIN inventory_locations n ON n.org_id = NEW.org_id AND n.id = NEW.location_id
    WHERE c.org_id = NEW.org_id AND c.status = 'open' AND (l.parent_id = n.id OR n.parent_id = l.id)
  );
END;
CREATE TRIGGER stock_counts_end BEFORE UPDATE ON stock_counts
BEGIN
  SELECT RAISE(ABORT, 'stock_count_over') WHERE OLD.status <> 'open';
  SELECT RAISE(ABORT, 'stock_count_fixed') WHERE NEW.location_id <> OLD.location_id;
  SELECT RAISE(ABORT, 'stock_count_not_posted') WHERE NEW.status = 'posted' AND EXISTS (
    SELECT 1 FROM stock_count_lines WHERE org_id = NEW.org_id AND count_id = NEW.id AND counted_milli IS NOT NULL AND posted_at IS NULL
  );
  SELECT RAISE(ABORT, 'stock_count_partly_posted') WHERE NEW.status = 'canceled' AND EXISTS (
    SELECT 1 FROM stock_count_lines WHERE org_id = NEW.org_id AND count_id = NEW.id AND posted_at IS NOT NULL
  );
END;
CREATE TRIGGER stock_count_lines_add BEFORE INSERT ON stock_count_lines
BEGIN
  SELECT RAISE(ABORT, 'stock_count_over')
  WHERE EXISTS (SELECT 1 FROM stock_counts WHERE org_id = NEW.org_id AND id = NEW.count_id AND status <> 'open');
  SELECT RAISE(ABORT, 'stock_count_line_elsewhere') WHERE NOT EXISTS (
    SELECT 1 FROM stock_counts c JOIN inventory_locations l ON l.org_id = c.org_id AND l.id = NEW.location_id
    WHERE c.org_id = NEW.org_id AND c.id = NEW.count_id AND (l.id = c.location_id OR l.parent_id = c.location_id)
  );
END;
CREATE TRIGGER stock_count_lines_change BEFORE UPDATE ON stock_count_lines
BEGIN
  SELECT RAISE(ABORT, 'stock_count_line_posted') WHERE OLD.posted_at IS NOT NULL;
  SELECT RAISE(ABORT, 'stock_count_over')
  WHERE EXISTS (SELECT 1 FROM stock_counts WHERE org_id = NEW.org_id AND id = NEW.count_id AND status <> 'open');
  SELECT RAISE(ABORT, 'stock_count_line_fixed')
  WHERE NEW.item_id <> OLD.item_id OR NEW.location_id <> OLD.location_id OR NEW.count_id <> OLD.count_id;
END;
