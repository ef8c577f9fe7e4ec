-- Messages to those who run the product, from visitors and from whoever is signed in, and what they are answered.
CREATE TABLE support_conversations (
  id TEXT PRIMARY KEY,
  -- Null: a visitor, or an account that is gone.
  sender_id TEXT REFERENCES users (id),
  sender_name TEXT NOT NULL CONSTRAINT support_name CHECK (length(sender_name) BETWEEN 1 AND 200),
  sender_email TEXT NOT NULL CONSTRAINT support_email CHECK (length(sender_email) <= 254),
  subject TEXT NOT NULL CONSTRAINT support_subject CHECK (length(subject) BETWEEN 1 AND 120),
  state TEXT NOT NULL DEFAULT 'open' CONSTRAINT support_state CHECK (state IN ('open', 'answered', 'closed')),
  -- Where it was written: page, business, roles, browser, what the assistant was asked.
  context TEXT NOT NULL CONSTRAINT support_context CHECK (json_valid(context)),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX support_conversations_state ON support_conversations (state, updated_at, id);
CREATE INDEX support_conversations_sender ON support_conversations (sender_id, updated_at, id) WHERE sender_id IS NOT NULL;

CREATE TABLE support_messages (
  conversation_id TEXT NOT NULL REFERENCES support_conversations (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  author TEXT NOT NULL CONSTRAINT support_author CHECK (author IN ('sender', 'support')),
  author_name TEXT NOT NULL,
  body TEXT NOT NULL CONSTRAINT support_body CHECK (length(body) BETWEEN 1 AND 4000),
  created_at TEXT NOT NULL,
  PRIMARY KEY (conversation_id, id)
) STRICT, WITHOUT ROWID;
