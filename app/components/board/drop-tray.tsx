import { useDroppable } from "@dnd-kit/core";
import { createPortal } from "react-dom";
import { toneText } from "~/components/ui/tone";
import { statusLooks } from "~/components/work-orders/status";
import { type Card, dropOn, type Mover } from "~/domain/work-orders/board";
import { BOARD_COLUMNS, STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-orders/work-order";
import { cn } from "~/lib/utils";
import { dropWords } from "./board-words";

interface DropTrayProps {
  card: Card;
  mover: Mover;
}

/** On a phone, where one column shows at a time: every column as a field to drop on, while a card is held. */
export function DropTray({ card, mover }: DropTrayProps) {
  return createPortal(
    <div className="fixed inset-x-0 top-0 z-40 grid grid-cols-3 gap-2 border-border border-b bg-background p-2 shadow-popover">
      {BOARD_COLUMNS.map((status) => (
        <Field key={status} status={status} card={card} mover={mover} />
      ))}
    </div>,
    document.body,
  );
}

function Field({ status, card, mover }: DropTrayProps & { status: WorkOrderStatus }) {
  const { setNodeRef, isOver } = useDroppable({ id: status });
  const { icon: Icon, tone } = statusLooks[status];
  const drop = dropOn(card, status, mover);
  const possible = drop.kind === "moves" || drop.kind === "asks";
  return (
    <div
      ref={setNodeRef}
      data-drop={status}
      className={cn(
        "flex min-h-20 flex-col gap-1 overflow-hidden rounded-md border p-2 text-xs",
        possible ? "border-ring bg-card" : "border-border border-dashed text-muted-foreground",
        isOver && (possible ? "bg-link-soft" : "bg-muted"),
      )}
    >
      <span className="flex items-center gap-1.5 font-medium">
        <Icon aria-hidden="true" className={cn("size-3.5 shrink-0", toneText[tone])} />
        {STATUS_LABELS[status]}
      </span>
      {(possible || isOver) && <span className="line-clamp-3">{dropWords(card, status, drop)}</span>}
    </div>
  );
}
