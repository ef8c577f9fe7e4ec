-- What happened to an account after its owner left a business does not concern that business.
UPDATE security_events SET org_id = NULL
WHERE org_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM members m WHERE m.org_id = security_events.org_id AND m.user_id = security_events.user_id AND m.left_at < security_events.at);
