import { type CollisionDetection, DndContext, DragOverlay, pointerWithin, useSensor } from "@dnd-kit/core";
import { type RefObject, type SyntheticEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { type DragListeners, DragSource, DropArea, useDragSensors } from "~/lib/drag";
import { cn } from "~/lib/utils";
import { createDrag, type DragBoard, type DragControl, type DropFeedback, type ShownDrag } from "./drag";
import { DragKeyboard } from "./drag-keyboard";
import { rectOf } from "./drag-target";
import { timeLabel } from "./labels";
import { LANES, TRAY } from "./scheduler-context";

type DragLayerProps = Omit<DragBoard, "root"> & {
  /** The element that contains the board. */
  root: RefObject<HTMLElement>;
  onListen: (listeners: DragListeners) => void;
};

/** Lets the board's jobs be moved and resized with mouse, touch and keyboard. */
export function DragLayer({ root, onListen, ...board }: DragLayerProps) {
  const now = useRef(board);
  now.current = board;
  const [shown, setShown] = useState<ShownDrag | null>(null);
  const [isResting, setResting] = useState(false);
  const drag = useMemo(() => createDrag(() => ({ ...now.current, root: root.current }), setShown, setResting), [root]);
  const pointers = useDragSensors();
  const keyboard = useSensor(DragKeyboard, drag.keyboard);
  const sensors = useMemo(() => [...pointers, keyboard], [pointers, keyboard]);
  const accessibility = useMemo(
    () => ({ announcements: drag.announcements, screenReaderInstructions: { draggable: "" }, restoreFocus: false }),
    [drag],
  );
  // dnd-kit evaluates this again only if the function changes.
  const autoScroll = useMemo(
    () => ({ canScroll: () => isResting && drag.canScroll(), threshold: { x: 0.05, y: 0.05 } }),
    [drag, isResting],
  );
  const pick = useCallback((event: SyntheticEvent) => pickFor(drag, event), [drag]);

  // Pointer events are observed on the window.
  useEffect(() => drag.listen(), [drag]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the board is rendered from these
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
      <DragSource pick={pick} onListen={onListen} />
      {[TRAY, LANES].map((id) => (
        <DropArea key={id} id={id} element={() => root.current?.querySelector(`[data-drop-area=${id}]`) ?? null} />
      ))}
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

/** The job that the pointer or key is on. */
function pickFor(drag: DragControl, { nativeEvent, target }: SyntheticEvent): HTMLElement | null {
  if (nativeEvent instanceof MouseEvent) return drag.pick(target, { x: nativeEvent.clientX, isTouch: false });
  if (nativeEvent instanceof KeyboardEvent) return nativeEvent.code === "Space" ? drag.pick(target, null) : null;
  const touch = nativeEvent instanceof TouchEvent && nativeEvent.touches.length === 1 && nativeEvent.touches[0];
  return touch ? drag.pick(target, { x: touch.clientX, isTouch: true }) : null;
}

/** Lanes scrolled out of view can be underneath the tray. */
const trayFirst: CollisionDetection = (args) =>
  pointerWithin(args).toSorted((a, b) => Number(b.id === TRAY) - Number(a.id === TRAY));

/** Position of the preview: snapped to its lane and time, or at the pointer. */
function positionOf(
  shown: ShownDrag | null,
  { drag, board }: { drag: DragControl; board: Pick<DragBoard, "view" | "zone"> },
) {
  if (shown?.lane && shown.target) {
    const { left: x, top: y } = rectOf(shown.lane, shown.target, { board, axis: shown.axis });
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

/** Shows where the job would be, and any conflict there. */
function DragPreview({
  item,
  lane,
  target,
  axis,
  feedback,
  board,
}: ShownDrag & { board: Pick<DragBoard, "view" | "zone"> }) {
  const width = lane && target ? rectOf(lane, target, { board, axis }).width : item.minutes * axis.scale;
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
