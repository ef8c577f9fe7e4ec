-- Whether a member may sign in to the business, so that a dispatcher sees whose phone a job will not reach.
ALTER TABLE tenant_members ADD COLUMN has_access INTEGER NOT NULL DEFAULT 1
  CONSTRAINT tenant_member_has_access CHECK (has_access IN (0, 1));

-- The copies of members whose access was turned off before.
INSERT INTO identity_outbox (id, org_id, topic, payload, created_at, due_at)
SELECT lower(hex(randomblob(16))), org_id, 'tenant_copy', json_object('kind', 'member', 'orgId', org_id, 'userId', user_id),
  strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
FROM members WHERE status = 'disabled';
