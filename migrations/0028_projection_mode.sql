-- How a household's projected assets count the current month: whole, as its plan says, or from today on.
ALTER TABLE users ADD COLUMN projects_from_today INTEGER NOT NULL DEFAULT 0 CONSTRAINT user_projects_from_today CHECK (projects_from_today IN (0, 1));
