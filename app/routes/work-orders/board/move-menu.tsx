import { Link } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "~/components/ui/dropdown-menu";
import { Ellipsis, Phone } from "~/components/ui/icons";
import { statusStyles } from "~/components/work-orders/status";
import { formatPhone } from "~/domain/shared/text/phones";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { type Card, dropOn, type Mover } from "~/domain/work-orders/board";
import { BOARD_COLUMNS } from "~/domain/work-orders/work-order";
import { paths } from "~/paths";
import { transitionLabel } from "~/routes/work-orders/shared/transition-labels";
import { firstNameOf } from "./labels";

interface MoveMenuProps {
  card: Card;
  mover: Mover;
  onMove: (card: Card, to: WorkOrderStatus) => void;
  /** URL of the board filtered by the card's customer. */
  customerHref: string;
}

/** All moves a card can make by dragging, as a menu. */
export function MoveMenu(props: MoveMenuProps) {
  const reference = formatWorkOrderNumber(props.card.number);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={`Move ${reference} to…`} className="-my-1.5 -mr-1.5">
          <Ellipsis />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent aria-label={`Move ${reference} to`}>
        <Targets {...props} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Rendered when the menu opens, because a board has hundreds of menus. */
function Targets({ card, mover, onMove, customerHref }: MoveMenuProps) {
  const targets = BOARD_COLUMNS.filter((to) => ["moves", "asks"].includes(dropOn(card, to, mover).kind));
  return (
    <>
      <DropdownMenuLabel>{targets.length > 0 ? "Move to…" : "You can't move this job"}</DropdownMenuLabel>
      {targets.map((to) => {
        const Icon = statusStyles[to].icon;
        return (
          <DropdownMenuItem key={to} onClick={() => onMove(card, to)}>
            <Icon aria-hidden="true" />
            <span className="grow">{transitionLabel(card.status, to, firstNameOf(card))}</span>
            <span className="text-muted-foreground text-sm">{STATUS_LABELS[to]}</span>
          </DropdownMenuItem>
        );
      })}
      <DropdownMenuSeparator />
      <DropdownMenuItem asChild>
        <Link to={paths.workOrder(card.number)}>Open {formatWorkOrderNumber(card.number)}</Link>
      </DropdownMenuItem>
      {card.customerPhone && (
        <DropdownMenuItem asChild>
          <a href={`tel:${card.customerPhone}`}>
            <Phone aria-hidden="true" />
            Call {formatPhone(card.customerPhone)}
          </a>
        </DropdownMenuItem>
      )}
      <DropdownMenuItem asChild>
        <Link to={customerHref}>Show only {card.customerName}</Link>
      </DropdownMenuItem>
    </>
  );
}
