-- What somebody made of two texts that were changed on both sides: the one that stands was kept, or the other put in its place.
ALTER TABLE code_host_conflicts ADD COLUMN settled_at TEXT;
ALTER TABLE code_host_conflicts ADD COLUMN settled_by TEXT;
ALTER TABLE code_host_conflicts ADD COLUMN kept TEXT
  CONSTRAINT code_host_conflict_kept CHECK (kept IN ('ours', 'theirs') AND (settled_at IS NULL) = (kept IS NULL) OR kept IS NULL AND settled_at IS NULL);
DROP INDEX code_host_conflicts_newest;
CREATE INDEX code_host_conflicts_open ON code_host_conflicts (org_id, host, id) WHERE settled_at IS NULL;
