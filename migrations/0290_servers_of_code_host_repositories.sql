-- Ids of projects and issues are those of one server: on another GitLab, the same ones are of something else.
ALTER TABLE code_host_repositories ADD COLUMN base_url TEXT;
UPDATE code_host_repositories SET base_url = (
  SELECT n.base_url FROM code_host_connections n
  WHERE n.org_id = code_host_repositories.org_id AND n.host = code_host_repositories.host);
