import type { GaugeUnits } from "~/domain/shared/gauge-units";
import { assess, doubtful, impossible } from "./charge";
import { circuitOf } from "./reading";
import {
  numbersTyped,
  numberTyped,
  READING_FIELDS,
  READING_LABELS,
  type ReadingField,
  rangeIn,
  type Typed,
} from "./reading-fields";

interface ReadWith {
  /** The measured circuit's refrigerant. */
  refrigerant: string;
  units: GaugeUnits;
}

/** Evaluates a form in progress by the server's rules: the charge, impossible values, and doubtful ones. */
export function readTyped(typed: Typed, { refrigerant, units }: ReadWith) {
  const measured = numbersTyped(typed, units);
  const metering = typed.metering === "fixed" ? "fixed" : "txv";
  const circuit = circuitOf({ refrigerant, metering, altitudeFeet: numberTyped(typed.altitudeFeet) ?? 0 }, measured);
  const outside = READING_FIELDS.flatMap((field) => outsideOf(typed, { field, units }));
  return {
    measured,
    assessment: assess(circuit, measured, units),
    // A value outside its range is often impossible too; report it once.
    wrong: [
      ...outside,
      ...impossible(circuit, measured).filter((one) => !outside.some(({ field }) => field === one.field)),
    ],
    doubts: doubtful(circuit, measured, units),
  };
}

/** `Liquid line: Subcooling of 41 °F`. */
export function objectionText({ field, text }: { field: ReadingField; text: string }): string {
  return `${READING_LABELS[field]}: ${text}`;
}

function outsideOf(typed: Typed, { field, units }: { field: ReadingField; units: GaugeUnits }) {
  if ((typed[field] ?? "").trim() === "") return [];
  const value = numberTyped(typed[field]);
  const { least, most, text } = rangeIn(units, field);
  return value === null || value < least || value > most ? [{ field, text }] : [];
}
