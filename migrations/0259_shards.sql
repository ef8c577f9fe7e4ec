-- Tenants live in several databases, the shards. The directory says in which: a business's rows by its id, a household's by its person's.

ALTER TABLE organizations ADD COLUMN shard TEXT NOT NULL DEFAULT '1' CHECK (length(shard) BETWEEN 1 AND 20);

ALTER TABLE users ADD COLUMN shard TEXT NOT NULL DEFAULT '1' CHECK (length(shard) BETWEEN 1 AND 20);
