-- The zone that decides a household's days, as the browser named it at sign-up or the person chose it since; null where it is
-- not known: then that of the person's business stands, else UTC.
ALTER TABLE users ADD COLUMN time_zone TEXT CONSTRAINT user_time_zone CHECK (length(time_zone) BETWEEN 1 AND 64);
ALTER TABLE signups ADD COLUMN browser_time_zone TEXT CONSTRAINT signup_browser_time_zone CHECK (length(browser_time_zone) BETWEEN 1 AND 64);
