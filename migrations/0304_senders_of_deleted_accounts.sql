-- Messages to support remain when their sender's account is deleted, without the name.
UPDATE support_messages SET author_name = 'Former user'
WHERE author = 'sender' AND conversation_id IN (
  SELECT c.id FROM support_conversations c WHERE c.sender_id IS NULL AND substr(c.sender_email, -16) = '@deleted.invalid');
