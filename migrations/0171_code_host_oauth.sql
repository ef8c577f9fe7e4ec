-- A connection may be made with the host's own sign-in instead of a personal token. GitLab's tokens of that kind last two hours and are renewed.
ALTER TABLE code_host_connections ADD COLUMN token_kind TEXT NOT NULL DEFAULT 'personal'
  CONSTRAINT code_host_token_kind CHECK (token_kind IN ('personal', 'oauth'));
ALTER TABLE code_host_connections ADD COLUMN refresh_token TEXT CONSTRAINT code_host_refresh_sealed CHECK (refresh_token LIKE 'v1.%');
-- A refresh token is good for once: one run at a time uses it.
ALTER TABLE code_host_connections ADD COLUMN renewing_until TEXT;
