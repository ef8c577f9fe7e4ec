import type { ChargeTrend } from "~/domain/equipment/charge-trend";
import { addDays, type CivilDate, daysBetween } from "~/domain/shared/time/dates";
import { type Assessment, type MeteringDevice, VERDICT_LABELS } from "./charge";

/** A reading of a circuit, with its civil day. */
export interface JudgedReading {
  takenOn: CivilDate;
  refrigerant: string;
  metering: MeteringDevice;
  addedMilliLb: number | null;
  recoveredMilliLb: number | null;
  assessment: Pick<Assessment, "superheat" | "subcooling" | "verdict">;
}

/** Maximum number of readings considered. */
export const READINGS_IN_A_TREND = 12;
/** Fewer days of readings, or a shorter period, make no trend. */
const MIN_DAYS = 3;
const MIN_SPAN_DAYS = 60;
/** Two probes of ±1 °F may differ by this much without any change. */
const MIN_CHANGE_F = 2;
/** Pairs of readings in the direction of the trend, minus those against it, as a share of all. */
const MIN_AGREEMENT = 0.6;

interface Point {
  on: CivilDate;
  /** °F from the middle of its range. */
  offset: number;
  /** Half of the range's width. */
  tolerance: number;
}

/**
 * Returns how the charge of a circuit develops, from its readings, latest first; null while it is steady and in range, or if
 * too little is known. Adding or recovering refrigerant starts a new trend. The slope is the median of the slopes between all
 * pairs (Theil 1950, Sen 1968), which a single bad reading does not affect.
 */
export function chargeTrend(readings: readonly JudgedReading[]): ChargeTrend | null {
  const [latest] = readings;
  if (!latest) return null;
  const points = pointsOf(readings, latest);
  const last = points.at(-1);
  const first = points[0];
  if (!first || !last || last.on !== latest.takenOn) return null;
  const figure = latest.metering === "txv" ? "subcooling" : "superheat";
  const slope = slopeOf(points);
  const verdict = latest.assessment.verdict;
  const shared = { figure, since: first.on, latest: last.on, fromF: first.offset, toF: last.offset } as const;
  if (verdict !== "in_range" && verdict !== "unclear")
    return {
      ...shared,
      state: "out",
      direction: last.offset < 0 ? "falling" : "rising",
      leavesOn: null,
      verdict: VERDICT_LABELS[verdict],
    };
  if (slope === null) return null;
  const span = daysBetween(first.on, last.on);
  const fitted = fittedAt(points, slope, last.on);
  const edge = slope < 0 ? -last.tolerance : last.tolerance;
  const days = Math.max(0, Math.ceil((edge - fitted) / slope));
  return {
    ...shared,
    fromF: round(fitted - slope * span),
    toF: round(fitted),
    state: "drifting",
    direction: slope < 0 ? "falling" : "rising",
    leavesOn: addDays(last.on, Math.min(days, MAX_DAYS)),
    verdict: null,
  };
}

/** A hundred years; slower drifts do not matter. */
const MAX_DAYS = 36_525;

/** One point per day, its latest reading, since the charge or the circuit was changed; oldest first. */
function pointsOf(readings: readonly JudgedReading[], latest: JudgedReading): Point[] {
  const byDay = new Map<CivilDate, Point>();
  for (const reading of readings) {
    if (reading.refrigerant !== latest.refrigerant || reading.metering !== latest.metering) break;
    const found = latest.metering === "txv" ? reading.assessment.subcooling : reading.assessment.superheat;
    if (found?.target && !byDay.has(reading.takenOn)) {
      const { from, to } = found.target;
      const offset = round(found.value - (from + to) / 2);
      byDay.set(reading.takenOn, { on: reading.takenOn, offset, tolerance: (to - from) / 2 });
    }
    // A reading with refrigerant added or recovered is the last with this charge: earlier readings do not count.
    if (reading.addedMilliLb !== null || reading.recoveredMilliLb !== null) break;
  }
  return [...byDay.values()].reverse();
}

/** °F per day; null without a trend. */
function slopeOf(points: readonly Point[]): number | null {
  const [first, last] = [points[0], points.at(-1)];
  if (points.length < MIN_DAYS || !first || !last) return null;
  const span = daysBetween(first.on, last.on);
  if (span < MIN_SPAN_DAYS) return null;
  const slopes = points.flatMap((one, at) =>
    points.slice(at + 1).map((other) => (other.offset - one.offset) / daysBetween(one.on, other.on)),
  );
  const slope = median(slopes);
  if (Math.abs(slope * span) < MIN_CHANGE_F) return null;
  const agreement = slopes.reduce((sum, each) => sum + Math.sign(each) * Math.sign(slope), 0) / slopes.length;
  return agreement >= MIN_AGREEMENT ? slope : null;
}

function fittedAt(points: readonly Point[], slope: number, on: CivilDate): number {
  return median(points.map((point) => point.offset + slope * daysBetween(point.on, on)));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

const round = (value: number) => Math.round(value * 10) / 10;
