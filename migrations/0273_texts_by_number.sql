-- A reply finds the conversation in which its number was texted, also after the customer's number was corrected.
CREATE INDEX messages_texted ON messages (org_id, sent_to, created_at) WHERE channel = 'text' AND sent_to IS NOT NULL;
