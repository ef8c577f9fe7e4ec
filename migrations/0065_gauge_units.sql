-- The units in which a person reads gauges, probes and scales. What is stored of a reading stays in psi, °F and pounds.
ALTER TABLE users ADD COLUMN pressure_unit TEXT NOT NULL DEFAULT 'psig' CONSTRAINT user_pressure_unit CHECK (pressure_unit IN ('psig', 'kpa'));
ALTER TABLE users ADD COLUMN temperature_unit TEXT NOT NULL DEFAULT 'f' CONSTRAINT user_temperature_unit CHECK (temperature_unit IN ('f', 'c'));
ALTER TABLE users ADD COLUMN weight_unit TEXT NOT NULL DEFAULT 'lb' CONSTRAINT user_weight_unit CHECK (weight_unit IN ('lb', 'oz'));
