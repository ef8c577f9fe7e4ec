-- When the person behind a session showed once more who they are; signing in counts until then.
ALTER TABLE sessions ADD COLUMN proven_at TEXT;
