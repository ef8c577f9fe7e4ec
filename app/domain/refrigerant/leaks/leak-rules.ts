import type { EquipmentType } from "~/domain/equipment/equipment";
import type { CivilDate } from "~/domain/shared/time/dates";

export const REGIMES = ["part82", "part84", "exempt", "unknown"] as const;

/** The leak rule of the Clean Air Act or the AIM Act that applies to a circuit. */
type Regime = (typeof REGIMES)[number];

export const REGIME_LABELS: Record<Regime, string> = {
  part82: "40 CFR 82 applies",
  part84: "40 CFR 84 applies",
  exempt: "No leak-rate duty",
  unknown: "Rule unknown",
};

interface CircuitFacts {
  refrigerant: string;
  /** Thousandths of a pound; null: not entered. */
  chargeMilliLb: number | null;
  equipmentType: EquipmentType;
}

export interface LeakRule {
  regime: Regime;
  why: string;
  /** The paragraph of the rule; null if there is none. */
  citation: string | null;
  /** Percent per year above which a repair is required; null if there is no threshold. */
  thresholdPercent: number | null;
}

/** Class I and II substances. */
const OZONE_DEPLETING: ReadonlySet<string> = new Set(["R-22"]);
/** Neither ozone-depleting nor above a GWP of 53. */
const OUTSIDE_BOTH: ReadonlySet<string> = new Set(["R-290"]);
/** The subsector 'residential and light commercial air conditioning and heat pumps'. */
const LIGHT_COOLING: ReadonlySet<EquipmentType> = new Set([
  "air_conditioner",
  "heat_pump",
  "mini_split",
  "packaged_unit",
  "air_handler",
]);

/** The effective date of each rule, and the smallest charge it covers. */
const PART_82 = { from: "2020-04-10", leastMilliLb: 50_000, citation: "40 CFR 82.157" };
const PART_84 = { from: "2026-01-01", leastMilliLb: 15_000, citation: "40 CFR 84.106" };

/** Returns the rule for a circuit on a day; if facts are missing, it names them instead of assuming no rule applies. */
export function leakRule({ refrigerant, chargeMilliLb, equipmentType }: CircuitFacts, on: CivilDate): LeakRule {
  const none = { regime: "exempt" as const, thresholdPercent: null };
  if (OUTSIDE_BOTH.has(refrigerant)) {
    return {
      ...none,
      why: `${refrigerant} is neither ozone-depleting nor an HFC with a GWP above 53.`,
      citation: PART_84.citation,
    };
  }
  const isOzone = OZONE_DEPLETING.has(refrigerant);
  const rule = isOzone ? PART_82 : PART_84;
  const { citation } = rule;
  if (on < rule.from) return { ...none, why: `The rule holds from ${rule.from}.`, citation };
  if (!isOzone && LIGHT_COOLING.has(equipmentType)) {
    const why = "Residential and light commercial air conditioning and heat pumps are excluded from the leak rule.";
    return { ...none, why, citation };
  }
  if (chargeMilliLb === null) {
    return {
      regime: "unknown",
      why: "The circuit’s full charge is not recorded.",
      citation: null,
      thresholdPercent: null,
    };
  }
  const least = rule.leastMilliLb / 1000;
  if (chargeMilliLb < rule.leastMilliLb) {
    return { ...none, why: `The full charge is under ${least} lb.`, citation };
  }
  const thresholdPercent = thresholdOf(equipmentType);
  if (thresholdPercent === null) {
    const why = "Comfort cooling, commercial refrigeration or a process: the type of equipment does not say which.";
    return { regime: "unknown", why, citation, thresholdPercent: null };
  }
  const what = isOzone
    ? `${refrigerant} is ozone-depleting`
    : `${refrigerant} is an HFC or a blend with a GWP above 53`;
  return {
    regime: isOzone ? "part82" : "part84",
    why: `${what}, and the full charge is ${least} lb or more.`,
    citation,
    thresholdPercent,
  };
}

function thresholdOf(type: EquipmentType): number | null {
  if (type === "refrigeration") return 20;
  return type === "chiller" || LIGHT_COOLING.has(type) ? 10 : null;
}

export const LEAK_STATES = ["none", "below", "at", "over", "repaired"] as const;

/** `repaired`: over the threshold, and verified since. */
export type LeakState = (typeof LEAK_STATES)[number];

/** A repair is due above the threshold; at the threshold, it is time to check. Compared in hundredths of a percent. */
export function leakState(percent: number, { thresholdPercent }: Pick<LeakRule, "thresholdPercent">): LeakState {
  if (thresholdPercent === null) return "none";
  const shown = Math.round(percent * 100);
  if (shown > thresholdPercent * 100) return "over";
  return shown === thresholdPercent * 100 ? "at" : "below";
}
