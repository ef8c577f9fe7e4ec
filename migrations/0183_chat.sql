-- Conversations with the assistant. Each is one person's alone, about a business or about the own household.
CREATE TABLE chat_conversations (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  -- Null: about the household. A business that goes takes what was said about it along.
  business_id TEXT REFERENCES tenant_organizations (id) ON DELETE CASCADE,
  title TEXT NOT NULL CONSTRAINT chat_title CHECK (length(title) BETWEEN 1 AND 100),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_conversations_latest ON chat_conversations (user_id, business_id, updated_at, id);
CREATE INDEX chat_conversations_business ON chat_conversations (business_id);
CREATE INDEX chat_conversations_idle ON chat_conversations (updated_at);

CREATE TABLE chat_messages (
  user_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  id TEXT NOT NULL,
  author TEXT NOT NULL CONSTRAINT chat_author CHECK (author IN ('person', 'assistant')),
  text TEXT NOT NULL CONSTRAINT chat_text CHECK (length(text) <= 20000),
  -- What an answer found and what went wrong on the way.
  findings TEXT CONSTRAINT chat_findings CHECK (findings IS NULL OR json_valid(findings)),
  notices TEXT CONSTRAINT chat_notices CHECK (notices IS NULL OR json_valid(notices)),
  -- The language model that wrote it; null where none did.
  model TEXT,
  -- The question of an answer: each has one.
  question_id TEXT,
  -- What the assistant would write, and what became of it.
  proposal TEXT CONSTRAINT chat_proposal CHECK (proposal IS NULL OR json_valid(proposal)),
  proposal_state TEXT CONSTRAINT chat_proposal_state CHECK (proposal_state IN ('open', 'done', 'declined')),
  proposal_result TEXT CONSTRAINT chat_proposal_result CHECK (proposal_result IS NULL OR json_valid(proposal_result)),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, conversation_id, id),
  FOREIGN KEY (user_id, conversation_id) REFERENCES chat_conversations (user_id, id) ON DELETE CASCADE,
  CONSTRAINT chat_answers CHECK ((author = 'assistant') = (question_id IS NOT NULL)),
  CONSTRAINT chat_proposed CHECK ((proposal IS NULL) = (proposal_state IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX chat_messages_answer ON chat_messages (user_id, question_id) WHERE question_id IS NOT NULL;
