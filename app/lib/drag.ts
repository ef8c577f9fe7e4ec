import {
  type Active,
  type Announcements,
  type CollisionDetection,
  closestCenter,
  type DragEndEvent,
  type DroppableContainer,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  type KeyboardSensorProps,
  MouseSensor,
  type Over,
  pointerWithin,
  type SensorOptions,
  type SensorProps,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { type DOMAttributes, type SyntheticEvent, useEffect, useMemo, useRef } from "react";
import { flushSync } from "react-dom";

const CONTROLS = "button, input, select, textarea, [role=menu]";

/** A press on a control inside a draggable belongs to the control; a drag handle may itself be a button. */
function isOnControl({ target, currentTarget }: SyntheticEvent): boolean {
  const control = target instanceof Element ? target.closest(CONTROLS) : null;
  return control !== null && control !== currentTarget;
}

/**
 * Renders each step of a drag before the next event. dnd-kit reads its position from the last render: on a slow device
 * a release would arrive before the last step was rendered and drop one step too early.
 */
function drawnAtOnce<T extends SensorProps<SensorOptions>>(props: T): T {
  return { ...props, onMove: (...step) => flushSync(() => props.onMove(...step)) };
}

/** The target a drag was released on. The event's `over` lags one render behind. */
export function dropTarget({ collisions }: DragEndEvent): DroppableContainer | null {
  return collisions?.[0]?.data?.droppableContainer ?? null;
}

class DragMouseSensor extends MouseSensor {
  constructor(props: ConstructorParameters<typeof MouseSensor>[0]) {
    super(drawnAtOnce(props));
  }

  static override activators = MouseSensor.activators.map(({ eventName, handler }) => ({
    eventName,
    handler: (...[event, options]: Parameters<typeof handler>) => !isOnControl(event) && handler(event, options),
  }));
}

class DragTouchSensor extends TouchSensor {
  constructor(props: ConstructorParameters<typeof TouchSensor>[0]) {
    super(drawnAtOnce(props));
  }

  static override activators = TouchSensor.activators.map(({ eventName, handler }) => ({
    eventName,
    handler: (...[event, options]: Parameters<typeof handler>) => !isOnControl(event) && handler(event, options),
  }));
}

class DragKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    super(props);
    keepEarlyKeys();
  }
}

/**
 * The sensor starts listening in the next task, and a key pressed while the pick-up renders comes earlier: an Escape
 * would be lost and the drag would continue. Such keys are held until the sensor listens.
 */
function keepEarlyKeys(): void {
  const early: KeyboardEvent[] = [];
  const keep = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    early.push(event);
  };
  addEventListener("keydown", keep, { capture: true });
  setTimeout(() => {
    removeEventListener("keydown", keep, { capture: true });
    for (const { target, code, key } of early)
      target?.dispatchEvent(new KeyboardEvent("keydown", { code, key, bubbles: true, cancelable: true }));
  });
}

const mouseOptions = { activationConstraint: { distance: 6 } };
const touchOptions = { activationConstraint: { delay: 250, tolerance: 8 } };
const keys = { start: ["Space"], cancel: ["Escape"], end: ["Space", "Enter", "Tab"] };
const staysPut: KeyboardCoordinateGetter = () => undefined;

/**
 * Mouse, touch and keyboard sensors, the same wherever something is dragged: a click remains a click, a swiping finger
 * scrolls, Space picks up. The keyboard is enabled if `toNeighbor` defines where the arrow keys move.
 */
export function useDragSensors(toNeighbor: KeyboardCoordinateGetter | null = null) {
  const keyboardOptions = useMemo(
    () => ({ coordinateGetter: toNeighbor ?? staysPut, keyboardCodes: keys }),
    [toNeighbor],
  );
  const mouse = useSensor(DragMouseSensor, mouseOptions);
  const touch = useSensor(DragTouchSensor, touchOptions);
  const keyboard = useSensor(DragKeyboardSensor, keyboardOptions);
  return useSensors(mouse, touch, toNeighbor ? keyboard : null);
}

/** With a pointer, whatever is under it; with the keyboard, the nearest target. */
export const underPointer: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : closestCenter(args);

/**
 * For onDragStart when the dragged element is a link: dropped on itself, it would be followed. The sensors hide that
 * click from the router, but not from the browser.
 */
export function ignoreClickAfterDrag({ activatorEvent }: { activatorEvent: Event }): void {
  if (activatorEvent instanceof KeyboardEvent) return;
  const ignore = (event: Event) => event.preventDefault();
  addEventListener("click", ignore, { capture: true });
  const done = () => setTimeout(() => removeEventListener("click", ignore, { capture: true }));
  for (const type of ["mouseup", "touchend", "touchcancel"])
    addEventListener(type, done, { capture: true, once: true });
}

/** Listeners that start a drag, for the element that contains the draggables. */
export type DragListeners = Pick<DOMAttributes<HTMLElement>, "onMouseDown" | "onTouchStart" | "onKeyDown">;
type ListenerName = keyof DragListeners;
type DragListener = (event: SyntheticEvent) => void;

interface DragSourceProps {
  /** The element that the event would drag; null if there is none. */
  pick: (event: SyntheticEvent) => HTMLElement | null;
  onListen: (listeners: Record<ListenerName, DragListener>) => void;
}

/**
 * One draggable for everything on a board, whichever item the pointer or key is on: a hook in each of hundreds would
 * render them all again whenever a drag begins or ends. It and the drop targets are siblings of the board rather than
 * parents, so that the board is rendered and interactive before this code loads.
 */
export function DragSource({ pick, onListen }: DragSourceProps): null {
  const { setNodeRef, listeners } = useDraggable({ id: "dragged" });
  const now = useRef(listeners);
  now.current = listeners;

  // The board's elements are rendered elsewhere, so the listeners are attached directly.
  useEffect(() => {
    const listener = (name: ListenerName) => (event: SyntheticEvent) => {
      const element = pick(event);
      if (!element) return;
      setNodeRef(element);
      now.current?.[name]?.(event);
    };
    onListen({
      onMouseDown: listener("onMouseDown"),
      onTouchStart: listener("onTouchStart"),
      onKeyDown: listener("onKeyDown"),
    });
  }, [pick, onListen, setNodeRef]);
  return null;
}

interface DropAreaProps {
  id: string;
  /** Rendered by the board. */
  element: () => HTMLElement | null;
  data?: Record<string, unknown>;
  isDisabled?: boolean;
}

/** Registers an element of the board as a drop target and sets `data-over` while something is dragged over it. */
export function DropArea({ id, element, data, isDisabled = false }: DropAreaProps): null {
  const { setNodeRef, isOver } = useDroppable({ id, data, disabled: isDisabled });

  // After every render, because the element may have been replaced.
  useEffect(() => {
    const found = element();
    setNodeRef(found);
    found?.toggleAttribute("data-over", isOver);
  });
  return null;
}

interface DragLabels {
  /** Label of the dragged item: "WO-012". */
  item: (active: Active) => string;
  /** Label of its original place: "Scheduled". */
  from?: (active: Active) => string;
  /** Label of the current target: "Dispatched". */
  target: (over: Over) => string;
  /** What a drop there would do, if known: "Dispatched: Dispatch to Luis." */
  preview?: (active: Active, over: Over) => string;
  /** What remains to be done after the drop: "Not saved yet." */
  afterDrop?: string;
}

/** Screen reader announcements for a drag. */
export function dragAnnouncements({ item, from, target, preview, afterDrop = "" }: DragLabels): Announcements {
  const stays = (active: Active) => `${item(active)} stays ${from ? `in ${from(active)}` : "where it is"}.`;
  return {
    onDragStart: ({ active }) => `Picked up ${item(active)}${from ? `, ${from(active)}` : ""}.`,
    onDragOver: ({ active, over }) => {
      if (!over) return undefined;
      return preview ? preview(active, over) : target(over);
    },
    onDragEnd: ({ active, over }) =>
      over ? `${item(active)} dropped on ${target(over)}. ${afterDrop}`.trim() : stays(active),
    onDragCancel: ({ active }) => stays(active),
  };
}
