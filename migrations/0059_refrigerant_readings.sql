-- What gauges and probes showed on a refrigerant circuit during a job. A reading that was taken away stays, so that refrigerant
-- that was added or recovered is never forgotten.
CREATE TABLE refrigerant_readings (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  id TEXT NOT NULL,
  work_order_id TEXT NOT NULL,
  equipment_id TEXT NOT NULL,
  service_group_id TEXT NOT NULL,
  -- As they were at the time.
  refrigerant TEXT NOT NULL,
  metering TEXT NOT NULL CONSTRAINT refrigerant_reading_metering CHECK (metering IN ('txv', 'fixed')),
  altitude_feet INTEGER NOT NULL DEFAULT 0 CONSTRAINT refrigerant_reading_altitude CHECK (altitude_feet BETWEEN -1500 AND 15000),
  -- Hundredths of a degree Fahrenheit; null: nobody looked at the nameplate.
  target_subcooling_centi_f INTEGER CONSTRAINT refrigerant_reading_target CHECK (target_subcooling_centi_f BETWEEN 0 AND 4000),
  -- Thousandths of a pound per square inch by the gauge, hundredths of a degree Fahrenheit; null: not measured.
  suction_milli_psi INTEGER CONSTRAINT refrigerant_reading_suction CHECK (suction_milli_psi BETWEEN -14700 AND 1000000),
  suction_centi_f INTEGER CONSTRAINT refrigerant_reading_suction_line CHECK (suction_centi_f BETWEEN -10000 AND 30000),
  liquid_milli_psi INTEGER CONSTRAINT refrigerant_reading_liquid CHECK (liquid_milli_psi BETWEEN -14700 AND 1000000),
  liquid_centi_f INTEGER CONSTRAINT refrigerant_reading_liquid_line CHECK (liquid_centi_f BETWEEN -10000 AND 30000),
  wet_bulb_centi_f INTEGER CONSTRAINT refrigerant_reading_wet_bulb CHECK (wet_bulb_centi_f BETWEEN -6000 AND 15000),
  dry_bulb_centi_f INTEGER CONSTRAINT refrigerant_reading_dry_bulb CHECK (dry_bulb_centi_f BETWEEN -6000 AND 15000),
  -- Thousandths of a pound.
  added_milli_lb INTEGER CONSTRAINT refrigerant_reading_added CHECK (added_milli_lb BETWEEN 1 AND 100000000),
  recovered_milli_lb INTEGER CONSTRAINT refrigerant_reading_recovered CHECK (recovered_milli_lb BETWEEN 1 AND 100000000),
  cylinder TEXT CONSTRAINT refrigerant_reading_cylinder CHECK (length(cylinder) BETWEEN 1 AND 64),
  notes TEXT CONSTRAINT refrigerant_reading_notes CHECK (length(notes) BETWEEN 1 AND 1000),
  taken_at TEXT NOT NULL,
  taken_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  removed_at TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, work_order_id) REFERENCES work_orders (org_id, id),
  FOREIGN KEY (org_id, equipment_id) REFERENCES equipment (org_id, id),
  FOREIGN KEY (org_id, service_group_id) REFERENCES service_groups (org_id, id),
  CONSTRAINT refrigerant_reading_anything CHECK (coalesce(suction_milli_psi, suction_centi_f, liquid_milli_psi, liquid_centi_f,
    wet_bulb_centi_f, dry_bulb_centi_f, added_milli_lb, recovered_milli_lb) IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX refrigerant_readings_job ON refrigerant_readings (org_id, work_order_id, id);
CREATE INDEX refrigerant_readings_unit ON refrigerant_readings (org_id, equipment_id, taken_at, id) WHERE removed_at IS NULL;
CREATE INDEX refrigerant_readings_circuit ON refrigerant_readings (org_id, service_group_id, taken_at, id) WHERE removed_at IS NULL;

-- A reading belongs to a circuit of a unit that its job is about, while the job is not over.
CREATE TRIGGER refrigerant_readings_on_job BEFORE INSERT ON refrigerant_readings
BEGIN
  SELECT RAISE(ABORT, 'refrigerant_reading_not_on_job') WHERE NOT EXISTS (
    SELECT 1 FROM work_orders w
    JOIN work_order_equipment we ON we.org_id = w.org_id AND we.work_order_id = w.id AND we.equipment_id = NEW.equipment_id
    JOIN service_groups g ON g.org_id = w.org_id AND g.id = NEW.service_group_id AND g.equipment_id = NEW.equipment_id
    WHERE w.org_id = NEW.org_id AND w.id = NEW.work_order_id AND w.status NOT IN ('closed', 'cancelled'));
END;
CREATE TRIGGER refrigerant_readings_stay BEFORE UPDATE OF work_order_id, equipment_id, service_group_id, refrigerant, taken_by, created_at ON refrigerant_readings
WHEN NEW.work_order_id <> OLD.work_order_id OR NEW.equipment_id <> OLD.equipment_id OR NEW.service_group_id <> OLD.service_group_id
  OR NEW.refrigerant <> OLD.refrigerant OR NEW.taken_by <> OLD.taken_by OR NEW.created_at <> OLD.created_at
BEGIN
  SELECT RAISE(ABORT, 'refrigerant_reading_moved');
END;
