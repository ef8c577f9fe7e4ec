import {
  type Active,
  DndContext,
  DragOverlay,
  type KeyboardCoordinateGetter,
  type Modifier,
  type Over,
  useDroppable,
} from "@dnd-kit/core";
import { type ReactNode, useCallback, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { toneText } from "~/components/ui/tone";
import { statusStyles } from "~/components/work-orders/status";
import { type Card, type Drop, dropOn, type Mover } from "~/domain/work-orders/board";
import {
  BOARD_COLUMNS,
  formatWorkOrderNumber,
  STATUS_LABELS,
  type WorkOrderStatus,
} from "~/domain/work-orders/work-order";
import { ClientOnly } from "~/lib/client-only";
import { dragAnnouncements, ignoreClickAfterDrag, underPointer, useDragSensors } from "~/lib/drag";
import { cn } from "~/lib/utils";
import { CardFace } from "./card";
import { dropLabel } from "./labels";

interface BoardDragProps {
  mover: Mover;
  zone: string;
  onDrop: (card: Card, to: WorkOrderStatus) => void;
  children: ReactNode;
}

const HOW_TO_MOVE =
  "Press Space to pick it up, the left and right arrows to choose a column, Space to drop it, Escape to cancel.";

/** Lets the board's cards be dragged from column to column with mouse, finger and keyboard. */
export function BoardDrag({ mover, zone, onDrop, children }: BoardDragProps) {
  const isSmall = useIsSmallScreen();
  const { toNeighbor, startAt } = useColumnSteps();
  const [active, setActive] = useState<Card | null>(null);
  return (
    <DndContext
      id="board"
      sensors={useDragSensors(toNeighbor)}
      collisionDetection={underPointer}
      autoScroll={!isSmall}
      accessibility={{ announcements: announcementsFor(mover), screenReaderInstructions: { draggable: HOW_TO_MOVE } }}
      onDragStart={(start) => {
        ignoreClickAfterDrag(start);
        const card = cardOf(start.active);
        startAt(card.status);
        setActive(card);
      }}
      onDragEnd={({ active, over }) => {
        setActive(null);
        if (over) onDrop(cardOf(active), statusOf(over));
      }}
      onDragCancel={() => setActive(null)}
    >
      {children}
      {isSmall && active && <DropTray card={active} mover={mover} />}
      <ClientOnly>
        {createOverlay(
          <DragOverlay dropAnimation={null} modifiers={isSmall ? [besideFinger] : undefined}>
            {active && <DraggedCard card={active} zone={zone} isSmall={isSmall} />}
          </DragOverlay>,
        )}
      </ClientOnly>
    </DndContext>
  );
}

/** Above everything, whatever the shell's boxes contain. On the server there is no body to draw into. */
const createOverlay = (overlay: ReactNode) =>
  typeof document === "undefined" ? null : createPortal(overlay, document.body);

/** Guarantee: nothing but cards is dragged on a board. */
const cardOf = ({ data }: Active): Card => data.current?.card;

/** Guarantee: nothing but columns is dropped on, a column itself or its field in the tray. */
const statusOf = ({ data }: Over): WorkOrderStatus => data.current?.status;

/** What dropping the dragged card on this column would do; null while none is dragged. */
export interface Offer {
  card: Card;
  drop: Drop;
  isOver: boolean;
}

/** A column as a place to drop cards on. */
export function useColumnTarget(status: WorkOrderStatus, mover: Mover) {
  const isSmall = useIsSmallScreen();
  const { setNodeRef, active, isOver } = useDroppable({ id: status, data: { status }, disabled: isSmall });
  const card = active && cardOf(active);
  const offer: Offer | null = card && { card, drop: dropOn(card, status, mover), isOver };
  return { setNodeRef, offer };
}

const trayId = (status: WorkOrderStatus) => `tray-${status}`;

/** On a phone, where one column shows at a time: every column as a field to drop on, while a card is dragged. */
function DropTray({ card, mover }: { card: Card; mover: Mover }) {
  return createPortal(
    <div className="fixed inset-x-0 top-0 z-40 grid grid-cols-3 gap-2 border-border border-b bg-background p-2 shadow-popover">
      {BOARD_COLUMNS.map((status) => (
        <TrayField key={status} status={status} card={card} mover={mover} />
      ))}
    </div>,
    document.body,
  );
}

function TrayField({ status, card, mover }: { status: WorkOrderStatus; card: Card; mover: Mover }) {
  const { setNodeRef, isOver } = useDroppable({ id: trayId(status), data: { status } });
  const { icon: Icon, tone } = statusStyles[status];
  const drop = dropOn(card, status, mover);
  const isPossible = drop.kind === "moves" || drop.kind === "asks";
  return (
    <div
      ref={setNodeRef}
      data-drop={status}
      className={cn(
        "flex min-h-20 flex-col gap-1 overflow-hidden rounded-md border p-2 text-xs",
        isPossible ? "border-ring bg-card" : "border-border border-dashed text-muted-foreground",
        isOver && (isPossible ? "bg-link-soft" : "bg-muted"),
      )}
    >
      <span className="flex items-center gap-1.5 font-medium">
        <Icon aria-hidden="true" className={cn("size-3.5 shrink-0", toneText[tone])} />
        {STATUS_LABELS[status]}
      </span>
      {(isPossible || isOver) && <span className="line-clamp-3">{dropLabel(card, status, drop)}</span>}
    </div>
  );
}

/** The copy under the pointer; beside a finger only a slip, so that the field below stays in sight. */
function DraggedCard({ card, zone, isSmall }: { card: Card; zone: string; isSmall: boolean }) {
  if (isSmall) {
    return (
      <p className="w-44 truncate rounded-md border border-ring bg-card px-3 py-2 text-sm shadow-popover">
        <span className="text-muted-foreground tabular">{formatWorkOrderNumber(card.number)}</span> {card.title}
      </p>
    );
  }
  return (
    <div className="dense flex cursor-grabbing flex-col gap-1 rounded-md border border-ring bg-card p-3 text-body shadow-popover">
      <CardFace card={card} zone={zone} title={<p className="font-medium">{card.title}</p>} />
    </div>
  );
}

/** Moves the copy from its place on the card to below the finger. */
const besideFinger: Modifier = ({ activatorEvent, activeNodeRect, transform }) => {
  const touch = activatorEvent instanceof TouchEvent ? activatorEvent.touches[0] : undefined;
  if (!touch || !activeNodeRect) return transform;
  const x = transform.x + touch.clientX - activeNodeRect.left - 88;
  const y = transform.y + touch.clientY - activeNodeRect.top + 48;
  return { ...transform, x, y };
};

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Left and right go from column to column, counted here: what the board knows of the drag lags behind quick keys. */
function useColumnSteps() {
  const at = useRef(0);
  const startAt = useCallback((status: WorkOrderStatus) => {
    at.current = BOARD_COLUMNS.indexOf(status);
  }, []);
  const toNeighbor: KeyboardCoordinateGetter = useCallback((event, { currentCoordinates, context }) => {
    const step = steps[event.code];
    if (step === undefined) return undefined;
    event.preventDefault();
    at.current = Math.min(Math.max(at.current + step, 0), BOARD_COLUMNS.length - 1);
    const status = BOARD_COLUMNS[at.current];
    if (!status) return currentCoordinates;
    const target = context.droppableRects.get(status) ?? context.droppableRects.get(trayId(status));
    return target ? { x: target.left, y: target.top + target.height / 2 } : currentCoordinates;
  }, []);
  return { startAt, toNeighbor };
}

const smallScreen = "(width < 40rem)";

function watchScreen(changed: () => void): () => void {
  const query = window.matchMedia(smallScreen);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

function useIsSmallScreen(): boolean {
  return useSyncExternalStore(
    watchScreen,
    () => window.matchMedia(smallScreen).matches,
    () => false,
  );
}

function announcementsFor(mover: Mover) {
  return dragAnnouncements({
    item: (active) => formatWorkOrderNumber(cardOf(active).number),
    from: (active) => STATUS_LABELS[cardOf(active).status],
    target: (over) => STATUS_LABELS[statusOf(over)],
    preview: (active, over) => {
      const [card, status] = [cardOf(active), statusOf(over)];
      const drop = dropOn(card, status, mover);
      const label = dropLabel(card, status, drop);
      const name = STATUS_LABELS[status];
      return drop.kind === "refused" ? `${name}: not possible. ${label}` : `${name}: ${label}.`;
    },
  });
}
