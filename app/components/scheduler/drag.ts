import { resizedMinutes } from "~/domain/scheduling/board.rules";
import { type Against, createGhost, type Ghost } from "./drag-ghost";
import {
  type Board,
  type Lane,
  type Liftable,
  laneAt,
  laneOf,
  originOf,
  sameTimeOn,
  startUnder,
  stepOf,
  type Target,
} from "./drag-target";
import { SCALE } from "./view";

export interface DragOps {
  board: () => Board;
  find: (id: string) => Liftable | null;
  against: (lifted: Liftable, target: Target, from: string | null) => Against;
  drop: (lifted: Liftable, target: Target | "tray", from: string | null) => void;
  say: (words: string) => void;
}

/** A job in hand. */
export interface Lifted {
  job: Liftable;
  /** The lane it came from; null from the tray. */
  from: string | null;
  resizing: boolean;
  target: Target | null;
  ghost: Ghost;
  origin: number;
  element: HTMLElement;
}

const mouseSlack = 5;
const touchSlack = 10;
const touchDelay = 250;
const edge = 48;

/** Lets jobs be dragged and resized with mouse, pen and finger within `root`. Returns what ends it. */
export function startPointerDrag(root: HTMLElement, ops: DragOps): () => void {
  let waiting: { event: PointerEvent; element: HTMLElement; timer?: ReturnType<typeof setTimeout> } | null = null;
  let held: (Lifted & { grabbed: number; pointerId: number }) | null = null;
  let pointer = { x: 0, y: 0, fine: false };
  let frame = 0;

  function down(event: PointerEvent): void {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-job]") : null;
    const resizes = event.target instanceof Element && event.target.closest("[data-resize]");
    if (event.button !== 0 || !element || (!element.dataset.movable && !resizes)) return;
    waiting = { event, element };
    if (event.pointerType === "touch")
      waiting.timer = setTimeout(() => waiting && lift(waiting.event, waiting.element), touchDelay);
    else if (resizes) event.preventDefault();
  }

  function lift(event: PointerEvent, element: HTMLElement): void {
    forget();
    const job = ops.find(element.dataset.job ?? "");
    if (!job) return;
    const resizing = event.target instanceof Element && event.target.closest("[data-resize]") !== null;
    if (resizing ? !job.resizable : !job.movable) return;
    const from = laneOf(element)?.technicianId ?? null;
    const origin = originOf(root);
    const grabbed = from ? event.clientX - element.getBoundingClientRect().left : 12;
    held = {
      ...{ job, from, resizing, origin, element, grabbed, pointerId: event.pointerId },
      target: null,
      ghost: createGhost(job, ops.board(), origin),
    };
    element.dataset.lifted = "";
    document.documentElement.style.cursor = resizing ? "ew-resize" : "grabbing";
    root.setPointerCapture?.(event.pointerId);
    if (event.pointerType === "touch") navigator.vibrate?.(10);
    ops.say(`Picked up ${job.label}.`);
    move(event);
  }

  function move(event: PointerEvent): void {
    pointer = { x: event.clientX, y: event.clientY, fine: event.altKey };
    if (waiting && !held) {
      const { event: first, element } = waiting;
      const far = Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY);
      if (first.pointerType === "touch") {
        if (far > touchSlack) forget();
      } else if (far > mouseSlack) lift(first, element);
    }
    if (held && event.pointerId === held.pointerId) frame ||= requestAnimationFrame(follow);
  }

  function follow(): void {
    frame = 0;
    if (!held) return;
    scrollAtEdge(root, pointer);
    const lane = held.resizing ? laneOf(held.element) : laneAt(pointer.x, pointer.y);
    markOver(root, lane?.element ?? trayAt(pointer));
    const target = lane && targetIn(lane, held);
    if (!lane || !target) {
      held.target = null;
      held.ghost.hide();
      return;
    }
    if (
      target.start !== held.target?.start ||
      target.minutes !== held.target.minutes ||
      target.technicianId !== held.target.technicianId
    ) {
      held.target = target;
      held.ghost.show(lane, target, ops.against(held.job, target, held.from));
    }
  }

  function targetIn(lane: Lane, { job, resizing, grabbed, origin }: NonNullable<typeof held>): Target | null {
    const { view, zone } = ops.board();
    const step = stepOf(pointer.fine);
    const { technicianId } = lane;
    if (resizing) {
      if (!job.at || view === "week") return null;
      const end = startUnder(lane, { x: pointer.x, origin, step, zone });
      return { technicianId, start: job.at.start, minutes: resizedMinutes(job.at.start, end, step) };
    }
    const start =
      view === "week"
        ? sameTimeOn(lane.date, job, { view, zone })
        : startUnder(lane, { x: pointer.x - Math.min(grabbed, job.minutes * SCALE), origin, step, zone });
    return { technicianId, start, minutes: job.minutes };
  }

  function up(event: PointerEvent): void {
    forget();
    if (!held || event.pointerId !== held.pointerId) return;
    if (frame) {
      cancelAnimationFrame(frame);
      follow();
    }
    const { job, target, from } = held;
    const overTray = trayAt({ x: event.clientX, y: event.clientY }) !== null;
    end();
    swallowClick();
    if (target) ops.drop(job, target, from);
    else if (overTray && from) ops.drop(job, "tray", from);
  }

  function end(): void {
    if (!held) return;
    held.ghost.remove();
    delete held.element.dataset.lifted;
    document.documentElement.style.cursor = "";
    markOver(root, null);
    held = null;
  }

  function forget(): void {
    clearTimeout(waiting?.timer);
    waiting = null;
  }

  function cancel(): void {
    forget();
    end();
  }

  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !held) return;
    ops.say(`${held.job.label} stays where it is.`);
    cancel();
  };
  // Once a job is in hand the finger moves it, not the page.
  const keepStill = (event: Event) => held && event.preventDefault();
  root.addEventListener("pointerdown", down);
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", cancel);
  window.addEventListener("keydown", leave);
  root.addEventListener("touchmove", keepStill, { passive: false });
  root.addEventListener("contextmenu", keepStill);
  return () => {
    cancel();
    root.removeEventListener("pointerdown", down);
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", cancel);
    window.removeEventListener("keydown", leave);
    root.removeEventListener("touchmove", keepStill);
    root.removeEventListener("contextmenu", keepStill);
  };
}

function trayAt({ x, y }: { x: number; y: number }): HTMLElement | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-tray]") ?? null;
}

export function markOver(root: HTMLElement, over: HTMLElement | null): void {
  for (const one of root.querySelectorAll<HTMLElement>("[data-over]")) if (one !== over) delete one.dataset.over;
  if (over) over.dataset.over = "";
}

/** A board is larger than the screen: near its edge it moves along. */
function scrollAtEdge(root: HTMLElement, { x, y }: { x: number; y: number }): void {
  const scroller = root.querySelector("[data-scroller]");
  if (!scroller) return;
  const { left, right, top, bottom } = scroller.getBoundingClientRect();
  const push = (at: number, from: number, to: number) => (at < from + edge ? -12 : at > to - edge ? 12 : 0);
  if (x > left && x < right && y > top && y < bottom)
    scroller.scrollBy(push(x, left + 192, right), push(y, top, bottom));
}

/** Letting go over the link that was dragged is no click on it. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
}
