import {
  type GaugeUnits,
  PRESSURE_UNIT_LABELS,
  TEMPERATURE_UNIT_LABELS,
  WEIGHT_UNIT_LABELS,
} from "~/domain/shared/gauge-units";

/** The units in which readings are stored and used by the API. */
export const TRADE_UNITS: GaugeUnits = { pressure: "psig", temperature: "f", weight: "lb" };

/** A temperature difference has no offset: 18 °F of superheat are 10 °C. */
export type Quantity = "pressure" | "temperature" | "difference" | "weight";

interface Scale {
  label: string;
  /** The displayed value of one psi, °F or pound. */
  factor: number;
  /** The displayed value of zero. */
  zero: number;
}

const KPA_PER_PSI = 6.894757;

function scaleOf(quantity: Quantity, { pressure, temperature, weight }: GaugeUnits): Scale {
  switch (quantity) {
    case "pressure":
      return { label: PRESSURE_UNIT_LABELS[pressure], factor: pressure === "kpa" ? KPA_PER_PSI : 1, zero: 0 };
    case "temperature":
      return { ...scaleOf("difference", { pressure, temperature, weight }), zero: temperature === "c" ? -160 / 9 : 0 };
    case "difference":
      return { label: TEMPERATURE_UNIT_LABELS[temperature], factor: temperature === "c" ? 5 / 9 : 1, zero: 0 };
    case "weight":
      return { label: WEIGHT_UNIT_LABELS[weight], factor: weight === "oz" ? 16 : 1, zero: 0 };
  }
}

export function unitLabel(quantity: Quantity, units: GaugeUnits): string {
  return scaleOf(quantity, units).label;
}

/** Converts psig, °F or pounds to the display units. */
export function shownIn(units: GaugeUnits, quantity: Quantity, value: number): number {
  const { factor, zero } = scaleOf(quantity, units);
  return value * factor + zero;
}

/** Converts a reading in the display units to psig, °F or pounds. */
export function readIn(units: GaugeUnits, quantity: Quantity, shown: number): number {
  const { factor, zero } = scaleOf(quantity, units);
  return (shown - zero) / factor;
}

const PLACES: Record<Quantity, number> = { pressure: 1, temperature: 1, difference: 1, weight: 3 };

/** The value for a form field: `118`, `52.5`, or an empty string if nothing was measured. */
export function fieldIn(units: GaugeUnits, quantity: Quantity, value: number | null | undefined): string {
  if (value === null || value === undefined) return "";
  return String(Number(shownIn(units, quantity, value).toFixed(PLACES[quantity])));
}

/** `12.2 °F`, always with one decimal; a dash if unknown. */
export function degreesText(units: GaugeUnits, quantity: Quantity, value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  // Avoids -0 when a small negative value rounds to zero.
  const tenths = Math.round(shownIn(units, quantity, value) * 10) / 10 || 0;
  return `${tenths.toFixed(1)} ${unitLabel(quantity, units)}`;
}

/** `0.125 lb` or `2 oz`, from thousandths of a pound. */
export function weightText(units: GaugeUnits, milliPounds: number): string {
  // An ounce is 62.5 thousandths of a pound, so anything beyond a tenth is a rounding artifact.
  const shown = shownIn(units, "weight", milliPounds / 1000).toFixed(units.weight === "oz" ? 1 : 3);
  return `${Number(shown)} ${unitLabel("weight", units)}`;
}
