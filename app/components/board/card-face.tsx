import { Link } from "@remix-run/react";
import { Ban, CirclePause } from "lucide-react";
import type { ReactNode } from "react";
import { AvatarName } from "~/components/avatar-name";
import { DateText } from "~/components/date-text";
import { PriorityMark } from "~/components/work-orders/priority";
import type { Card } from "~/domain/work-orders/board";
import { formatWorkOrderNumber } from "~/domain/work-orders/work-order";
import { paths } from "~/paths";
import { howToMoveId, reasonOf, titleElementId } from "./board-words";

interface CardFaceProps {
  card: Card;
  /** Of the business: every time on the board is by one clock. */
  zone: string;
  menu?: ReactNode;
  /** The copy under the pointer is for the eye alone. */
  copy?: boolean;
}

/** What, for whom, where, who goes, when, and why not now. */
export function CardFace({ card, zone, menu, copy = false }: CardFaceProps) {
  const reason = reasonOf(card);
  return (
    <>
      <div className="flex items-center gap-2 text-sm">
        <span className="text-muted-foreground tabular">{formatWorkOrderNumber(card.number)}</span>
        <PriorityMark priority={card.priority} className="ml-auto text-xs" />
        {menu}
      </div>
      {copy ? (
        <p className="font-medium">{card.title}</p>
      ) : (
        <Link
          id={titleElementId(card.id)}
          to={paths.workOrder(card.number)}
          draggable={false}
          aria-describedby={howToMoveId}
          className="line-clamp-2 rounded-sm font-medium hover:text-link"
        >
          {card.title}
        </Link>
      )}
      <p className="truncate text-muted-foreground text-sm">
        {card.customerName} · {card.city}
      </p>
      {reason && (
        <p className={`flex items-center gap-1.5 text-sm ${card.holdReason ? "text-warn" : "text-bad"}`}>
          {card.holdReason ? (
            <CirclePause aria-hidden="true" className="size-3.5 shrink-0" />
          ) : (
            <Ban aria-hidden="true" className="size-3.5 shrink-0" />
          )}
          {reason}
        </p>
      )}
      <div className="mt-1 flex items-center justify-between gap-2 text-sm">
        {card.technicianName ? (
          <AvatarName name={card.technicianName} />
        ) : (
          <span className="text-subtle-foreground">Nobody yet</span>
        )}
        {card.scheduledStart && (
          <DateText at={card.scheduledStart} zone={zone} className="shrink-0 text-muted-foreground text-xs" />
        )}
      </div>
    </>
  );
}
