-- Tax rates hold by place and from a day (tax_rates). The single rate of a business entered no invoice; only a sample
-- beside its own field showed it.
ALTER TABLE organizations DROP COLUMN tax_rate_milli;
