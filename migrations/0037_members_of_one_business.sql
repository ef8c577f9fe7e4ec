-- A person works for one business at a time, and may have worked for others: their former memberships stay there, turned off.
DROP TRIGGER account_deletions_of_no_member;

CREATE TABLE members_after (
  org_id TEXT NOT NULL REFERENCES organizations (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  roles TEXT NOT NULL CONSTRAINT member_roles_json CHECK (json_valid(roles) AND json_array_length(roles) > 0),
  permissions TEXT CONSTRAINT member_permissions_json CHECK (permissions IS NULL OR json_valid(permissions)),
  status TEXT NOT NULL CONSTRAINT member_status CHECK (status IN ('active', 'disabled')),
  technician_id TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  copy_pending INTEGER NOT NULL DEFAULT 0 CONSTRAINT member_copy_pending CHECK (copy_pending IN (0, 1)),
  left_at TEXT CONSTRAINT member_left CHECK (left_at IS NULL OR status = 'disabled'),
  PRIMARY KEY (org_id, user_id)
) STRICT, WITHOUT ROWID;

INSERT INTO members_after (org_id, user_id, roles, permissions, status, technician_id, version, created_at, copy_pending, left_at)
SELECT org_id, user_id, roles, permissions, status, technician_id, version, created_at, copy_pending, left_at FROM members;

DROP TABLE members;
ALTER TABLE members_after RENAME TO members;

CREATE INDEX members_user ON members (user_id);
CREATE UNIQUE INDEX members_one_business ON members (user_id) WHERE status = 'active';

-- A business always keeps an active Admin, whoever edits whom at the same moment.
CREATE TRIGGER members_keep_an_admin BEFORE UPDATE OF roles, status ON members
WHEN OLD.status = 'active' AND OLD.roles LIKE '%"Admin"%' AND (NEW.status <> 'active' OR NEW.roles NOT LIKE '%"Admin"%')
BEGIN
  SELECT RAISE(ABORT, 'last_admin') WHERE NOT EXISTS (
    SELECT 1 FROM members WHERE org_id = OLD.org_id AND user_id <> OLD.user_id AND status = 'active' AND roles LIKE '%"Admin"%'
  );
END;

-- Whoever works for a business keeps the account.
CREATE TRIGGER members_keep_their_account AFTER UPDATE OF status ON members WHEN NEW.status = 'active' AND OLD.status <> 'active'
BEGIN
  DELETE FROM account_deletions WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER members_keep_their_new_account AFTER INSERT ON members WHEN NEW.status = 'active'
BEGIN
  DELETE FROM account_deletions WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER account_deletions_of_no_member BEFORE INSERT ON account_deletions
BEGIN
  SELECT RAISE(ABORT, 'deletion_of_member') WHERE EXISTS (SELECT 1 FROM members WHERE user_id = NEW.user_id AND status = 'active');
END;
