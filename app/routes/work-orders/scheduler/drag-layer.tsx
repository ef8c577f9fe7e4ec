import {
  type CollisionDetection,
  DndContext,
  DragOverlay,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
} from "@dnd-kit/core";
import {
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  type TouchEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { MINUTE_MS } from "~/domain/shared/intervals";
import { useDragSensors } from "~/lib/drag";
import { cn } from "~/lib/utils";
import { createDrag, type DragBoard, type DragControl, type DropFeedback, type ShownDrag } from "./drag";
import { DragKeyboard } from "./drag-keyboard";
import { rectOf } from "./drag-target";
import { timeLabel } from "./labels";
import { SCALE, TRAY } from "./view";

type DragLayerProps = Omit<DragBoard, "root"> & { isEnabled: boolean; className: string; children: ReactNode };

/** The board, whose jobs are moved and resized with mouse, finger and keyboard. */
export function DragLayer({ isEnabled, className, children, ...board }: DragLayerProps) {
  const root = useRef<HTMLDivElement>(null);
  const now = useRef(board);
  now.current = board;
  const [shown, setShown] = useState<ShownDrag | null>(null);
  const drag = useMemo(() => createDrag(() => ({ ...now.current, root: root.current }), setShown), []);
  const pointers = useDragSensors();
  const keyboard = useSensor(DragKeyboard, drag.keyboard);
  const sensors = useMemo(() => [...pointers, keyboard], [pointers, keyboard]);
  const accessibility = useMemo(
    () => ({ announcements: drag.announcements, screenReaderInstructions: { draggable: "" }, restoreFocus: false }),
    [drag],
  );
  const autoScroll = useMemo(() => ({ canScroll: drag.canScroll, threshold: { x: 0.05, y: 0.05 } }), [drag]);

  // The pointer is the window's.
  useEffect(() => drag.listen(), [drag]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the board is drawn from these
  useEffect(() => drag.redrawn(), [board.jobs, board.tray]);
  return (
    <DndContext
      id="scheduler"
      sensors={sensors}
      collisionDetection={trayFirst}
      accessibility={accessibility}
      autoScroll={autoScroll}
      {...drag.handlers}
    >
      <DragRoot root={root} drag={drag} isEnabled={isEnabled} className={className}>
        {children}
      </DragRoot>
      <DragOverlay
        dropAnimation={null}
        transition="none"
        zIndex={30}
        style={{ top: 0, left: 0, width: "auto", height: "auto", pointerEvents: "none" }}
        modifiers={[({ transform }) => ({ ...transform, ...positionOf(shown, { drag, board }) })]}
      >
        {shown && <DragPreview {...shown} board={board} />}
      </DragOverlay>
    </DndContext>
  );
}

/** Lanes that are scrolled out of sight lie under the tray. */
const trayFirst: CollisionDetection = (args) =>
  pointerWithin(args).toSorted((a, b) => Number(b.id === TRAY) - Number(a.id === TRAY));

interface DragRootProps extends Pick<DragLayerProps, "isEnabled" | "className" | "children"> {
  root: RefObject<HTMLDivElement>;
  drag: DragControl;
}

/** The draggable is whichever job the pointer or a key is on. */
function DragRoot({ root, drag, isEnabled, className, children }: DragRootProps) {
  const { setNodeRef, listeners } = useDraggable({ id: "job", disabled: !isEnabled });
  const start = (
    event: SyntheticEvent,
    name: "onMouseDown" | "onTouchStart" | "onKeyDown",
    at: PointerStart | null,
  ) => {
    const element = listeners && drag.pick(event.target, at);
    if (!element) return;
    setNodeRef(element);
    listeners[name]?.(event);
  };
  const onTouchStart = (event: TouchEvent) => {
    const touch = event.touches.item(0);
    if (event.touches.length === 1) start(event, "onTouchStart", { x: touch.clientX, isTouch: true });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dragged are the jobs within, each a link
    <div
      ref={root}
      data-draggable={isEnabled || undefined}
      className={className}
      onMouseDown={(event) => start(event, "onMouseDown", { x: event.clientX, isTouch: false })}
      onTouchStart={onTouchStart}
      onKeyDown={(event) => event.code === "Space" && start(event, "onKeyDown", null)}
    >
      {children}
      <div
        data-shield=""
        hidden
        className="fixed inset-0 z-50"
        onWheel={({ deltaX, deltaY }) => root.current?.querySelector("[data-scroller]")?.scrollBy(deltaX, deltaY)}
      />
    </div>
  );
}

type PointerStart = Parameters<DragControl["pick"]>[1];

type DropAreaProps = HTMLAttributes<HTMLElement> & { id: string; as?: "div" | "aside" };

/** Where jobs are dropped; `data-over` while one is dragged over it. */
export function DropArea({ id, as: Tag = "div", ...rest }: DropAreaProps) {
  const { setNodeRef, isOver } = useDroppable({ id });
  return <Tag ref={setNodeRef} data-over={isOver ? "" : undefined} {...rest} />;
}

/** Of the preview: snapped to its lane and time, else at the pointer. */
function positionOf(
  shown: ShownDrag | null,
  { drag, board }: { drag: DragControl; board: Pick<DragBoard, "view" | "zone"> },
) {
  if (shown?.lane && shown.target) {
    const { left: x, top: y } = rectOf(shown.lane, shown.target, { board, origin: shown.origin });
    return { x, y };
  }
  const { x, y } = drag.pointer();
  return { x: x - 12, y: y - 12 };
}

const TONES: Record<DropFeedback["tone"], string> = {
  ok: "border-ring bg-link-soft",
  warn: "border-warn bg-warn-soft",
  bad: "border-bad bg-bad-soft",
};

/** Where the job would be, and what speaks against it there. */
function DragPreview({
  item,
  lane,
  target,
  origin,
  feedback,
  board,
}: ShownDrag & { board: Pick<DragBoard, "view" | "zone"> }) {
  const width = lane && target ? rectOf(lane, target, { board, origin }).width : item.minutes * SCALE;
  const times = target && [target.start, target.start + target.minutes * MINUTE_MS];
  return (
    <div
      aria-hidden="true"
      style={{ width }}
      className={cn(
        "flex min-h-12 min-w-40 flex-col justify-center rounded-sm border-2 px-2 text-foreground text-xs shadow-popover",
        TONES[feedback.tone],
      )}
    >
      <span className="whitespace-nowrap font-medium tabular">
        {times ? times.map((at) => timeLabel(at, item.zone, board.zone)).join(" to ") : item.label}
      </span>
      <span className="max-w-80 whitespace-normal">{feedback.text}</span>
    </div>
  );
}
