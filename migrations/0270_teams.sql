-- Teams of technicians, such as an install crew or a branch. A technician is in at most one.
CREATE TABLE teams (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL CONSTRAINT team_name CHECK (length(name) BETWEEN 1 AND 60),
  -- Lower case and single spaces: the same name however it is typed.
  name_key TEXT NOT NULL CONSTRAINT team_name_key CHECK (length(name_key) BETWEEN 1 AND 180),
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX teams_name ON teams (org_id, name_key);

CREATE TRIGGER teams_number BEFORE INSERT ON teams
WHEN (SELECT count(*) FROM teams t WHERE t.org_id = NEW.org_id) >= 100
BEGIN
  SELECT RAISE(ABORT, 'too_many_teams');
END;

-- A column added later cannot have a foreign key of two columns.
ALTER TABLE technicians ADD COLUMN team_id TEXT;
CREATE INDEX technicians_team ON technicians (org_id, team_id) WHERE team_id IS NOT NULL;

CREATE TRIGGER technicians_team_insert BEFORE INSERT ON technicians
WHEN NEW.team_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM teams t WHERE t.org_id = NEW.org_id AND t.id = NEW.team_id)
BEGIN
  SELECT RAISE(ABORT, 'team_gone');
END;
CREATE TRIGGER technicians_team_update BEFORE UPDATE OF team_id ON technicians
WHEN NEW.team_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM teams t WHERE t.org_id = NEW.org_id AND t.id = NEW.team_id)
BEGIN
  SELECT RAISE(ABORT, 'team_gone');
END;

-- Whoever edits a team or a technician meanwhile learns of the change by the version.
CREATE TRIGGER teams_joined AFTER INSERT ON technicians WHEN NEW.team_id IS NOT NULL
BEGIN
  UPDATE teams SET version = version + 1 WHERE org_id = NEW.org_id AND id = NEW.team_id;
END;
CREATE TRIGGER teams_changed AFTER UPDATE OF team_id ON technicians WHEN OLD.team_id IS NOT NEW.team_id
BEGIN
  UPDATE teams SET version = version + 1 WHERE org_id = NEW.org_id AND id IN (OLD.team_id, NEW.team_id);
END;
CREATE TRIGGER teams_renamed AFTER UPDATE OF name ON teams WHEN OLD.name <> NEW.name
BEGIN
  UPDATE technicians SET version = version + 1 WHERE org_id = NEW.org_id AND id IN (
    SELECT one.id FROM technicians one INDEXED BY technicians_team WHERE one.org_id = NEW.org_id AND one.team_id = NEW.id);
END;
CREATE TRIGGER teams_leave_technicians AFTER DELETE ON teams
BEGIN
  UPDATE technicians SET team_id = NULL, version = version + 1 WHERE org_id = OLD.org_id AND id IN (
    SELECT one.id FROM technicians one INDEXED BY technicians_team WHERE one.org_id = OLD.org_id AND one.team_id = OLD.id);
END;
