import { type CivilDate, daysBetween } from "~/domain/shared/time/dates";

export const CHARGE_TREND_STATES = ["drifting", "out"] as const;

/** The charge of a refrigerant circuit according to its latest readings, unless it is steady and in range. */
export interface ChargeTrend {
  /** `out`: the latest reading is outside its range. `drifting`: it is in range, but on its way out. */
  state: (typeof CHARGE_TREND_STATES)[number];
  /** The deciding figure: superheat for a fixed orifice, subcooling for a valve. */
  figure: "superheat" | "subcooling";
  direction: "falling" | "rising";
  /** In °F from the middle of the range, at the start of the trend and now. */
  fromF: number;
  toF: number;
  since: CivilDate;
  latest: CivilDate;
  /** The day on which it leaves its range at this rate; null if it is already outside. */
  leavesOn: CivilDate | null;
  /** If outside: the reading's assessment, as text. */
  verdict: string | null;
}

/** A drift that stays in range until the next yearly visit costs no points yet. */
const LOOKS_AHEAD_DAYS = 365;
const SOON_DAYS = 90;

/** Returns the health score points a circuit costs, and the reason; the caller uses the worst of the equipment's circuits. */
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

/** Approximate on purpose: a trend over a few visits cannot predict a day. */
function withinWords(days: number): string {
  const months = Math.max(1, Math.round(days / 30.4));
  return months === 1 ? "about a month" : `about ${months} months`;
}
