-- Conversations of a business: between members, about a job, and with a customer.
CREATE TABLE threads (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT thread_kind CHECK (kind IN ('direct', 'group', 'job', 'customer')),
  title TEXT CONSTRAINT thread_title CHECK (length(title) BETWEEN 1 AND 80),
  -- The two of a direct conversation in order, so that there is one of it.
  direct_key TEXT,
  work_order_id TEXT,
  customer_id TEXT,
  -- Where the other side is reached; a number that no customer has makes a conversation of its own.
  contact_name TEXT CONSTRAINT thread_contact_name CHECK (length(contact_name) BETWEEN 1 AND 120),
  contact_phone TEXT,
  contact_email TEXT,
  last_seq INTEGER NOT NULL DEFAULT 0,
  last_at TEXT,
  closed_at TEXT,
  closed_by TEXT,
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (org_id, customer_id) REFERENCES customers (org_id, id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT thread_direct CHECK ((kind = 'direct') = (direct_key IS NOT NULL)),
  CONSTRAINT thread_about CHECK (kind IN ('job', 'customer') OR (work_order_id IS NULL AND customer_id IS NULL)),
  CONSTRAINT thread_contact CHECK (kind = 'customer' OR (contact_name IS NULL AND contact_phone IS NULL AND contact_email IS NULL)),
  CONSTRAINT thread_closed CHECK ((closed_at IS NULL) = (closed_by IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX threads_direct ON threads (org_id, direct_key) WHERE direct_key IS NOT NULL;
CREATE UNIQUE INDEX threads_work_order ON threads (org_id, work_order_id, kind) WHERE work_order_id IS NOT NULL;
CREATE INDEX threads_customer ON threads (org_id, customer_id, last_at) WHERE customer_id IS NOT NULL;
CREATE INDEX threads_phone ON threads (org_id, contact_phone, last_at) WHERE contact_phone IS NOT NULL;
CREATE INDEX threads_open ON threads (org_id, kind, last_at, id) WHERE last_at IS NOT NULL AND closed_at IS NULL;
CREATE INDEX threads_closed ON threads (org_id, closed_at, id) WHERE closed_at IS NOT NULL;

-- Who takes part, and how far each has read. What is unread is what came after that, and is stored nowhere.
CREATE TABLE thread_members (
  org_id TEXT NOT NULL,
  thread_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  read_seq INTEGER NOT NULL DEFAULT 0,
  -- Copies of the thread's own, so that a person's list is read by one index.
  last_seq INTEGER NOT NULL DEFAULT 0,
  last_at TEXT,
  closed INTEGER NOT NULL DEFAULT 0 CONSTRAINT thread_member_closed CHECK (closed IN (0, 1)),
  unread INTEGER NOT NULL GENERATED ALWAYS AS (last_seq > read_seq) VIRTUAL,
  -- The last message that named this person.
  mentioned_seq INTEGER NOT NULL DEFAULT 0,
  -- When a mail goes out, unless it is read before.
  notify_at TEXT,
  joined_at TEXT NOT NULL,
  PRIMARY KEY (org_id, thread_id, user_id),
  FOREIGN KEY (org_id, thread_id) REFERENCES threads (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, user_id) REFERENCES tenant_members (org_id, user_id),
  CONSTRAINT thread_member_read CHECK (read_seq BETWEEN 0 AND last_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX thread_members_list ON thread_members (org_id, user_id, closed, unread, last_at, thread_id);
CREATE INDEX thread_members_unread ON thread_members (org_id, user_id) WHERE last_seq > read_seq;
CREATE INDEX thread_members_notify ON thread_members (notify_at) WHERE notify_at IS NOT NULL;

CREATE TABLE messages (
  org_id TEXT NOT NULL,
  thread_id TEXT NOT NULL,
  -- Its place in the conversation, from 1 on.
  seq INTEGER NOT NULL CONSTRAINT message_seq CHECK (seq >= 1),
  id TEXT NOT NULL,
  -- Its place among all of the business.
  number INTEGER NOT NULL,
  author_kind TEXT NOT NULL CONSTRAINT message_author CHECK (author_kind IN ('member', 'customer', 'system')),
  author_id TEXT,
  channel TEXT NOT NULL CONSTRAINT message_channel CHECK (channel IN ('app', 'text', 'mail', 'page')),
  body TEXT NOT NULL CONSTRAINT message_body CHECK (length(body) <= 4000),
  mentions TEXT NOT NULL DEFAULT '[]',
  photo_key TEXT,
  photo_type TEXT CONSTRAINT message_photo_type CHECK (photo_type IN ('image/jpeg', 'image/png', 'image/webp')),
  photo_bytes INTEGER,
  created_at TEXT NOT NULL,
  -- By the clock of a device that was offline.
  written_at TEXT,
  delivery TEXT CONSTRAINT message_delivery CHECK (delivery IN ('held', 'queued', 'sent', 'delivered', 'failed')),
  delivery_error TEXT CONSTRAINT message_delivery_error CHECK (length(delivery_error) <= 300),
  delivered_at TEXT,
  -- Held until then: the recipient's quiet hours.
  send_at TEXT,
  sent_to TEXT,
  -- What the host calls it: a second report of the same is the same.
  provider_id TEXT,
  PRIMARY KEY (org_id, thread_id, seq),
  FOREIGN KEY (org_id, thread_id) REFERENCES threads (org_id, id) ON DELETE CASCADE,
  CONSTRAINT message_by_member CHECK ((author_kind = 'member') = (author_id IS NOT NULL)),
  CONSTRAINT message_not_empty CHECK (body <> '' OR photo_key IS NOT NULL),
  CONSTRAINT message_photo CHECK ((photo_key IS NULL) = (photo_type IS NULL) AND (photo_key IS NULL) = (photo_bytes IS NULL)),
  CONSTRAINT message_sent CHECK (delivery IS NULL OR sent_to IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX messages_id ON messages (org_id, id);
CREATE UNIQUE INDEX messages_number ON messages (org_id, number);
CREATE UNIQUE INDEX messages_provider ON messages (org_id, provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX messages_held ON messages (send_at) WHERE delivery = 'held';

CREATE VIRTUAL TABLE message_search USING fts5 (body, content = '', contentless_delete = 1, prefix = '2 3');

CREATE TRIGGER messages_after_insert AFTER INSERT ON messages
BEGIN
  -- A conversation that was closed is open again with what is new in it.
  UPDATE threads SET last_seq = NEW.seq, last_at = NEW.created_at, closed_at = NULL, closed_by = NULL
  WHERE org_id = NEW.org_id AND id = NEW.thread_id;
  UPDATE thread_members SET last_seq = NEW.seq, last_at = NEW.created_at, closed = 0,
    read_seq = CASE WHEN user_id = NEW.author_id THEN NEW.seq ELSE read_seq END,
    notify_at = CASE WHEN user_id = NEW.author_id THEN NULL ELSE notify_at END,
    mentioned_seq = CASE WHEN user_id IN (SELECT value FROM json_each(NEW.mentions)) THEN NEW.seq ELSE mentioned_seq END
  WHERE org_id = NEW.org_id AND thread_id = NEW.thread_id;
  INSERT INTO message_search (rowid, body)
  SELECT o.key * 2147483648 + NEW.number, NEW.body FROM tenant_organizations o WHERE o.id = NEW.org_id AND NEW.body <> '';
  INSERT INTO counters (org_id, name, value) SELECT NEW.org_id, 'photo_bytes', NEW.photo_bytes WHERE NEW.photo_bytes IS NOT NULL
  ON CONFLICT (org_id, name) DO UPDATE SET value = value + excluded.value;
END;

CREATE TRIGGER messages_after_delete AFTER DELETE ON messages
BEGIN
  DELETE FROM message_search WHERE rowid = (SELECT o.key * 2147483648 + OLD.number FROM tenant_organizations o WHERE o.id = OLD.org_id);
  UPDATE counters SET value = value - OLD.photo_bytes WHERE org_id = OLD.org_id AND name = 'photo_bytes' AND OLD.photo_bytes IS NOT NULL;
END;

-- What was said stays as it was said.
CREATE TRIGGER messages_stay BEFORE UPDATE OF seq, number, author_kind, author_id, body, mentions, photo_key, created_at ON messages
BEGIN SELECT RAISE(ABORT, 'message_stays'); END;

CREATE TRIGGER threads_after_close AFTER UPDATE OF closed_at ON threads WHEN (OLD.closed_at IS NULL) <> (NEW.closed_at IS NULL)
BEGIN
  UPDATE thread_members SET closed = NEW.closed_at IS NOT NULL WHERE org_id = NEW.org_id AND thread_id = NEW.id;
END;

-- A record that goes leaves its conversation without it.
CREATE TRIGGER customers_leave_threads AFTER DELETE ON customers
BEGIN
  UPDATE threads SET customer_id = NULL, contact_name = coalesce(contact_name, OLD.name) WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM threads about INDEXED BY threads_customer WHERE about.org_id = OLD.org_id AND about.customer_id = OLD.id);
END;
CREATE TRIGGER work_orders_leave_threads AFTER DELETE ON work_orders
BEGIN
  UPDATE threads SET work_order_id = NULL, title = printf('WO-%03d (deleted)', OLD.number) WHERE org_id = OLD.org_id AND id IN (
    SELECT about.id FROM threads about INDEXED BY threads_work_order WHERE about.org_id = OLD.org_id AND about.work_order_id = OLD.id);
END;
