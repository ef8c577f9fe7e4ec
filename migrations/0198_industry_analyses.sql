-- Comparisons of industries that somebody saved, each as it was that day. What a language model said lies apart from the figures and
-- never without the model and the time.
CREATE TABLE industry_analyses (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  title TEXT NOT NULL CONSTRAINT industry_analysis_title CHECK (length(title) BETWEEN 1 AND 120),
  -- NAICS codes.
  industries TEXT NOT NULL CONSTRAINT industry_analysis_industries CHECK (json_array_length(industries) BETWEEN 1 AND 5),
  -- The day of the shipped figures.
  data_set_date TEXT NOT NULL CONSTRAINT industry_analysis_day CHECK (data_set_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- What was computed.
  comparison TEXT NOT NULL CONSTRAINT industry_analysis_comparison CHECK (json_type(comparison, '$.industries') = 'array' AND length(comparison) <= 200000),
  model_remarks TEXT CONSTRAINT industry_analysis_remarks CHECK (model_remarks IS NULL OR (json_type(model_remarks, '$.remarks') = 'array' AND length(model_remarks) <= 60000)),
  model TEXT CONSTRAINT industry_analysis_model CHECK (length(model) BETWEEN 1 AND 200),
  model_said_at TEXT,
  version INTEGER NOT NULL DEFAULT 1 CONSTRAINT industry_analysis_version CHECK (version >= 1),
  saved_by TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (org_id, id),
  CONSTRAINT industry_analysis_mark CHECK ((model_remarks IS NULL) = (model IS NULL) AND (model IS NULL) = (model_said_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX industry_analyses_newest ON industry_analyses (org_id, saved_at, id) WHERE deleted_at IS NULL;
CREATE INDEX industry_analyses_deleted ON industry_analyses (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TRIGGER industry_analyses_stay_as_saved
BEFORE UPDATE OF industries, data_set_date, comparison, model_remarks, model, model_said_at, saved_by, saved_at ON industry_analyses
BEGIN SELECT RAISE(ABORT, 'saved_as_it_was'); END;
