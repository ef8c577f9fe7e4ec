import { formatDay } from "~/domain/shared/date-format";
import { MINUTE_MS } from "~/domain/shared/intervals";
import { startOfDay } from "~/domain/shared/time-zones";
import type { Dragging, DragOps, Lifted } from "./drag";
import { createGhost } from "./drag-ghost";
import { drawnJob, type Lane, laneOf, lanesIn, originOf, sameTimeOn, stepOf, type Target } from "./drag-target";
import { timeWords } from "./labels";

type Held = Lifted & { lane: Lane; target: Target };

/**
 * Space picks a job up; left and right change its time (with Shift its length), up and down its technician; Space or Enter
 * lets go, Delete gives it back to the tray, Escape leaves it where it was. The job keeps the focus wherever it is drawn.
 */
export function startKeyDrag(root: HTMLElement, ops: DragOps): Dragging {
  let held: Held | null = null;
  /** The job that was let go last, as long as nothing else was done. */
  let dropped: { id: string; lane: string | null } | null = null;

  function keyDown(event: KeyboardEvent): void {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-job]") : null;
    if (held) handle(event, held);
    else if (element && root.contains(element) && event.key === " ") {
      event.preventDefault();
      lift(element);
    }
  }

  function lift(element: HTMLElement): void {
    const job = ops.find(element.dataset.job ?? "");
    if (!job || (!job.movable && !job.resizable)) return;
    const own = laneOf(element);
    const lane = own ?? lanesIn(root)[0];
    if (!lane) return;
    const origin = originOf(root);
    const start = job.at?.start ?? firstStart(lane);
    const target = { technicianId: lane.technicianId, start, minutes: job.minutes };
    const ghost = createGhost(job, ops.board(), origin);
    held = { job, from: own?.technicianId ?? null, resizing: !job.movable, target, ghost, origin, element, lane };
    element.dataset.lifted = "";
    show(held, `Picked up ${job.label}. `);
  }

  function firstStart(lane: Lane): number {
    const { zone, view } = ops.board();
    const midnight = startOfDay(lane.date, zone);
    return view === "week"
      ? midnight + 8 * 60 * MINUTE_MS
      : midnight + Math.max(originOf(root) + 60, 8 * 60) * MINUTE_MS;
  }

  function handle(event: KeyboardEvent, now: Held): void {
    const sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const upwards = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") {
      ops.say(`${now.job.label} stays where it is.`);
      end();
    } else if (event.key === " " || event.key === "Enter") {
      const { job, target, from } = now;
      end();
      dropped = { id: job.id, lane: target.technicianId };
      ops.drop(job, target, from);
    } else if (event.key === "Delete" && now.from) {
      const { job, from } = now;
      end();
      dropped = { id: job.id, lane: null };
      ops.drop(job, "tray", from);
    } else if (sideways !== undefined) shift(now, sideways, event);
    else if (upwards !== undefined) turn(now, upwards);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function shift(now: Held, direction: number, { shiftKey, altKey }: KeyboardEvent): void {
    const step = stepOf(altKey);
    const { view, zone } = ops.board();
    if (shiftKey || now.resizing) {
      if (!now.job.resizable && now.job.at) return;
      now.target = { ...now.target, minutes: Math.max(step, now.target.minutes + direction * step) };
    } else if (view === "day") {
      now.target = { ...now.target, start: now.target.start + direction * step * MINUTE_MS };
    } else {
      const lanes = lanesIn(root).filter(({ technicianId }) => technicianId === now.lane.technicianId);
      const next = lanes[lanes.findIndex(({ element }) => element === now.lane.element) + direction];
      if (!next) return;
      now.lane = next;
      now.target = { ...now.target, ...sameTimeOn(next.date, now.job, { view, zone }) };
    }
    show(now);
  }

  function turn(now: Held, direction: number): void {
    if (now.resizing) return;
    const lanes = lanesIn(root).filter(({ date }) => date === now.lane.date);
    const next = lanes[lanes.findIndex(({ element }) => element === now.lane.element) + direction];
    if (!next) return;
    now.lane = next;
    now.target = { ...now.target, technicianId: next.technicianId };
    show(now);
  }

  function show(now: Held, before = ""): void {
    const told = ops.against(now.job, now.target, now.from);
    now.ghost.show(now.lane, now.target, told);
    now.lane.element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { start, minutes } = now.target;
    const { zone } = ops.board();
    const name =
      now.lane.element
        .querySelector("ol")
        ?.getAttribute("aria-label")
        ?.replace(/^Jobs of /, "") ?? "";
    const day = ops.board().view === "week" ? `${formatDay(start, zone)}, ` : "";
    ops.say(`${before}${name}, ${day}${timeWords(start, now.job.zone, zone)}, ${minutes} min. ${told.text}`);
  }

  function end(): void {
    if (!held) return;
    held.ghost.remove();
    delete held.element.dataset.lifted;
    held = null;
  }

  function leave(event: FocusEvent): void {
    const to = event.target instanceof Node ? event.target : null;
    if (held && !held.element.contains(to)) {
      ops.kept(held.job);
      end();
    }
    dropped = null;
  }

  /** An update may draw the job anew elsewhere: it stays in hand, and the keys still reach it. */
  function redrawn(): void {
    const id = held?.job.id ?? dropped?.id;
    if (!id || document.activeElement !== document.body) return;
    const element = drawnJob(root, id, held ? held.from : (dropped?.lane ?? null));
    if (element && held) {
      held.element = element;
      element.dataset.lifted = "";
    }
    element?.querySelector("a")?.focus({ preventScroll: true });
  }

  window.addEventListener("keydown", keyDown, { capture: true });
  document.addEventListener("focusin", leave);
  function stop(): void {
    end();
    window.removeEventListener("keydown", keyDown, { capture: true });
    document.removeEventListener("focusin", leave);
  }
  return { stop, redrawn };
}
