-- What a business charges, from which day on. Each save of the settings is a row of its own: what held before stays on record.

CREATE TABLE billing_settings (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  version INTEGER NOT NULL CONSTRAINT billing_settings_version CHECK (version >= 1),
  effective_from TEXT NOT NULL CONSTRAINT billing_settings_from CHECK (effective_from IS date(effective_from)),
  -- An hour of labor; null: not set, so that labor has no price.
  labor_rate_minor INTEGER CONSTRAINT billing_labor_rate CHECK (labor_rate_minor BETWEEN 0 AND 100000000),
  -- [{ technicianId, rateMinor }] and [{ serviceTypeId, rateMinor }]
  technician_rates TEXT NOT NULL DEFAULT '[]' CONSTRAINT billing_technician_rates CHECK (json_type(technician_rates) = 'array'),
  service_type_rates TEXT NOT NULL DEFAULT '[]' CONSTRAINT billing_service_type_rates CHECK (json_type(service_type_rates) = 'array'),
  -- Labor is billed in full steps of so many minutes; 0: as it was clocked.
  rounding_minutes INTEGER NOT NULL CONSTRAINT billing_rounding CHECK (rounding_minutes IN (0, 6, 15)),
  minimum_charge_minor INTEGER NOT NULL CONSTRAINT billing_minimum CHECK (minimum_charge_minor BETWEEN 0 AND 100000000),
  trip_charge_minor INTEGER NOT NULL CONSTRAINT billing_trip CHECK (trip_charge_minor BETWEEN 0 AND 100000000),
  parts_pricing TEXT NOT NULL CONSTRAINT billing_parts_pricing CHECK (parts_pricing IN ('list', 'markup')),
  parts_markup_ppm INTEGER NOT NULL CONSTRAINT billing_parts_markup CHECK (parts_markup_ppm BETWEEN 0 AND 10000000),
  labor_taxable INTEGER NOT NULL CONSTRAINT billing_labor_taxable CHECK (labor_taxable IN (0, 1)),
  terms_days INTEGER NOT NULL CONSTRAINT billing_terms CHECK (terms_days BETWEEN 0 AND 120),
  footer TEXT CONSTRAINT billing_footer CHECK (length(footer) BETWEEN 1 AND 2000),
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX billing_settings_in_force ON billing_settings (org_id, effective_from, version);

CREATE TRIGGER billing_settings_no_update BEFORE UPDATE ON billing_settings
BEGIN
  SELECT RAISE(ABORT, 'billing_settings_append_only');
END;

-- Sales tax by the site's place. All that match are charged together: a state's, a county's, a city's.
CREATE TABLE tax_rates (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL CONSTRAINT tax_rate_name CHECK (length(name) BETWEEN 1 AND 60),
  state TEXT NOT NULL CONSTRAINT tax_rate_state CHECK (length(state) = 2 AND state = upper(state)),
  -- The site's ZIP begins so; empty: the whole state.
  zip_prefix TEXT NOT NULL CONSTRAINT tax_rate_zip CHECK (length(zip_prefix) <= 5 AND zip_prefix NOT GLOB '*[^0-9]*'),
  -- Parts per million: 5.5 % is 55000.
  rate_ppm INTEGER NOT NULL CONSTRAINT tax_rate_ppm CHECK (rate_ppm BETWEEN 0 AND 300000),
  effective_from TEXT NOT NULL CONSTRAINT tax_rate_from CHECK (effective_from IS date(effective_from)),
  -- The last day it is charged.
  ends_on TEXT CONSTRAINT tax_rate_ends CHECK (ends_on IS NULL OR ends_on IS date(ends_on)),
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (org_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX tax_rates_place ON tax_rates (org_id, state, zip_prefix, lower(name), effective_from);

-- A rate is ended and never rewritten: documents copied it.
CREATE TRIGGER tax_rates_only_end BEFORE UPDATE ON tax_rates
WHEN NEW.name <> OLD.name OR NEW.state <> OLD.state OR NEW.zip_prefix <> OLD.zip_prefix OR NEW.rate_ppm <> OLD.rate_ppm
  OR NEW.effective_from <> OLD.effective_from
BEGIN
  SELECT RAISE(ABORT, 'tax_rate_only_ends');
END;
