-- How a business's last test of each outside system went, and the last failure until one succeeds.
CREATE TABLE integration_checks (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  system TEXT NOT NULL CONSTRAINT integration_check_system CHECK (length(system) BETWEEN 1 AND 40),
  ok INTEGER NOT NULL CONSTRAINT integration_check_ok CHECK (ok IN (0, 1)),
  message TEXT NOT NULL CONSTRAINT integration_check_message CHECK (length(message) BETWEEN 1 AND 500),
  checked_at TEXT NOT NULL,
  checked_by TEXT NOT NULL,
  error_message TEXT,
  error_at TEXT,
  PRIMARY KEY (org_id, system),
  CONSTRAINT integration_check_error CHECK ((error_at IS NULL) = (error_message IS NULL) AND (ok = 1) = (error_at IS NULL))
) STRICT, WITHOUT ROWID;
