-- What a customer sees of a visit behind a link, without an account, and what they thought of it.
CREATE TABLE visit_links (
  org_id TEXT NOT NULL,
  id TEXT NOT NULL,
  work_order_id TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  revoked_at TEXT,
  first_viewed_at TEXT,
  last_viewed_at TEXT,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX visit_links_work_order ON visit_links (org_id, work_order_id, created_at);

CREATE TABLE visit_ratings (
  org_id TEXT NOT NULL,
  work_order_id TEXT NOT NULL,
  -- Who led the work when it was rated.
  technician_id TEXT,
  stars INTEGER NOT NULL CONSTRAINT visit_stars CHECK (stars BETWEEN 1 AND 5),
  comment TEXT CONSTRAINT visit_comment CHECK (length(comment) BETWEEN 1 AND 1000),
  rated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, work_order_id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, technician_id) REFERENCES technicians (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX visit_ratings_technician ON visit_ratings (org_id, technician_id, rated_at);

-- Pictures that the customer may see; the pictures themselves are evidence and do not change.
CREATE TABLE visit_photos (
  org_id TEXT NOT NULL,
  work_order_id TEXT NOT NULL,
  photo_id TEXT NOT NULL,
  shown_at TEXT NOT NULL,
  PRIMARY KEY (org_id, work_order_id, photo_id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
