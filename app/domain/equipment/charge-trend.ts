import { type CivilDate, daysBetween } from "~/domain/shared/dates";

export const CHARGE_TREND_STATES = ["drifting", "out"] as const;

/** What the latest readings of a refrigerant circuit say of its charge, where that is not "steady, and as it should be". */
export interface ChargeTrend {
  /** `out`: the latest reading is outside its range. `drifting`: it is within, and on its way out. */
  state: (typeof CHARGE_TREND_STATES)[number];
  /** What it is judged by: an orifice by its superheat, a valve by its subcooling. */
  figure: "superheat" | "subcooling";
  direction: "falling" | "rising";
  /** In °F beside the middle of the range, where the trend begins and where it stands. */
  fromF: number;
  toF: number;
  since: CivilDate;
  latest: CivilDate;
  /** The day on which it leaves its range at this rate; null where it is outside. */
  leavesOn: CivilDate | null;
  /** Outside: what the reading says, in words. */
  verdict: string | null;
}

/** A drift that takes longer to leave the range than until the next yearly visit costs nothing yet. */
const LOOKS_AHEAD_DAYS = 365;
const SOON_DAYS = 90;

/** Points of the health score that a circuit costs, and why; the caller takes the worst of a unit's circuits. */
export function chargeLoss(trend: ChargeTrend, today: CivilDate): { points: number; reason: string } | null {
  if (trend.state === "out")
    return { points: -20, reason: `${trend.verdict ?? "Charge out of range"} at the last reading` };
  if (trend.leavesOn === null) return null;
  const days = daysBetween(today, trend.leavesOn);
  if (days > LOOKS_AHEAD_DAYS) return null;
  const figure = trend.figure === "superheat" ? "Superheat" : "Subcooling";
  const reason =
    days > 0
      ? `${figure} is ${trend.direction}: out of range in ${withinWords(days)} at this rate`
      : `${figure} was ${trend.direction} and is out of range by now at that rate`;
  return { points: days <= SOON_DAYS ? -15 : -10, reason };
}

/** Rough on purpose: a line through a few visits knows no day. */
function withinWords(days: number): string {
  const months = Math.max(1, Math.round(days / 30.4));
  return months === 1 ? "about a month" : `about ${months} months`;
}
