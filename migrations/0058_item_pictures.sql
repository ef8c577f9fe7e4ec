-- What an item looks like: where its file lies, and how large it is.

ALTER TABLE inventory_items ADD COLUMN picture_key TEXT;
ALTER TABLE inventory_items ADD COLUMN picture_bytes INTEGER CONSTRAINT inventory_item_picture CHECK (
  (picture_key IS NULL) = (picture_bytes IS NULL) AND picture_bytes BETWEEN 1 AND 4000000
);
