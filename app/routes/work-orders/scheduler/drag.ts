import type { Announcements, DragCancelEvent, DragEndEvent, DragStartEvent } from "@dnd-kit/core";
import { toast } from "~/components/ui/toast-store";
import {
  type Placement,
  placedFromTray,
  resizedMinutes,
  type SchedulerWorkOrder,
  type TrayWorkOrder,
} from "~/domain/scheduling/scheduler";
import { formatDay } from "~/domain/shared/time/date-format";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { startOfDay } from "~/domain/shared/time/time-zones";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { dropTarget, ignoreClickAfterDrag } from "~/lib/drag";
import { afterPaint } from "./after-paint";
import type { KeyStep } from "./drag-keyboard";
import {
  axisOf,
  crewAfter,
  type DragItem,
  type DrawnAxis,
  type DropTarget,
  drawnWorkOrder,
  type Lane,
  laneAt,
  laneOf,
  lanesIn,
  sameTimeOn,
  startUnder,
  stepOf,
} from "./drag-target";
import type { DayFeedback } from "./drop-feedback";
import { type DropWorkOrder, dropWorkOrder, dropWorkOrderFromTray, isSamePlacement } from "./drops";
import { canMove, canResize, timeLabel } from "./labels";
import { TRAY } from "./scheduler-context";

/** The board as currently rendered. */
export interface DragBoard {
  root: HTMLElement | null;
  view: "day" | "week";
  zone: string;
  jobs: readonly SchedulerWorkOrder[];
  tray: readonly TrayWorkOrder[];
  feedback: DayFeedback | null;
  onDrop: (workOrder: DropWorkOrder, to: Placement | null, notice: string | null) => void;
}

/** Feedback on a target: nothing, a warning, or a conflict to override. */
export interface DropFeedback {
  text: string;
  tone: "ok" | "warn" | "bad";
}

interface Aim {
  lane: Lane | null;
  target: DropTarget | null;
}

/** What is rendered during a drag. */
export interface ShownDrag extends Aim {
  item: DragItem;
  axis: DrawnAxis;
  feedback: DropFeedback;
}

interface Drag extends Aim {
  item: DragItem;
  /** The technician whose lane it comes from; null from the tray. */
  from: string | null;
  isResize: boolean;
  byKey: boolean;
  /** Pixels from the job's start to the pointer. */
  grip: number;
  axis: DrawnAxis;
  element: HTMLElement;
}

const OK: DropFeedback = { text: "", tone: "ok" };
/** Tolerance for a hand that is not perfectly still. */
const REST_PIXELS = 4;
const REST_MS = 150;
const NOWHERE: Aim = { lane: null, target: null };

export type DragControl = ReturnType<typeof createDrag>;

/**
 * State of a drag: the job, its target and any conflict there. One draggable serves every job, whichever is under the
 * pointer or has the focus: a hook in each of hundreds would render them all again whenever a drag begins or ends.
 */
export function createDrag(
  board: () => DragBoard,
  draw: (shown: ShownDrag | null) => void,
  onRest: (isResting: boolean) => void,
) {
  /** Picked up, or about to be. */
  let drag: Drag | null = null;
  let isDragging = false;
  /** The pointer has been over the lanes since the pick-up: at their edges they scroll once it rests there. */
  let hasEntered = false;
  let isResting = false;
  let restingAt = { x: 0, y: 0 };
  let restTimer = 0;
  let pointer: Pointer = { x: 0, y: 0, isFine: false };
  /** Where the pointer was when its target was last determined. */
  let aimedAt: Pointer | null = null;
  /** The highlighted lane. */
  let over: HTMLElement | null = null;
  let lastStep: KeyStep | null = null;
  /** The job last dropped by keyboard, until another element is focused: it keeps the focus. */
  let dropped: { id: string; technicianId: string | null } | null = null;
  let announcement = "";
  let hideShield = () => {};

  /** The job that a pointer at `at`, or the focus, would drag; null if there is none. */
  function pick(from: EventTarget, at: { x: number; isTouch: boolean } | null): HTMLElement | null {
    const { root } = board();
    const element = from instanceof Element ? from.closest<HTMLElement>("[data-job]") : null;
    const item = element && dragItem(board(), element.dataset.job ?? "");
    if (!root || !item || isDragging) return null;
    const isResize = at ? isAtItsEnd(element, at) : !item.isMovable;
    if (isResize ? !item.isResizable : !item.isMovable) return null;
    const technicianId = laneOf(element)?.technicianId ?? null;
    const grip = at && technicianId ? at.x - element.getBoundingClientRect().left : 12;
    drag = { item, from: technicianId, isResize, byKey: !at, grip, axis: axisOf(root), element, ...NOWHERE };
    return element;
  }

  function aimAtPointer({ item, isResize, grip, axis, element }: Drag): Aim {
    const { root, view, zone } = board();
    aimedAt = pointer;
    const lane = root && (isResize ? laneOf(element) : laneAt(root, pointer));
    if (!lane) return NOWHERE;
    const { technicianId } = lane;
    const step = stepOf(pointer.isFine);
    if (isResize) {
      if (!item.at || view === "week") return NOWHERE;
      const minutes = resizedMinutes(item.at.start, startUnder(lane, { x: pointer.x, axis, step, zone }), step);
      return { lane, target: { technicianId, start: item.at.start, minutes } };
    }
    if (view === "week") {
      return { lane, target: { technicianId, ...sameTimeOn(lane.date, item, { view, zone }), minutes: item.minutes } };
    }
    const x = pointer.x - Math.min(grip, item.minutes * axis.scale);
    return {
      lane,
      target: { technicianId, start: startUnder(lane, { x, axis, step, zone }), minutes: item.minutes },
    };
  }

  function firstAim({ item, element, axis: { origin } }: Drag): Aim {
    const { root, view, zone } = board();
    const lane = laneOf(element) ?? (root && lanesIn(root)[0]);
    if (!lane) return NOWHERE;
    const morning = view === "week" ? 8 * 60 : Math.max(origin + 60, 8 * 60);
    const start = item.at?.start ?? startOfDay(lane.date, zone) + morning * MINUTE_MS;
    return { lane, target: { technicianId: lane.technicianId, start, minutes: item.minutes } };
  }

  function aim(current: Drag, { lane, target }: Aim): void {
    const isSame = isSameTarget(current.target, target);
    current.lane = lane;
    current.target = target;
    hasEntered ||= lane !== null;
    if (isSame) return;
    markOver(target && lane);
    const { item, axis } = current;
    draw({ item, lane, target, axis, feedback: feedbackOn(board(), current) });
  }

  function describe(current: Drag): string {
    const { item, lane, target } = current;
    if (!lane || !target) return "";
    const { view, zone } = board();
    const day = view === "week" ? `${formatDay(target.start, zone)}, ` : "";
    const time = timeLabel(target.start, item.zone, zone);
    return `${nameOf(lane)}, ${day}${time}, ${target.minutes} min. ${feedbackOn(board(), current).text}`;
  }

  function markOver(lane: Lane | null): void {
    if (over !== lane?.element) delete over?.dataset.over;
    over = lane?.element ?? null;
    if (over) over.dataset.over = "";
  }

  function end(): Drag | null {
    const current = drag;
    drag = null;
    isDragging = false;
    if (current) delete current.element.dataset.dragging;
    markOver(null);
    hideShield();
    draw(null);
    return current;
  }

  function onDragStart(event: DragStartEvent): void {
    const { root } = board();
    if (!drag || !root) return;
    isDragging = true;
    hasEntered = false;
    setResting(false);
    lastStep = null;
    dropped = null;
    drag.element.dataset.dragging = "";
    ignoreClickAfterDrag(event);
    if (!drag.byKey) hideShield = showShield(root, drag.isResize ? "ew-resize" : "grabbing");
    if (event.activatorEvent.type === "touchstart") navigator.vibrate?.(10);
    draw({ item: drag.item, axis: drag.axis, feedback: OK, ...NOWHERE });
    aim(drag, drag.byKey ? firstAim(drag) : aimAtPointer(drag));
    announcement = `Picked up ${drag.item.label}. ${drag.byKey ? describe(drag) : ""}`;
  }

  function onDragMove(): void {
    if (drag && !drag.byKey) aim(drag, aimAtPointer(drag));
    if (drag?.byKey) announcement = describe(drag);
  }

  function onDragEnd(event: DragEndEvent): void {
    // Finding the element under the pointer forces a layout, so do it only if the pointer has moved.
    if (drag && !drag.byKey && !isSamePoint(pointer, aimedAt)) Object.assign(drag, aimAtPointer(drag));
    const current = end();
    if (!current) return;
    const { item, from, target, byKey } = current;
    const isUnscheduled =
      from !== null && (byKey ? lastStep === "unschedule" : !target && dropTarget(event)?.id === TRAY);
    const isDropped = isUnscheduled || (target !== null && lastStep !== "unschedule");
    announcement = isDropped ? "" : stays(item);
    if (!isDropped) return;
    const to = isUnscheduled ? null : target;
    if (byKey) dropped = { id: item.id, technicianId: to?.technicianId ?? null };
    drop(board(), item, { target: to, from });
  }

  function onDragCancel({ activatorEvent }: DragCancelEvent): void {
    const current = end();
    if (!current) return;
    announcement = stays(current.item);
    const isDeliberate = current.byKey ? lastStep === "cancel" : activatorEvent.type !== "touchstart";
    if (!isDeliberate) toast({ title: stays(current.item), tone: "warn" });
  }

  const announce = () => announcement;
  const announcements: Announcements = {
    onDragStart: announce,
    onDragMove: () => (drag?.byKey ? announcement : undefined),
    onDragOver: () => undefined,
    onDragEnd: announce,
    onDragCancel: announce,
  };

  const keyboard = {
    /** Left and right change the time (with Shift the duration), up and down the technician. */
    step(event: KeyboardEvent): KeyStep | null {
      lastStep = drag && keyStep(event);
      if (!drag || lastStep !== "move") return lastStep;
      const next = /^Arrow(Left|Right)$/.test(event.key) ? sideways(event, drag) : upOrDown(event, drag);
      if (next) aim(drag, next);
      drag.lane?.element.scrollIntoView({ block: "nearest", inline: "nearest" });
      return "move";
    },
    offset() {
      if (!drag?.lane || !drag.target) return { x: 0, y: 0 };
      const { start, minutes } = drag.target;
      return {
        x: ((start / MINUTE_MS) % 1e6) + minutes,
        y: lanesIn(board().root ?? document.body).findIndex(isLane(drag.lane)),
      };
    },
    isWithin: (element: Element) => drag?.element.contains(element) ?? false,
  };

  function sideways({ key, shiftKey, altKey }: KeyboardEvent, { item, lane, target, isResize }: Drag): Aim | null {
    const { root, view, zone } = board();
    if (!root || !lane || !target) return null;
    const direction = key === "ArrowRight" ? 1 : -1;
    const step = stepOf(altKey);
    if (shiftKey || isResize) {
      if (!item.isResizable) return null;
      return { lane, target: { ...target, minutes: Math.max(step, target.minutes + direction * step) } };
    }
    if (view === "day") return { lane, target: { ...target, start: target.start + direction * step * MINUTE_MS } };
    const days = lanesIn(root).filter(({ technicianId }) => technicianId === lane.technicianId);
    const next = days[days.findIndex(isLane(lane)) + direction];
    return next ? { lane: next, target: { ...target, ...sameTimeOn(next.date, item, { view, zone }) } } : null;
  }

  function upOrDown({ key }: KeyboardEvent, { lane, target, isResize }: Drag): Aim | null {
    const { root } = board();
    if (!root || !lane || !target || isResize) return null;
    const lanes = lanesIn(root).filter(({ date }) => date === lane.date);
    const next = lanes[lanes.findIndex(isLane(lane)) + (key === "ArrowDown" ? 1 : -1)];
    return next ? { lane: next, target: { ...target, technicianId: next.technicianId } } : null;
  }

  /** After a render: the dragged job, or the one dropped by keyboard, may be a different element now. */
  function redrawn(): void {
    const { root } = board();
    const id = isDragging ? drag?.item.id : dropped?.id;
    if (!root || !id) return;
    const current = isDragging ? drag : null;
    const element = drawnWorkOrder(root, id, current ? current.from : (dropped?.technicianId ?? null));
    if (!element) return;
    if (current && !current.element.isConnected) {
      current.element = element;
      element.dataset.dragging = "";
    }
    const keepsFocus = !current || current.byKey;
    if (keepsFocus && document.activeElement === document.body) {
      element.querySelector("a")?.focus({ preventScroll: true });
    }
  }

  function setResting(next: boolean): void {
    clearTimeout(restTimer);
    if (next === isResting) return;
    isResting = next;
    onRest(next);
  }

  /** Crossing an edge on the way from the tray must not scroll. */
  function watchRest({ x, y }: Pointer): void {
    if (!isDragging || Math.hypot(x - restingAt.x, y - restingAt.y) <= REST_PIXELS) return;
    restingAt = { x, y };
    setResting(false);
    restTimer = window.setTimeout(() => setResting(isDragging), REST_MS);
  }

  /** Tracks the pointer and the focus until the returned function is called. */
  function listen(): () => void {
    const follow = ({ clientX: x, clientY: y, altKey: isFine }: PointerEvent) => {
      pointer = { x, y, isFine };
      watchRest(pointer);
    };
    const forget = ({ target }: FocusEvent) => {
      const isIts = target instanceof Element && target.closest<HTMLElement>("[data-job]")?.dataset.job === dropped?.id;
      if (!isIts) dropped = null;
    };
    const events = ["pointerdown", "pointermove", "pointerup"] as const;
    for (const name of events) window.addEventListener(name, follow, { capture: true });
    document.addEventListener("focusin", forget);
    return () => {
      for (const name of events) window.removeEventListener(name, follow, { capture: true });
      document.removeEventListener("focusin", forget);
      clearTimeout(restTimer);
      hideShield();
      drag = null;
      isDragging = false;
    };
  }

  return {
    pick,
    keyboard,
    handlers: { onDragStart, onDragMove, onDragEnd, onDragCancel },
    announcements,
    redrawn,
    listen,
    canScroll: () => hasEntered && isResting,
    pointer: () => pointer,
  };
}

interface Pointer {
  x: number;
  y: number;
  /** Alt is pressed. */
  isFine: boolean;
}

const isSamePoint = (a: Pointer, b: Pointer | null) =>
  b !== null && a.x === b.x && a.y === b.y && a.isFine === b.isFine;

const stays = ({ label }: DragItem) => `${label} was not moved.`;
const isLane = (lane: Lane) => (one: Lane) => one.element === lane.element;

function nameOf({ element }: Lane): string {
  const label = element.querySelector("ol")?.getAttribute("aria-label") ?? "";
  return label.replace(/^Jobs of /, "");
}

function keyStep({ key }: KeyboardEvent): KeyStep | null {
  if (key.startsWith("Arrow")) return "move";
  if (key === "Escape" || key === "Tab") return "cancel";
  if (key === "Delete") return "unschedule";
  return key === " " || key === "Enter" ? "drop" : null;
}

function isSameTarget(a: DropTarget | null, b: DropTarget | null): boolean {
  if (!a || !b) return a === b;
  return a.start === b.start && a.minutes === b.minutes && a.technicianId === b.technicianId;
}

function dragItem({ jobs, tray, zone }: DragBoard, id: string): DragItem | null {
  const booked = jobs.find((one) => one.id === id);
  const workOrder = booked ?? tray.find((one) => one.id === id);
  if (!workOrder) return null;
  return {
    ...("technicianIds" in workOrder ? dropWorkOrder(workOrder) : dropWorkOrderFromTray(workOrder)),
    label: formatWorkOrderNumber(workOrder.number),
    minutes: workOrder.minutes,
    zone: workOrder.zone ?? zone,
    isMovable: !booked || canMove(booked.status),
    isResizable: !booked || canResize(booked.status),
  };
}

type Over = Pick<Drag, "target" | "from">;

function placementAt(item: DragItem, target: DropTarget, from: string | null): Placement {
  const technicianIds = crewAfter(item.at?.technicianIds ?? [], from, target.technicianId);
  return { technicianIds, start: target.start, minutes: target.minutes };
}

function feedbackOn(
  { jobs, tray, feedback }: DragBoard,
  { item, target, from }: Pick<Drag, "item"> & Over,
): DropFeedback {
  if (!target) return OK;
  const placement = placementAt(item, target, from);
  const unscheduled = tray.find((one) => one.id === item.id);
  const workOrder = jobs.find((one) => one.id === item.id) ?? (unscheduled && placedFromTray(unscheduled, placement));
  const conflicts = workOrder && feedback ? feedback.conflictsAt(workOrder, placement) : [];
  const worst = conflicts.find(({ severity }) => severity !== "warning") ?? conflicts[0];
  const tone = !worst ? "ok" : worst.severity === "warning" ? "warn" : "bad";
  const { notice } = target;
  if (!notice) return { text: worst?.message ?? "", tone };
  return { text: `${notice} ${worst?.message ?? ""}`.trim(), tone: tone === "ok" ? "warn" : tone };
}

/**
 * If the job was changed during the drag without affecting its placement, the drop applies to the new version. If its
 * placement changed, it is sent as picked up, so that the response reports the conflict.
 */
function drop(board: DragBoard, item: DragItem, { target, from }: Over): void {
  const now = dragItem(board, item.id);
  const { id, number, version, status, at } = now && isSamePlacement(now.at, item.at) ? now : item;
  const to = target && placementAt(item, target, from);
  if (!isSamePlacement(at, to)) board.onDrop({ id, number, version, status, at }, to, target?.notice ?? null);
}

/** A job is resized by its end. */
function isAtItsEnd(element: HTMLElement, { x, isTouch }: { x: number; isTouch: boolean }): boolean {
  if (element.dataset.resizable === undefined) return false;
  return element.getBoundingClientRect().right - x <= (isTouch ? 14 : 8);
}

/** Shows an overlay during a drag: the cursor is set on it alone, so that no other element has to be restyled. */
function showShield(root: HTMLElement, cursor: string): () => void {
  const shield = root.querySelector<HTMLElement>("[data-shield]");
  if (!shield) return () => {};
  shield.hidden = false;
  shield.style.cursor = cursor;
  return () => {
    shield.style.cursor = "";
    // Removing it makes the browser look again for the element under the pointer, which takes longer than rendering the
    // dropped job.
    afterPaint(() => {
      shield.hidden = true;
    });
  };
}
