-- Pictures that came with a customer's text. The text host tells where each is kept; a queue fetches it, and what is a picture is
-- kept in the file store.
CREATE TABLE message_pictures (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  message_id TEXT NOT NULL,
  position INTEGER NOT NULL CONSTRAINT message_picture_position CHECK (position BETWEEN 0 AND 9),
  id TEXT NOT NULL,
  -- `refused`: not a picture that can be shown. `failed`: not fetched, or no room for it; it may be tried again.
  state TEXT NOT NULL CONSTRAINT message_picture_state CHECK (state IN ('waiting', 'stored', 'refused', 'failed')),
  problem TEXT CONSTRAINT message_picture_problem CHECK (length(problem) BETWEEN 1 AND 300),
  -- Where the text host keeps it, until it is deleted there.
  source_url TEXT CONSTRAINT message_picture_source CHECK (length(source_url) <= 1000),
  file_key TEXT,
  content_type TEXT CONSTRAINT message_picture_type CHECK (content_type IN ('image/jpeg', 'image/png', 'image/webp')),
  bytes INTEGER CONSTRAINT message_picture_bytes CHECK (bytes BETWEEN 1 AND 8000000),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (org_id, message_id, position),
  FOREIGN KEY (org_id, message_id) REFERENCES messages (org_id, id) ON DELETE CASCADE,
  CONSTRAINT message_picture_stored CHECK ((state = 'stored') = (file_key IS NOT NULL) AND (state = 'stored') = (content_type IS NOT NULL)
    AND (state = 'stored') = (bytes IS NOT NULL)),
  CONSTRAINT message_picture_told CHECK ((state IN ('refused', 'failed')) = (problem IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX message_pictures_id ON message_pictures (org_id, id);

-- What is stored, or is no picture, stays so.
CREATE TRIGGER message_pictures_settled BEFORE UPDATE ON message_pictures
WHEN OLD.org_id <> NEW.org_id OR OLD.message_id <> NEW.message_id OR OLD.id <> NEW.id
  OR (OLD.state IN ('stored', 'refused') AND (NEW.state <> OLD.state OR NEW.file_key IS NOT OLD.file_key))
BEGIN
  SELECT RAISE(ABORT, 'message_picture_settled');
END;
-- They count with all other pictures against what a business may store.
CREATE TRIGGER message_pictures_after_store AFTER UPDATE OF state ON message_pictures WHEN NEW.state = 'stored' AND OLD.state <> 'stored'
BEGIN
  INSERT INTO counters (org_id, name, value) VALUES (NEW.org_id, 'photo_bytes', NEW.bytes)
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + NEW.bytes;
END;
CREATE TRIGGER message_pictures_after_delete AFTER DELETE ON message_pictures WHEN OLD.state = 'stored'
BEGIN
  UPDATE counters SET value = max(0, value - OLD.bytes) WHERE org_id = OLD.org_id AND name = 'photo_bytes';
END;
