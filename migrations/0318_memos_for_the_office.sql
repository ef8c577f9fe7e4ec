-- A memo on a job whose speaker was taken off it: nothing of it is applied, and the office reviews its recording.
ALTER TABLE voice_sessions ADD COLUMN handed_over_at TEXT;
ALTER TABLE voice_sessions ADD COLUMN reviewed_at TEXT;
ALTER TABLE voice_sessions ADD COLUMN reviewed_by TEXT;
CREATE INDEX voice_sessions_to_review ON voice_sessions (org_id, id) WHERE handed_over_at IS NOT NULL AND reviewed_at IS NULL;
