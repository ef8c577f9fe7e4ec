-- How many of the things that were said on a job were confirmed and written.
ALTER TABLE voice_sessions ADD COLUMN actions INTEGER CONSTRAINT voice_session_actions CHECK (actions >= 0);
