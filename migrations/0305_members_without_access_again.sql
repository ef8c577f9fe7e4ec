-- As in 0302, once no earlier release can deliver the messages: it would copy these members without their access.
INSERT INTO identity_outbox (id, org_id, topic, payload, created_at, due_at)
SELECT lower(hex(randomblob(16))), org_id, 'tenant_copy', json_object('kind', 'member', 'orgId', org_id, 'userId', user_id),
  strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 hour')
FROM members WHERE status = 'disabled';
