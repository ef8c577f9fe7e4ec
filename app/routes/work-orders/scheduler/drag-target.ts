import { dropTime } from "~/domain/scheduling/scheduler";
import { clockChangeNotice } from "~/domain/shared/date-format";
import { addDays } from "~/domain/shared/dates";
import { MINUTE_MS } from "~/domain/shared/intervals";
import { type Instant, startOfDay, type WallResolution, wallTimeOf } from "~/domain/shared/time-zones";
import type { Movable } from "./drops";
import { FINE_STEP, SCALE, STEP } from "./view";

/** What can be picked up, as it was then: a booked job or one of the tray. */
export interface Liftable extends Movable {
  label: string;
  minutes: number;
  /** The site's. */
  zone: string;
  movable: boolean;
  resizable: boolean;
}

/** Where it would be let go. */
export interface Target {
  technicianId: string;
  start: Instant;
  minutes: number;
  /** What is to be told about the time: the clocks skip it that day, or show it twice. */
  notice?: string | null;
}

/** The board as the drag sees it. */
export interface Board {
  view: "day" | "week";
  zone: string;
}

export interface Lane {
  element: HTMLElement;
  technicianId: string;
  date: string;
}

export function laneOf(element: Element | null): Lane | null {
  const found = element?.closest<HTMLElement>("[data-lane]");
  const { lane: technicianId, date } = found?.dataset ?? {};
  return found && technicianId && date ? { element: found, technicianId, date } : null;
}

interface Point {
  x: number;
  y: number;
}

/** The lane under a point, by what is drawn where: asking the page what lies there would lay it out anew. */
export function laneAt(root: HTMLElement, point: Point): Lane | null {
  const scroller = root.querySelector("[data-scroller]");
  const names = root.querySelector("[data-names]");
  if (!scroller || !covers(scroller, point) || (names && covers(names, point))) return null;
  // Row by row: a row that is scrolled out of sight is not laid out, and need not be for this.
  const row = [...root.querySelectorAll("[data-row]")].find((one) => covers(one, point));
  const element = row && [...row.querySelectorAll("[data-lane]")].find((one) => covers(one, point));
  return laneOf(element ?? null);
}

export function trayAt(root: HTMLElement, point: Point): HTMLElement | null {
  const tray = root.querySelector<HTMLElement>("[data-tray]");
  return tray && covers(tray, point) ? tray : null;
}

function covers(element: Element, { x, y }: Point): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x < right && y >= top && y < bottom;
}

/** Where a job is drawn now: an update may have drawn it anew elsewhere. */
export function drawnJob(root: HTMLElement, id: string, lane: string | null): HTMLElement | null {
  const all = [...root.querySelectorAll<HTMLElement>(`[data-job="${id}"]`)].filter((one) => one.offsetParent !== null);
  return all.find((one) => laneOf(one)?.technicianId === lane) ?? all[0] ?? null;
}

/** The lanes that are drawn, in order. */
export function lanesIn(root: HTMLElement): Lane[] {
  return [...root.querySelectorAll("[data-lane]")].flatMap((element) => {
    const lane = laneOf(element);
    return lane && lane.element.offsetParent !== null ? [lane] : [];
  });
}

export const stepOf = (fine: boolean) => (fine ? FINE_STEP : STEP);

/** First minute of the day that the axis shows. */
export function originOf(root: HTMLElement): number {
  return Number(root.querySelector<HTMLElement>("[data-origin]")?.dataset.origin ?? 0);
}

/** The instant under the pointer, snapped on the wall of the day that the lane shows: with the offset of that day. */
export function startUnder(
  lane: Lane,
  { x, origin, step, zone }: { x: number; origin: number; step: number; zone: string },
) {
  const minute = origin + (x - lane.element.getBoundingClientRect().left) / SCALE;
  return startOfDay(lane.date, zone) + Math.round(minute / step) * step * MINUTE_MS;
}

/** The same wall time at the site on another day; in the morning for what had none. */
export function sameTimeOn(date: string, lifted: Liftable, board: Board): Required<Pick<Target, "start" | "notice">> {
  if (!lifted.at) return timeAt(dropTime({ date, minuteOfDay: 8 * 60 }, lifted.zone, STEP));
  const shown = wallTimeOf(lifted.at.start, board.zone).date;
  const { date: was, time } = wallTimeOf(lifted.at.start, lifted.zone);
  if (date === shown) return { start: lifted.at.start, notice: null };
  const beside = Math.round((Date.parse(was) - Date.parse(shown)) / 86_400_000);
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return timeAt(dropTime({ date: addDays(date, beside), minuteOfDay: hours * 60 + minutes }, lifted.zone, 1));
}

function timeAt(found: WallResolution) {
  return { start: found.instant, notice: clockChangeNotice(found) };
}

/** Pixels from the lane's left edge. */
export function leftOf(lane: Lane, start: Instant, { origin, zone }: { origin: number; zone: string }): number {
  return ((start - startOfDay(lane.date, zone)) / MINUTE_MS - origin) * SCALE;
}

/** The crew with the one in whose lane it is let go: the lane's technician takes the place of whoever it was dragged from. */
export function crewAfter(crew: readonly string[], from: string | null, to: string): readonly string[] {
  if (crew.length === 0) return [to];
  if (crew.includes(to)) return crew;
  const leaves = from && crew.includes(from) ? from : crew[0];
  return crew.map((id) => (id === leaves ? to : id));
}
