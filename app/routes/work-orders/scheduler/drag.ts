import { resizedMinutes } from "~/domain/scheduling/scheduler";
import { afterPaint } from "./after-paint";
import { type Against, createGhost, type Ghost } from "./drag-ghost";
import {
  type Board,
  drawnJob,
  type Lane,
  type Liftable,
  laneAt,
  laneOf,
  originOf,
  sameTimeOn,
  startUnder,
  stepOf,
  type Target,
  trayAt,
} from "./drag-target";
import { SCALE } from "./view";

export interface DragOps {
  board: () => Board;
  find: (id: string) => Liftable | null;
  against: (lifted: Liftable, target: Target, from: string | null) => Against;
  drop: (lifted: Liftable, target: Target | "tray", from: string | null) => void;
  say: (words: string) => void;
  /** It was put down without anybody letting go of it. */
  kept: (lifted: Liftable) => void;
}

/** Ends it for good, and tells it that the board was drawn anew. */
export interface Dragging {
  stop: () => void;
  redrawn: () => void;
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

/** Lets jobs be dragged and resized with mouse, pen and finger within `root`. */
export function startPointerDrag(root: HTMLElement, ops: DragOps): Dragging {
  let waiting: { event: PointerEvent; element: HTMLElement; timer?: ReturnType<typeof setTimeout> } | null = null;
  let touched: EventTarget | null = null;
  let held: (Lifted & { grabbed: number; pointerId: number; veil: HTMLElement }) | null = null;
  let pointer = { x: 0, y: 0, fine: false };
  let frame = 0;

  function down(event: PointerEvent): void {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-job]") : null;
    if (event.button !== 0 || !element || (!element.dataset.movable && !atItsEnd(element, event))) return;
    waiting = { event, element };
    // What a finger touched hears its moves to the end, even once an update has taken it out of the board.
    if (event.pointerType === "touch") {
      touched?.removeEventListener("touchmove", keepStill);
      touched = event.target;
      touched?.addEventListener("touchmove", keepStill, { passive: false });
      waiting.timer = setTimeout(() => waiting && lift(waiting.event, waiting.element), touchDelay);
    } else if (atItsEnd(element, event)) event.preventDefault();
  }

  function lift(event: PointerEvent, element: HTMLElement): void {
    forget();
    const job = ops.find(element.dataset.job ?? "");
    if (!job) return;
    const resizing = atItsEnd(element, event);
    if (resizing ? !job.resizable : !job.movable) return;
    const from = laneOf(element)?.technicianId ?? null;
    const origin = originOf(root);
    const grabbed = from ? event.clientX - element.getBoundingClientRect().left : 12;
    held = {
      ...{ job, from, resizing, origin, element, grabbed, pointerId: event.pointerId },
      target: null,
      ghost: createGhost(job, ops.board(), origin),
      veil: veilOver(root, resizing ? "ew-resize" : "grabbing"),
    };
    element.dataset.lifted = "";
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
    const lane = held.resizing ? laneOf(held.element) : laneAt(root, pointer);
    markOver(root, lane?.element ?? trayAt(root, pointer));
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
    if (view === "week") return { technicianId, ...sameTimeOn(lane.date, job, { view, zone }), minutes: job.minutes };
    const start = startUnder(lane, { x: pointer.x - Math.min(grabbed, job.minutes * SCALE), origin, step, zone });
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
    end();
    swallowClick();
    if (target) ops.drop(job, target, from);
    else if (from && trayAt(root, { x: event.clientX, y: event.clientY })) ops.drop(job, "tray", from);
    else ops.say(`${job.label} stays where it is.`);
  }

  function end(): void {
    if (!held) return;
    held.ghost.remove();
    delete held.element.dataset.lifted;
    const { veil } = held;
    // What lies under the pointer is looked for anew once it is gone, and that takes longer than drawing the dropped job.
    veil.style.cursor = "";
    afterPaint(() => veil.remove());
    markOver(root, null);
    held = null;
  }

  function redrawn(): void {
    if (!held || held.element.isConnected) return;
    const element = drawnJob(root, held.job.id, held.from);
    if (!element) return;
    held.element = element;
    element.dataset.lifted = "";
  }

  function forget(): void {
    clearTimeout(waiting?.timer);
    waiting = null;
  }

  function cancel(): void {
    forget();
    end();
  }

  function taken(event: PointerEvent): void {
    if (held && event.pointerId === held.pointerId) ops.kept(held.job);
    cancel();
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
  window.addEventListener("pointercancel", taken);
  window.addEventListener("keydown", leave);
  root.addEventListener("touchmove", keepStill, { passive: false });
  root.addEventListener("contextmenu", keepStill);
  function stop(): void {
    cancel();
    touched?.removeEventListener("touchmove", keepStill);
    root.removeEventListener("pointerdown", down);
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", taken);
    window.removeEventListener("keydown", leave);
    root.removeEventListener("touchmove", keepStill);
    root.removeEventListener("contextmenu", keepStill);
  }
  return { stop, redrawn };
}

/** A job is made longer or shorter by its end. */
function atItsEnd(element: HTMLElement, { clientX, pointerType }: PointerEvent): boolean {
  if (element.dataset.resizable === undefined) return false;
  return element.getBoundingClientRect().right - clientX <= (pointerType === "touch" ? 14 : 8);
}

/** Lies over the page while a job is in hand: it alone shows the hand, so that nothing else is styled anew for it. */
function veilOver(root: HTMLElement, cursor: string): HTMLElement {
  const veil = document.createElement("div");
  veil.className = "fixed inset-0 z-50";
  veil.style.cursor = cursor;
  veil.addEventListener("wheel", ({ deltaX, deltaY }) =>
    root.querySelector("[data-scroller]")?.scrollBy(deltaX, deltaY),
  );
  root.appendChild(veil);
  return veil;
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
