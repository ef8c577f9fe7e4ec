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

/** A press on a control within what can be dragged is the control's; a handle may be a button itself. */
function isOnControl({ target, currentTarget }: SyntheticEvent): boolean {
  const control = target instanceof Element ? target.closest(CONTROLS) : null;
  return control !== null && control !== currentTarget;
}

/**
 * Each step of a drag is drawn before the next event. dnd-kit knows from its drawing where it is: on a slow device a release
 * would come before the last step was drawn, and drop a step too early.
 */
function drawnAtOnce<T extends SensorProps<SensorOptions>>(props: T): T {
  return { ...props, onMove: (...step) => flushSync(() => props.onMove(...step)) };
}

/** What a drag was released on. `over` of the event is one drawing behind. */
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
 * The sensor listens from the next task on, and a key that is pressed while the pick-up is drawn comes before it: an Escape
 * would be lost and the drag go on. Such keys are held until it listens.
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
 * Mouse, finger and keyboard, the same wherever something is dragged: a click stays a click, a finger that slides scrolls,
 * Space picks up. The keyboard takes part where `toNeighbor` says what the arrows do.
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

/** By the pointer what lies under it, by the keyboard what is nearest. */
export const underPointer: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : closestCenter(args);

/**
 * For onDragStart where what is dragged is a link: dropped on itself it would be followed. The sensors hide that click from
 * the router, not from the browser.
 */
export function ignoreClickAfterDrag({ activatorEvent }: { activatorEvent: Event }): void {
  if (activatorEvent instanceof KeyboardEvent) return;
  const ignore = (event: Event) => event.preventDefault();
  addEventListener("click", ignore, { capture: true });
  const done = () => setTimeout(() => removeEventListener("click", ignore, { capture: true }));
  for (const type of ["mouseup", "touchend", "touchcancel"])
    addEventListener(type, done, { capture: true, once: true });
}

/** What starts a drag, for the element within which things are dragged. */
export type DragListeners = Pick<DOMAttributes<HTMLElement>, "onMouseDown" | "onTouchStart" | "onKeyDown">;
type ListenerName = keyof DragListeners;
type DragListener = (event: SyntheticEvent) => void;

interface DragSourceProps {
  /** The element that the event would drag; null where it would drag none. */
  pick: (event: SyntheticEvent) => HTMLElement | null;
  onListen: (listeners: Record<ListenerName, DragListener>) => void;
}

/**
 * One draggable for everything on a board, whichever the pointer or a key is on: a hook in each of hundreds would draw them
 * all anew whenever a drag begins or ends. It and the drop targets lie beside the board rather than around it, so that the
 * board is drawn and live before this code is there.
 */
export function DragSource({ pick, onListen }: DragSourceProps): null {
  const { setNodeRef, listeners } = useDraggable({ id: "dragged" });
  const now = useRef(listeners);
  now.current = listeners;

  // The board is not ours to draw.
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
  /** Drawn by the board. */
  element: () => HTMLElement | null;
  data?: Record<string, unknown>;
  isDisabled?: boolean;
}

/** An element of the board that things are dropped on; `data-over` while one is dragged over it. */
export function DropArea({ id, element, data, isDisabled = false }: DropAreaProps): null {
  const { setNodeRef, isOver } = useDroppable({ id, data, disabled: isDisabled });

  // After every drawing: it may be another element now.
  useEffect(() => {
    const found = element();
    setNodeRef(found);
    found?.toggleAttribute("data-over", isOver);
  });
  return null;
}

interface DragLabels {
  /** What is dragged: "WO-012". */
  item: (active: Active) => string;
  /** Where it is before: "Scheduled". */
  from?: (active: Active) => string;
  /** What it is dragged over: "Dispatched". */
  target: (over: Over) => string;
  /** What a drop there would do, where it is known: "Dispatched: Dispatch to Luis." */
  preview?: (active: Active, over: Over) => string;
  /** What is still to be done after the drop: "Not saved yet." */
  afterDrop?: string;
}

/** What a screen reader hears of a drag. */
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
