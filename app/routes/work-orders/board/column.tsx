import { Link } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { ChevronsLeftRight, ChevronsRightLeft } from "~/components/ui/icons";
import { toneText } from "~/components/ui/tone";
import { statusStyles } from "~/components/work-orders/status";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { type Card, type Column, type Drop, dropOn, isShutAtFirst, type Mover } from "~/domain/work-orders/board";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { BoardCard } from "./card";
import type { BoardQuery } from "./filters";
import { dropLabel } from "./labels";
import type { ColumnReach } from "./use-columns";

/** The dragged card, and the column it is over. */
export interface Dragging {
  card: Card;
  over: WorkOrderStatus | null;
}

/** What dropping the dragged card on a column would do. */
interface Offer {
  card: Card;
  drop: Drop;
  isOver: boolean;
}

interface BoardColumnProps {
  column: Column;
  query: BoardQuery;
  mover: Mover;
  /** Phones show one column at a time. */
  isCurrent: boolean;
  reach: ColumnReach;
  dragging: Dragging | null;
}

export function BoardColumn({ column, query, mover, isCurrent, reach, dragging }: BoardColumnProps) {
  const { status } = column;
  const offer: Offer | null = dragging && {
    card: dragging.card,
    drop: dropOn(dragging.card, status, mover),
    isOver: dragging.over === status,
  };
  const { isFolded, isLoading } = reach;
  const label = STATUS_LABELS[status];
  const isEmpty = column.items.length === 0 && !isLoading;
  return (
    <section
      data-column={status}
      aria-label={label}
      className={cn(
        "group/column @container/column relative flex min-h-0 flex-col rounded-md border max-sm:w-full sm:bg-muted",
        "transition-[border-color,background-color] motion-reduce:transition-none",
        // If they do not all fit, empty columns shrink first, down to a bar that can still be dropped on; then the
        // others.
        isFolded && "sm:w-11 sm:flex-none",
        !isFolded && (isEmpty ? "sm:min-w-11 sm:flex-[0_999_10rem]" : "sm:min-w-44 sm:flex-[0_1_18rem]"),
        !isCurrent && "max-sm:hidden",
        offerStyle(offer),
        offer?.isOver && "z-10",
      )}
    >
      {offer && offer.drop.kind !== "stays" && <OfferLabel offer={offer} to={status} />}
      {isFolded ? (
        <button
          type="button"
          onClick={reach.unfold}
          aria-label={`Show ${label}, ${countOf(column)} work orders`}
          className="flex grow items-center gap-3 rounded-md p-3 text-muted-foreground hover:text-foreground max-sm:mt-3 max-sm:min-h-12 max-sm:justify-center max-sm:border max-sm:border-input sm:flex-col"
        >
          <Heading column={column} upright />
        </button>
      ) : (
        <>
          <h2 className="flex h-11 shrink-0 items-center gap-2 px-3 @max-[6rem]/column:h-auto @max-[6rem]/column:flex-col @max-[6rem]/column:py-3 max-sm:hidden">
            <Heading column={column} />
            {isShutAtFirst(status) && (
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Hide ${label}`}
                className="-mr-1.5 ml-auto"
                onClick={reach.fold}
              >
                <ChevronsRightLeft />
              </Button>
            )}
          </h2>
          <ul
            data-clears-toasts
            className="flex min-h-0 flex-col gap-2 pt-3 sm:grow sm:overflow-y-auto sm:px-1.5 sm:pt-0 sm:pb-2"
          >
            {column.items.map((card) => (
              <BoardCard key={card.id} card={card} />
            ))}
            {isEmpty && <li className="@max-[6rem]/column:hidden px-1 py-3 text-subtle-foreground text-sm">No jobs</li>}
            <More column={column} query={query} reach={reach} />
          </ul>
        </>
      )}
    </section>
  );
}

function offerStyle(offer: Offer | null): string {
  if (!offer || offer.drop.kind === "stays") return "border-transparent";
  if (offer.drop.kind === "refused") return offer.isOver ? "border-input" : "border-transparent opacity-60";
  return offer.isOver ? "border-ring bg-link-soft" : "border-ring border-dashed";
}

export function countOf({ total, items, nextCursor }: Column): string {
  if (total !== null) return total.toLocaleString("en-US");
  return nextCursor ? `${items.length}+` : "";
}

function Heading({ column, upright = false }: { column: Column; upright?: boolean }) {
  const { icon: Icon, tone } = statusStyles[column.status];
  return (
    <>
      {upright && <ChevronsLeftRight aria-hidden="true" className="size-4 shrink-0" />}
      <Icon aria-hidden="true" className={cn("size-4 shrink-0", toneText[tone])} />
      <span
        className={cn(
          "font-medium",
          upright ? "sm:[writing-mode:vertical-rl]" : "truncate @max-[6rem]/column:[writing-mode:vertical-rl]",
        )}
      >
        {STATUS_LABELS[column.status]}
      </span>
      <span className="text-muted-foreground text-sm tabular">{countOf(column)}</span>
    </>
  );
}

/**
 * Overlaps the first card rather than pushing it down, so that nothing moves during a drag; shown next to a column too
 * narrow for text.
 */
function OfferLabel({ offer: { card, drop, isOver }, to }: { offer: Offer; to: WorkOrderStatus }) {
  const refused = drop.kind === "refused";
  return (
    <p
      className={cn(
        "absolute inset-x-2 top-11 z-10 rounded-sm border bg-card px-2 py-1 text-sm shadow-popover",
        "@max-[6rem]/column:right-[calc(100%+0.5rem)] @max-[6rem]/column:left-auto @max-[6rem]/column:w-44",
        "@max-[6rem]/column:group-first/column:right-auto @max-[6rem]/column:group-first/column:left-[calc(100%+0.5rem)]",
        refused ? "border-input text-foreground" : "border-ring font-medium text-link",
        !isOver && (refused ? "invisible" : "@max-[6rem]/column:invisible"),
      )}
    >
      {dropLabel(card, to, drop)}
    </p>
  );
}

/** Shown below a column's last card. */
function More({ column, query, reach }: Pick<BoardColumnProps, "column" | "query" | "reach">) {
  const { isLoading, canShowMore, showMore } = reach;
  if (!column.nextCursor && !isLoading) return null;
  return (
    <li>
      {canShowMore ? (
        <Button variant="ghost" size="sm" className="w-full" loading={isLoading} onClick={showMore}>
          Show more
        </Button>
      ) : (
        <Button asChild variant="ghost" size="sm" className="w-full">
          <Link to={paths.workOrders({ ...query, status: column.status })}>See all in the list</Link>
        </Button>
      )}
    </li>
  );
}
