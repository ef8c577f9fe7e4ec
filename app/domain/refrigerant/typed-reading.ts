import { type GaugeUnits, readIn } from "~/domain/shared/gauge-units";
import { assess, doubtful, impossible, type Objection } from "./charge";
import { circuitOf, READING_FIELDS, READING_QUANTITIES, type ReadingField, type ReadingNumbers } from "./reading";

/** A form's texts by field, as they stand. */
export type Typed = Readonly<Record<string, string | undefined>>;

interface ReadWith {
  /** Of the circuit that is measured. */
  refrigerant: string;
  units: GaugeUnits;
}

/** The numbers of a form in psig, °F and pounds. What cannot be read as a number counts as not measured. */
export function numbersTyped(typed: Typed, units: GaugeUnits): ReadingNumbers {
  const of = (field: ReadingField) => {
    const value = numberTyped(typed[field]);
    return value === null ? null : readIn(units, READING_QUANTITIES[field], value);
  };
  return {
    ...{ suctionPsig: of("suctionPsig"), suctionTempF: of("suctionTempF") },
    ...{ liquidPsig: of("liquidPsig"), liquidTempF: of("liquidTempF") },
    ...{ indoorWetBulbF: of("indoorWetBulbF"), outdoorDryBulbF: of("outdoorDryBulbF") },
    ...{ targetSubcoolingF: of("targetSubcoolingF"), addedLb: of("addedLb"), recoveredLb: of("recoveredLb") },
  };
}

/** What a form says so far by the rules that the server applies: the charge, what cannot be, and what is doubtful. */
export function readTyped(typed: Typed, { refrigerant, units }: ReadWith) {
  const measured = numbersTyped(typed, units);
  const metering = typed.metering === "fixed" ? "fixed" : "txv";
  const circuit = circuitOf({ refrigerant, metering, altitudeFeet: numberTyped(typed.altitudeFeet) ?? 0 }, measured);
  return {
    measured,
    assessment: assess(circuit, measured, units),
    wrong: impossible(circuit, measured),
    doubts: doubtful(circuit, measured, units),
    unread: READING_FIELDS.filter((field) => (typed[field] ?? "").trim() !== "" && numberTyped(typed[field]) === null),
  };
}

/** `Liquid line: Subcooling of 41 °F`. */
export function objectionText({ field, text }: Objection): string {
  return `${READING_LABELS[field]}: ${text}`;
}

export const READING_LABELS: Record<ReadingField, string> = {
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

function numberTyped(text: string | undefined): number | null {
  const typed = text?.trim() ?? "";
  return typed === "" || !Number.isFinite(Number(typed)) ? null : Number(typed);
}
