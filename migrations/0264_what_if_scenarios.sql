-- What a household tried with its plan and keeps under a name: changes as the dashboard's address writes them, the plan itself untouched.
CREATE TABLE what_if_scenarios (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL CONSTRAINT what_if_scenario_name CHECK (length(name) BETWEEN 1 AND 60),
  currency TEXT NOT NULL,
  changes TEXT NOT NULL CONSTRAINT what_if_scenario_changes
    CHECK (json_valid(changes) AND json_type(changes) = 'array' AND json_array_length(changes) BETWEEN 1 AND 30),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX what_if_scenarios_name ON what_if_scenarios (user_id, lower(name));

CREATE TRIGGER what_if_scenarios_are_few BEFORE INSERT ON what_if_scenarios
BEGIN
  SELECT RAISE(ABORT, 'what_if_scenarios_too_many')
  WHERE (SELECT count(*) FROM what_if_scenarios WHERE user_id = NEW.user_id) >= 50;
END;
