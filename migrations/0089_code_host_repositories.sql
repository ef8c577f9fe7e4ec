-- The repositories of a code host that a business works with.

CREATE TABLE code_host_repositories (
  org_id TEXT NOT NULL,
  host TEXT NOT NULL,
  -- The host's own id, which outlives a new name.
  id TEXT NOT NULL CONSTRAINT code_host_repository_id CHECK (length(id) BETWEEN 1 AND 100),
  full_name TEXT NOT NULL CONSTRAINT code_host_repository_name CHECK (length(full_name) BETWEEN 1 AND 500),
  url TEXT NOT NULL,
  is_private INTEGER NOT NULL CONSTRAINT code_host_repository_private CHECK (is_private IN (0, 1)),
  -- Of the token at the time: whether it may change issues, and add webhooks.
  can_write INTEGER NOT NULL CONSTRAINT code_host_repository_write CHECK (can_write IN (0, 1)),
  can_admin INTEGER NOT NULL CONSTRAINT code_host_repository_admin CHECK (can_admin IN (0, 1)),
  -- removed: no longer chosen. What came from it stays known.
  status TEXT NOT NULL CONSTRAINT code_host_repository_status CHECK (status IN ('chosen', 'removed')),
  chosen_at TEXT NOT NULL,
  chosen_by TEXT NOT NULL,
  PRIMARY KEY (org_id, host, id),
  FOREIGN KEY (org_id, host) REFERENCES code_host_connections (org_id, host)
) STRICT, WITHOUT ROWID;

-- Far more than a trade business has; it bounds what one screen shows and one sweep asks for.
CREATE TRIGGER code_host_repositories_at_most BEFORE INSERT ON code_host_repositories
WHEN (SELECT count(*) FROM code_host_repositories r WHERE r.org_id = NEW.org_id AND r.host = NEW.host AND r.status = 'chosen' AND r.id <> NEW.id) >= 100
BEGIN
  SELECT RAISE(ABORT, 'code_host_repositories_full');
END;
