import { type GaugeUnits, PRESSURE_UNITS, TEMPERATURE_UNITS, WEIGHT_UNITS } from "~/domain/shared/gauge-units";
import { type Quantity, readIn, shownIn, TRADE_UNITS, unitLabel } from "./units";

// The form's field definitions without the saturation table, which is as large as everything else.

/** Values of gauges and probes, in psig and °F; null if not measured. */
export interface Measurements {
  suctionPsig: number | null;
  suctionTempF: number | null;
  liquidPsig: number | null;
  liquidTempF: number | null;
  indoorWetBulbF: number | null;
  outdoorDryBulbF: number | null;
}

/** The numbers of a reading, in psig, °F and pounds. */
export interface ReadingNumbers extends Measurements {
  targetSubcoolingF: number | null;
  addedLb: number | null;
  recoveredLb: number | null;
}

export const READING_LABELS: Record<keyof ReadingNumbers, string> = {
  suctionPsig: "Suction pressure",
  suctionTempF: "Suction line",
  liquidPsig: "Liquid pressure",
  liquidTempF: "Liquid line",
  indoorWetBulbF: "Indoor wet bulb",
  outdoorDryBulbF: "Outdoor dry bulb",
  targetSubcoolingF: "Target subcooling",
  addedLb: "Refrigerant added",
  recoveredLb: "Refrigerant recovered",
};

interface FieldFacts {
  /** Subcooling is a temperature difference. */
  quantity: Quantity;
  /** Minimum and maximum in psig, °F or pounds. */
  range: readonly [number, number];
}

const pressure = { quantity: "pressure", range: [-14.7, 1000] } as const;
const line = { quantity: "temperature", range: [-100, 300] } as const;
const air = { quantity: "temperature", range: [-60, 150] } as const;
const weight = { quantity: "weight", range: [0.001, 100_000] } as const;

const FIELDS: Record<keyof ReadingNumbers, FieldFacts> = {
  suctionPsig: pressure,
  suctionTempF: line,
  liquidPsig: pressure,
  liquidTempF: line,
  indoorWetBulbF: air,
  outdoorDryBulbF: air,
  targetSubcoolingF: { quantity: "difference", range: [0, 40] },
  addedLb: weight,
  recoveredLb: weight,
};

export type ReadingField = keyof ReadingNumbers;

export const READING_FIELDS: readonly ReadingField[] = [
  ...(["suctionPsig", "suctionTempF", "liquidPsig", "liquidTempF"] as const),
  ...(["indoorWetBulbF", "outdoorDryBulbF", "targetSubcoolingF", "addedLb", "recoveredLb"] as const),
];

export const quantityOf = (field: ReadingField): Quantity => FIELDS[field].quantity;

const QUANTITY_WORDS: Record<Quantity, string> = {
  pressure: "pressure",
  temperature: "temperature",
  difference: "subcooling",
  weight: "weight",
};

/**
 * Returns a field's range in the given units, rounded to tenths unless they are the trade's, and the message for other values.
 */
export function rangeIn(units: GaugeUnits, field: ReadingField): { least: number; most: number; text: string } {
  const { quantity, range } = FIELDS[field];
  const [least, most] = [inward(range[0], Math.ceil), inward(range[1], Math.floor)];
  const shown = [least, most].map((value) => value.toLocaleString("en-US", { maximumFractionDigits: 3 }));
  const text = `Please enter a ${QUANTITY_WORDS[quantity]} between ${shown.join(" and ")} ${unitLabel(quantity, units)}`;
  return { least, most, text };

  function inward(value: number, round: (shown: number) => number): number {
    const converted = shownIn(units, quantity, value);
    return converted === value ? value : round(converted * 10) / 10;
  }
}

/** A form's texts by field, as typed. */
export type Typed = Readonly<Record<string, string | undefined>>;

/** The units that a form was filled in with. */
export function unitsTyped({ pressureUnit, temperatureUnit, weightUnit }: Typed): GaugeUnits {
  return {
    pressure: PRESSURE_UNITS.find((unit) => unit === pressureUnit) ?? TRADE_UNITS.pressure,
    temperature: TEMPERATURE_UNITS.find((unit) => unit === temperatureUnit) ?? TRADE_UNITS.temperature,
    weight: WEIGHT_UNITS.find((unit) => unit === weightUnit) ?? TRADE_UNITS.weight,
  };
}

/** The numbers of a form in psig, °F and pounds. Unreadable text counts as not measured. */
export function numbersTyped(typed: Typed, units: GaugeUnits): ReadingNumbers {
  const of = (field: ReadingField) => {
    const value = numberTyped(typed[field]);
    return value === null ? null : readIn(units, quantityOf(field), value);
  };
  return {
    ...{ suctionPsig: of("suctionPsig"), suctionTempF: of("suctionTempF") },
    ...{ liquidPsig: of("liquidPsig"), liquidTempF: of("liquidTempF") },
    ...{ indoorWetBulbF: of("indoorWetBulbF"), outdoorDryBulbF: of("outdoorDryBulbF") },
    ...{ targetSubcoolingF: of("targetSubcoolingF"), addedLb: of("addedLb"), recoveredLb: of("recoveredLb") },
  };
}

export function numberTyped(text: string | undefined): number | null {
  const typed = text?.trim() ?? "";
  return typed === "" || !Number.isFinite(Number(typed)) ? null : Number(typed);
}

/** `Suction pressure 118 psig, Suction line 52 °F`: all measurements of a form, and its notes. */
export function typedText(typed: Typed): string {
  const units = unitsTyped(typed);
  const figures = READING_FIELDS.filter(
    (field) => field !== "targetSubcoolingF" && (typed[field] ?? "").trim() !== "",
  ).map((field) => `${READING_LABELS[field]} ${typed[field]?.trim()} ${unitLabel(quantityOf(field), units)}`);
  const cylinder = typed.cylinder?.trim() ? [`cylinder ${typed.cylinder.trim()}`] : [];
  const notes = typed.notes?.trim() ? [typed.notes.trim()] : [];
  return [...figures, ...cylinder, ...notes].join(", ");
}
