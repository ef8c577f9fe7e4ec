import { type Assessment, assess, type Circuit, type MeteringDevice } from "./charge";
import type { ReadingNumbers } from "./reading-fields";

/** A reading as it is stored: thousandths of a psi and of a pound, hundredths of a degree Fahrenheit. */
interface StoredReading {
  refrigerant: string;
  metering: MeteringDevice;
  altitudeFeet: number;
  targetSubcoolingCentiF: number | null;
  suctionMilliPsi: number | null;
  suctionCentiF: number | null;
  liquidMilliPsi: number | null;
  liquidCentiF: number | null;
  wetBulbCentiF: number | null;
  dryBulbCentiF: number | null;
  addedMilliLb: number | null;
  recoveredMilliLb: number | null;
}

/** The columns of the given numbers; missing ones are left out. */
export function toColumns(given: Partial<ReadingNumbers>): Partial<StoredReading> {
  const scaled = (value: number | null | undefined, scale: number) =>
    value === undefined || value === null ? value : Math.round(value * scale);
  const columns = {
    targetSubcoolingCentiF: scaled(given.targetSubcoolingF, 100),
    suctionMilliPsi: scaled(given.suctionPsig, 1000),
    suctionCentiF: scaled(given.suctionTempF, 100),
    liquidMilliPsi: scaled(given.liquidPsig, 1000),
    liquidCentiF: scaled(given.liquidTempF, 100),
    wetBulbCentiF: scaled(given.indoorWetBulbF, 100),
    dryBulbCentiF: scaled(given.outdoorDryBulbF, 100),
    addedMilliLb: scaled(given.addedLb, 1000),
    recoveredMilliLb: scaled(given.recoveredLb, 1000),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

export function numbersOf(stored: StoredReading): ReadingNumbers {
  const scaled = (value: number | null, scale: number) => (value === null ? null : value / scale);
  return {
    targetSubcoolingF: scaled(stored.targetSubcoolingCentiF, 100),
    suctionPsig: scaled(stored.suctionMilliPsi, 1000),
    suctionTempF: scaled(stored.suctionCentiF, 100),
    liquidPsig: scaled(stored.liquidMilliPsi, 1000),
    liquidTempF: scaled(stored.liquidCentiF, 100),
    indoorWetBulbF: scaled(stored.wetBulbCentiF, 100),
    outdoorDryBulbF: scaled(stored.dryBulbCentiF, 100),
    addedLb: scaled(stored.addedMilliLb, 1000),
    recoveredLb: scaled(stored.recoveredMilliLb, 1000),
  };
}

/** Whether refrigerant was added or recovered: such a reading stays on record even if it is deleted. */
export const isWeighed = ({
  addedMilliLb,
  recoveredMilliLb,
}: Pick<StoredReading, "addedMilliLb" | "recoveredMilliLb">): boolean =>
  addedMilliLb !== null || recoveredMilliLb !== null;

type CircuitFacts = Pick<StoredReading, "refrigerant" | "metering" | "altitudeFeet">;

export function circuitOf(
  facts: CircuitFacts,
  { targetSubcoolingF }: Pick<ReadingNumbers, "targetSubcoolingF">,
): Circuit {
  return {
    refrigerant: facts.refrigerant,
    metering: facts.metering,
    altitudeFeet: facts.altitudeFeet,
    targetSubcoolingF,
  };
}

/** A stored reading in psig, °F and pounds, with its assessment of the charge. */
export function reckoned<Row extends StoredReading>(row: Row) {
  const numbers = numbersOf(row);
  const assessment: Assessment = assess(circuitOf(row, numbers), numbers);
  return { ...row, ...numbers, assessment };
}
