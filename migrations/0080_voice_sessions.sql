-- Sessions in which somebody speaks of work. What was heard lies in a Durable Object of each; here stands whose a session is and
-- how it ended, so that what it writes and its end are decided in one place.
CREATE TABLE voice_sessions (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  session_type TEXT NOT NULL CONSTRAINT voice_session_type CHECK (session_type IN ('work_order_creation', 'job_commands')),
  -- The job that is spoken of on it.
  work_order_id TEXT,
  -- While it is open, its object knows more.
  state TEXT NOT NULL DEFAULT 'open' CONSTRAINT voice_session_state CHECK (state IN ('open', 'confirmed', 'discarded', 'expired')),
  -- When it was said: days are meant from then.
  spoken_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  ended_at TEXT,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id) ON DELETE CASCADE,
  CONSTRAINT voice_session_ended CHECK ((state = 'open') = (ended_at IS NULL)),
  CONSTRAINT voice_session_of_job CHECK ((session_type = 'job_commands') = (work_order_id IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX voice_sessions_open ON voice_sessions (org_id, user_id, id) WHERE state = 'open';
CREATE INDEX voice_sessions_job ON voice_sessions (org_id, work_order_id) WHERE work_order_id IS NOT NULL;
CREATE INDEX voice_sessions_unconfirmed ON voice_sessions (expires_at) WHERE state <> 'confirmed';

CREATE TRIGGER voice_sessions_end_once BEFORE UPDATE OF state ON voice_sessions WHEN OLD.state <> 'open'
BEGIN SELECT RAISE(ABORT, 'voice_session_over'); END;

-- The work order that each draft of a session became: one, however often it is confirmed.
CREATE TABLE voice_session_work_orders (
  org_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  work_order_id TEXT NOT NULL,
  PRIMARY KEY (org_id, session_id, position),
  FOREIGN KEY (org_id, session_id) REFERENCES voice_sessions (org_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;
CREATE INDEX voice_session_work_orders_job ON voice_session_work_orders (org_id, work_order_id);

CREATE TRIGGER voice_session_work_orders_open BEFORE INSERT ON voice_session_work_orders
WHEN NOT EXISTS (SELECT 1 FROM voice_sessions s WHERE s.org_id = NEW.org_id AND s.id = NEW.session_id AND s.state = 'open')
BEGIN SELECT RAISE(ABORT, 'voice_session_over'); END;

-- What was said for a job, with the audio where there is any.
CREATE TABLE work_order_recordings (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  work_order_id TEXT NOT NULL,
  -- Of the session in which it was said.
  id TEXT NOT NULL,
  transcript TEXT NOT NULL CONSTRAINT recording_transcript CHECK (length(transcript) BETWEEN 1 AND 20000),
  language TEXT NOT NULL CONSTRAINT recording_language CHECK (language IN ('en', 'es')),
  -- Whose words they are: typed, or what the browser or a model heard.
  source TEXT NOT NULL CONSTRAINT recording_source CHECK (source IN ('typed', 'browser', 'model')),
  file_key TEXT,
  content_type TEXT CONSTRAINT recording_content_type CHECK (content_type IN ('audio/webm', 'audio/mp4', 'audio/ogg', 'audio/mpeg', 'audio/wav')),
  bytes INTEGER CONSTRAINT recording_bytes CHECK (bytes BETWEEN 1 AND 25000000),
  duration_ms INTEGER CONSTRAINT recording_duration CHECK (duration_ms BETWEEN 0 AND 600000),
  user_id TEXT,
  spoken_at TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  PRIMARY KEY (org_id, work_order_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT recording_file CHECK ((file_key IS NULL) = (content_type IS NULL) AND (file_key IS NULL) = (bytes IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TRIGGER recordings_stay BEFORE UPDATE ON work_order_recordings BEGIN SELECT RAISE(ABORT, 'evidence_append_only'); END;
