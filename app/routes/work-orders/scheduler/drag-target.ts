import { dropTime } from "~/domain/scheduling/scheduler";
import { clockChangeNotice } from "~/domain/shared/time/date-format";
import { addDays, DAY_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { type Instant, startOfDay, type WallResolution, wallTimeOf } from "~/domain/shared/time/time-zones";
import type { DropWorkOrder } from "./drops";
import { FINE_STEP, STEP } from "./scheduler-context";

/** A draggable job as it was when picked up: booked or unscheduled. */
export interface DragItem extends DropWorkOrder {
  label: string;
  minutes: number;
  /** The site's time zone. */
  zone: string;
  isMovable: boolean;
  isResizable: boolean;
}

/** Where it would be dropped. */
export interface DropTarget {
  technicianId: string;
  start: Instant;
  minutes: number;
  /** Notice about the time: the clocks skip it that day, or show it twice. */
  notice?: string | null;
}

/** The board's data needed by a drag. */
interface Board {
  view: "day" | "week";
  zone: string;
}

export interface Lane {
  element: HTMLElement;
  technicianId: string;
  date: string;
}

interface Point {
  x: number;
  y: number;
}

export function laneOf(element: Element | null): Lane | null {
  const found = element?.closest<HTMLElement>("[data-lane]");
  const { lane: technicianId, date } = found?.dataset ?? {};
  return found && technicianId && date ? { element: found, technicianId, date } : null;
}

/** The lane under a point, found by the rows' rectangles: elementFromPoint would force a layout. */
export function laneAt(root: HTMLElement, point: Point): Lane | null {
  const scroller = root.querySelector("[data-scroller]");
  const names = root.querySelector("[data-names]");
  if (!scroller || !covers(scroller, point) || (names && covers(names, point))) return null;
  // Row by row, because rows scrolled out of view are not laid out and do not need to be.
  const row = [...root.querySelectorAll("[data-row]")].find((one) => covers(one, point));
  const element = row && [...row.querySelectorAll("[data-lane]")].find((one) => covers(one, point));
  return laneOf(element ?? null);
}

function covers(element: Element, { x, y }: Point): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x < right && y >= top && y < bottom;
}

/** The element a job is rendered in now: an update may have moved it. */
export function drawnWorkOrder(root: HTMLElement, id: string, technicianId: string | null): HTMLElement | null {
  const all = [...root.querySelectorAll<HTMLElement>(`[data-job="${id}"]`)].filter((one) => one.offsetParent !== null);
  return all.find((one) => (laneOf(one)?.technicianId ?? null) === technicianId) ?? all[0] ?? null;
}

/** The rendered lanes, in order. */
export function lanesIn(root: HTMLElement): Lane[] {
  return [...root.querySelectorAll("[data-lane]")].flatMap((element) => {
    const lane = laneOf(element);
    return lane && lane.element.offsetParent !== null ? [lane] : [];
  });
}

export const stepOf = (isFine: boolean) => (isFine ? FINE_STEP : STEP);

/** The first minute of the day shown, and pixels per minute. */
export interface DrawnAxis {
  origin: number;
  scale: number;
}

export function axisOf(root: HTMLElement): DrawnAxis {
  const { origin = 0, scale = 1.5 } = root.querySelector<HTMLElement>("[data-origin]")?.dataset ?? {};
  return { origin: Number(origin), scale: Number(scale) };
}

/** The instant under the pointer, snapped to the lane's local day and using that day's UTC offset. */
export function startUnder(
  lane: Lane,
  { x, axis, step, zone }: { x: number; axis: DrawnAxis; step: number; zone: string },
): Instant {
  const minute = axis.origin + (x - lane.element.getBoundingClientRect().left) / axis.scale;
  return startOfDay(lane.date, zone) + Math.round(minute / step) * step * MINUTE_MS;
}

/** The same wall time at the site on another day; 8:00 AM if it had no time. */
export function sameTimeOn(date: string, item: DragItem, board: Board): Required<Pick<DropTarget, "start" | "notice">> {
  if (!item.at) return timeAt(dropTime({ date, minuteOfDay: 8 * 60 }, item.zone, STEP));
  const shown = wallTimeOf(item.at.start, board.zone).date;
  const { date: was, time } = wallTimeOf(item.at.start, item.zone);
  if (date === shown) return { start: item.at.start, notice: null };
  const dayOffset = Math.round((Date.parse(was) - Date.parse(shown)) / DAY_MS);
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return timeAt(dropTime({ date: addDays(date, dayOffset), minuteOfDay: hours * 60 + minutes }, item.zone, 1));
}

function timeAt(found: WallResolution) {
  return { start: found.instant, notice: clockChangeNotice(found) };
}

/** Screen position where the job would be rendered. */
export function rectOf(
  lane: Lane,
  { start, minutes }: DropTarget,
  { board, axis: { origin, scale } }: { board: Board; axis: DrawnAxis },
) {
  const { left, top, width } = lane.element.getBoundingClientRect();
  if (board.view === "week") return { left: left + 4, top: top + 4, width: width - 8 };
  const minute = (start - startOfDay(lane.date, board.zone)) / MINUTE_MS;
  return { left: left + (minute - origin) * scale, top: top + 2, width: minutes * scale - 2 };
}

/** The crew after a drop: the lane's technician replaces the one whose lane the job was dragged from. */
export function crewAfter(crew: readonly string[], from: string | null, to: string): readonly string[] {
  if (crew.length === 0) return [to];
  if (crew.includes(to)) return crew;
  const leaves = from && crew.includes(from) ? from : crew[0];
  return crew.map((id) => (id === leaves ? to : id));
}
