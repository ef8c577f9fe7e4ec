-- The words that each field of a work order, or each entry on a job, came from, with the moment of the recording: a JSON list.
ALTER TABLE work_order_recordings ADD COLUMN heard TEXT NOT NULL DEFAULT '[]' CONSTRAINT recording_heard CHECK (json_valid(heard));
