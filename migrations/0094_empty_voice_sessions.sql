-- When the first words or the first piece of a recording came: a session in which nothing was ever said waits for nobody.
ALTER TABLE voice_sessions ADD COLUMN sent_at TEXT;

UPDATE voice_sessions SET sent_at = created_at;
