-- A person is a technician of each business they have worked for, once. The former column's UNIQUE spans all businesses, and SQLite
-- drops neither it nor such a column, so it stays, empty.
ALTER TABLE technicians RENAME COLUMN user_id TO former_user_id;
ALTER TABLE technicians ADD COLUMN user_id TEXT;
UPDATE technicians SET user_id = former_user_id, former_user_id = NULL WHERE former_user_id IS NOT NULL;
CREATE UNIQUE INDEX technicians_user ON technicians (org_id, user_id) WHERE user_id IS NOT NULL;
