import type { GaugeUnits } from "~/domain/shared/gauge-units";
import type { Measurements } from "./reading-fields";
import { saturationTemperature } from "./saturation";
import { fieldIn, type Quantity, TRADE_UNITS, unitLabel } from "./units";

export const METERING_DEVICES = ["txv", "fixed"] as const;

/** A valve that controls superheat (TXV, EEV), or a fixed orifice (piston, capillary tube). */
export type MeteringDevice = (typeof METERING_DEVICES)[number];

export const METERING_DEVICE_LABELS: Record<MeteringDevice, string> = {
  txv: "TXV or EEV",
  fixed: "Fixed orifice",
};

export interface Circuit {
  refrigerant: string;
  metering: MeteringDevice;
  /** From the nameplate, in °F; null if not entered. */
  targetSubcoolingF: number | null;
  altitudeFeet: number;
}

/** Tolerance around the target, in °F. */
const TOLERANCE = { superheat: 5, subcooling: 3 };
/** The usual range if the nameplate gives no target. */
const USUAL_SUBCOOLING = { from: 10, to: 15 };
/** The superheat that a valve usually maintains. */
const USUAL_SUPERHEAT = { from: 5, to: 20 };
/** Below this, the formula for a fixed orifice does not apply; use the manufacturer's chart. */
const MIN_TARGET_SUPERHEAT = 5;

type Field = keyof Measurements;

/** A measurement that is impossible or should be double-checked. */
export interface Objection {
  field: Field;
  text: string;
}

export const VERDICTS = ["in_range", "undercharged", "overcharged", "restriction", "low_airflow", "unclear"] as const;

export type Verdict = (typeof VERDICTS)[number];

export const VERDICT_LABELS: Record<Verdict, string> = {
  in_range: "Charge in range",
  undercharged: "Low on refrigerant",
  overcharged: "Overcharged",
  restriction: "Restriction",
  low_airflow: "Low airflow or low load",
  unclear: "Cannot tell yet",
};

type Level = "low" | "right" | "high";

/** A figure in °F, and how it compares to its target. */
interface Figure {
  value: number;
  target: { from: number; to: number } | null;
  level: Level | null;
}

export interface Assessment {
  /** Saturation temperature of the vapor at the suction pressure, in °F; null if not in the table or not measured. */
  evaporatingTempF: number | null;
  condensingTempF: number | null;
  superheat: Figure | null;
  subcooling: Figure | null;
  verdict: Verdict;
  /** The reasons, one sentence each. */
  reasons: string[];
  /** What to check next, most likely first. */
  next: string[];
}

/** Returns measurements that are impossible on a circuit that is cooling. */
export function impossible(circuit: Circuit, measured: Measurements): Objection[] {
  const { suctionPsig, liquidPsig } = measured;
  const found: Objection[] = [];
  if (suctionPsig !== null && saturated(circuit, "dew", suctionPsig) === null) {
    found.push({ field: "suctionPsig", text: `${circuit.refrigerant} has no saturation temperature at this pressure` });
  }
  if (liquidPsig !== null && saturated(circuit, "bubble", liquidPsig) === null) {
    found.push({ field: "liquidPsig", text: `${circuit.refrigerant} has no saturation temperature at this pressure` });
  }
  if (suctionPsig !== null && liquidPsig !== null && liquidPsig <= suctionPsig) {
    found.push({ field: "liquidPsig", text: "Liquid pressure must be above suction pressure while the unit runs" });
  }
  return found;
}

/** Returns measurements that are possible, but more often a misplaced probe or a typing error. */
export function doubtful(circuit: Circuit, measured: Measurements, units = TRADE_UNITS): Objection[] {
  const superheat = superheatOf(circuit, measured);
  const subcooling = subcoolingOf(circuit, measured);
  const { liquidTempF: liquid, indoorWetBulbF: wetBulb, outdoorDryBulbF: dryBulb } = measured;
  const found: Objection[] = [];
  const difference = (value: number) => text(units, "difference", value);
  const temperature = (value: number) => text(units, "temperature", value);
  const doubt = (field: Field, objection: string) => found.push({ field, text: objection });
  if (superheat !== null && superheat < 0) doubt("suctionTempF", "Suction line colder than its saturation temperature");
  if (superheat !== null && superheat > 60) doubt("suctionTempF", `Superheat of ${difference(superheat)}`);
  if (subcooling !== null && subcooling < 0) doubt("liquidTempF", "Liquid line warmer than its saturation temperature");
  if (subcooling !== null && subcooling > 40) doubt("liquidTempF", `Subcooling of ${difference(subcooling)}`);
  // Usual for a condenser cooled by water or the ground and behind a subcooler, which the type of equipment does not tell.
  if (liquid !== null && dryBulb !== null && liquid < dryBulb)
    doubt("liquidTempF", "Liquid line colder than the outdoor air");
  if (wetBulb !== null && (wetBulb < 50 || wetBulb > 85))
    doubt("indoorWetBulbF", `Wet bulb of ${temperature(wetBulb)}`);
  if (dryBulb !== null && (dryBulb < 55 || dryBulb > 125)) doubt("outdoorDryBulbF", `${temperature(dryBulb)} outdoors`);
  return found;
}

/**
 * Returns superheat, subcooling and the resulting assessment of the charge. Pressures outside the table count as not measured.
 * `units` are used in the messages.
 */
export function assess(circuit: Circuit, measured: Measurements, units = TRADE_UNITS): Assessment {
  const { suctionPsig, liquidPsig } = measured;
  const superheat = figure(superheatOf(circuit, measured), superheatTarget(circuit, measured));
  const subcooling = figure(subcoolingOf(circuit, measured), subcoolingTarget(circuit));
  const verdict = verdictOf(circuit.metering, superheat?.level ?? null, subcooling?.level ?? null);
  return {
    evaporatingTempF: suctionPsig === null ? null : saturated(circuit, "dew", suctionPsig),
    condensingTempF: liquidPsig === null ? null : saturated(circuit, "bubble", liquidPsig),
    superheat,
    subcooling,
    verdict,
    reasons: [
      ...reasonOf("Superheat", superheat, units),
      ...reasonOf("Subcooling", subcooling, units),
      ...missing(circuit, measured, superheat),
    ],
    next: nextSteps(verdict, circuit.metering),
  };
}

/** Returns the target superheat of a fixed orifice in °F; null if only the manufacturer's chart covers it. */
export function fixedOrificeTarget(indoorWetBulbF: number, outdoorDryBulbF: number): number | null {
  const target = (3 * indoorWetBulbF - 80 - outdoorDryBulbF) / 2;
  return target < MIN_TARGET_SUPERHEAT ? null : target;
}

function saturated({ refrigerant, altitudeFeet }: Circuit, curve: "bubble" | "dew", psig: number): number | null {
  return saturationTemperature({ refrigerant, curve, altitudeFeet }, psig);
}

function superheatOf(circuit: Circuit, { suctionPsig, suctionTempF }: Measurements): number | null {
  if (suctionPsig === null || suctionTempF === null) return null;
  const boiling = saturated(circuit, "dew", suctionPsig);
  return boiling === null ? null : suctionTempF - boiling;
}

function subcoolingOf(circuit: Circuit, { liquidPsig, liquidTempF }: Measurements): number | null {
  if (liquidPsig === null || liquidTempF === null) return null;
  const condensing = saturated(circuit, "bubble", liquidPsig);
  return condensing === null ? null : condensing - liquidTempF;
}

function superheatTarget(circuit: Circuit, { indoorWetBulbF, outdoorDryBulbF }: Measurements): Figure["target"] {
  if (circuit.metering === "txv") return USUAL_SUPERHEAT;
  if (indoorWetBulbF === null || outdoorDryBulbF === null) return null;
  const target = fixedOrificeTarget(indoorWetBulbF, outdoorDryBulbF);
  return target === null ? null : { from: target - TOLERANCE.superheat, to: target + TOLERANCE.superheat };
}

function subcoolingTarget({ targetSubcoolingF: target }: Circuit): Figure["target"] {
  if (target !== null) return { from: target - TOLERANCE.subcooling, to: target + TOLERANCE.subcooling };
  return { from: USUAL_SUBCOOLING.from - TOLERANCE.subcooling, to: USUAL_SUBCOOLING.to + TOLERANCE.subcooling };
}

function figure(value: number | null, target: Figure["target"]): Figure | null {
  if (value === null) return null;
  if (target === null) return { value, target, level: null };
  // Rounded to tenths, as shown: a value displayed as the limit is within it.
  const shown = Math.round(value * 10) / 10;
  const level = shown < target.from ? "low" : shown > target.to ? "high" : "right";
  return { value, target, level };
}

/**
 * With a valve, the subcooling decides, because the valve does not control it; with an orifice, the superheat. Unclear without
 * that figure.
 */
function verdictOf(metering: MeteringDevice, superheat: Level | null, subcooling: Level | null): Verdict {
  const decides = metering === "txv" ? subcooling : superheat;
  if (decides === null) return "unclear";
  if (superheat === "high" && subcooling === "high") return "restriction";
  if (superheat === "low" && subcooling === "low") return "low_airflow";
  if (metering === "txv") {
    if (subcooling === "low") return "undercharged";
    if (subcooling === "high") return "overcharged";
    if (superheat === "low") return "low_airflow";
    return superheat === "high" ? "restriction" : "in_range";
  }
  if (superheat === "high") return subcooling === "right" ? "restriction" : "undercharged";
  if (superheat === "low") return subcooling === "high" ? "overcharged" : "low_airflow";
  return "in_range";
}

function reasonOf(name: string, found: Figure | null, units: GaugeUnits): string[] {
  if (!found) return [];
  const { value, target, level } = found;
  const difference = text(units, "difference", value);
  if (!target) return [`${name} ${difference}.`];
  const range = `${fieldIn(units, "difference", target.from)} to ${text(units, "difference", target.to)}`;
  return [
    level === "right"
      ? `${name} ${difference} is within ${range}.`
      : `${name} ${difference} is ${level === "low" ? "below" : "above"} ${range}.`,
  ];
}

/** What is missing for a verdict. */
function missing(circuit: Circuit, measured: Measurements, superheat: Figure | null): string[] {
  if (circuit.metering === "txv") {
    return subcoolingOf(circuit, measured) === null ? ["Measure liquid pressure and liquid line temperature."] : [];
  }
  if (!superheat) return ["Measure suction pressure and suction line temperature."];
  if (superheat.target) return [];
  return measured.indoorWetBulbF === null || measured.outdoorDryBulbF === null
    ? ["Measure indoor wet bulb and outdoor dry bulb: they set the target of a fixed orifice."]
    : ["The target superheat is too low to calculate in this weather: use the manufacturer’s charging chart."];
}

function nextSteps(verdict: Verdict, metering: MeteringDevice): string[] {
  const steps: Record<Verdict, string[]> = {
    in_range: [],
    undercharged: [
      "Look for the leak before adding refrigerant.",
      "Check airflow and filter, then add in small steps.",
    ],
    overcharged: [
      "Check that the condenser coil is clean and its fan runs.",
      "Recover in small steps and measure again.",
    ],
    restriction:
      metering === "txv"
        ? ["Check for a temperature drop across the filter drier.", "Check the TXV’s bulb, its strap and its screen."]
        : ["Check for a temperature drop across the filter drier.", "Check the orifice for debris and for its size."],
    low_airflow: [
      "Check filter, blower speed and evaporator coil.",
      metering === "txv" ? "Check the TXV’s bulb and its insulation." : "Check the size of the orifice.",
    ],
    unclear: [],
  };
  return steps[verdict];
}

const text = (units: GaugeUnits, quantity: Quantity, value: number) =>
  `${fieldIn(units, quantity, value)} ${unitLabel(quantity, units)}`;
