-- Which of two texts that were changed on both sides an Admin chose. Until then one of them stands on both sides.
ALTER TABLE code_host_conflicts ADD COLUMN resolved_at TEXT;
ALTER TABLE code_host_conflicts ADD COLUMN resolved_by TEXT;
ALTER TABLE code_host_conflicts ADD COLUMN resolution TEXT
  CONSTRAINT code_host_conflict_resolution CHECK ((resolution IS NULL) = (resolved_at IS NULL) AND resolution IN ('ours', 'theirs'));
DROP INDEX code_host_conflicts_newest;
CREATE INDEX code_host_conflicts_open ON code_host_conflicts (org_id, host, id) WHERE resolved_at IS NULL;
