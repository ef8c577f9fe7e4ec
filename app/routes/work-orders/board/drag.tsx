import { type Modifier, useDroppable } from "@dnd-kit/core";
import { type ComponentProps, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { CardPreview } from "~/components/board/card-item";
import { ColumnDrag, trayId } from "~/components/board/column-drag";
import { toneText } from "~/components/ui/tone";
import { statusStyles } from "~/components/work-orders/status";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { type Card, type Column, dropOn, type Mover } from "~/domain/work-orders/board";
import { BOARD_COLUMNS } from "~/domain/work-orders/work-order";
import { cn } from "~/lib/utils";
import { CardFace } from "./card";
import type { Dragging } from "./column";
import { dropLabel } from "./labels";

type BoardDragProps = Pick<ComponentProps<typeof ColumnDrag<Card>>, "root" | "onListen"> & {
  columns: readonly Column[];
  mover: Mover;
  zone: string;
  onDragging: (dragging: Dragging | null) => void;
  onDrop: (card: Card, to: WorkOrderStatus) => void;
};

/** Lets work orders be dragged between statuses. */
export function BoardDrag({ columns, mover, zone, onDragging, onDrop, ...board }: BoardDragProps) {
  const isSmall = useIsSmallScreen();
  return (
    <ColumnDrag
      {...board}
      id="board"
      columns={columns.map(({ status, items }) => ({ id: status, name: STATUS_LABELS[status], items }))}
      columnOf={({ status }) => status}
      labelOf={({ number }) => formatWorkOrderNumber(number)}
      preview={(card, columnId) => previewOf(card, statusOf(columnId), mover)}
      overlay={(card) => <DraggedCard card={card} zone={zone} isSmall={isSmall} />}
      modifiers={isSmall ? [offsetFromFinger] : undefined}
      tray={isSmall ? (card) => <DropTray card={card} mover={mover} /> : undefined}
      onOver={(columnId, card) => onDragging(card && { card, over: statusOf(columnId) })}
      onDrop={(card, columnId) => {
        const to = statusOf(columnId);
        if (to) onDrop(card, to);
      }}
    />
  );
}

const statusOf = (columnId: string | null) => BOARD_COLUMNS.find((status) => status === columnId) ?? null;

function previewOf(card: Card, status: WorkOrderStatus | null, mover: Mover): string {
  if (!status) return "";
  const name = STATUS_LABELS[status];
  const drop = dropOn(card, status, mover);
  const label = dropLabel(card, status, drop);
  return drop.kind === "refused" ? `${name}: not possible. ${label}` : `${name}: ${label}.`;
}

/** On phones, which show one column at a time: every column as a drop target while a card is dragged. */
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
  const { setNodeRef, isOver } = useDroppable({ id: trayId(status), data: { columnId: status } });
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

/** The preview under the pointer; for touch, a small label that leaves the target below visible. */
function DraggedCard({ card, zone, isSmall }: { card: Card; zone: string; isSmall: boolean }) {
  if (isSmall) {
    return (
      <p className="w-44 truncate rounded-md border border-ring bg-card px-3 py-2 text-sm shadow-popover">
        <span className="text-muted-foreground tabular">{formatWorkOrderNumber(card.number)}</span> {card.title}
      </p>
    );
  }
  return (
    <CardPreview>
      <CardFace card={card} zone={zone} title={<p className="font-medium">{card.title}</p>} />
    </CardPreview>
  );
}

/** Moves the preview from the card's position to below the finger. */
const offsetFromFinger: Modifier = ({ activatorEvent, activeNodeRect, transform }) => {
  const touch = activatorEvent instanceof TouchEvent ? activatorEvent.touches[0] : undefined;
  if (!touch || !activeNodeRect) return transform;
  const x = transform.x + touch.clientX - activeNodeRect.left - 88;
  const y = transform.y + touch.clientY - activeNodeRect.top + 48;
  return { ...transform, x, y };
};

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
