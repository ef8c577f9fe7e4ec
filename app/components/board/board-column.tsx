import { ChevronsLeftRight, ChevronsRightLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";
import { toneText } from "~/components/ui/tone";
import { statusLooks } from "~/components/work-orders/status";
import type { Card, Column, Drop } from "~/domain/work-orders/board";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-orders/work-order";
import { cn } from "~/lib/utils";
import { BoardCard } from "./board-card";
import { columnElementId, dropWords } from "./board-words";

/** A card is being dragged: what letting it go here would do. */
export interface Offer {
  card: Card;
  drop: Drop;
  over: boolean;
}

interface BoardColumnProps {
  column: Column;
  /** Drawn as a narrow bar with its count. */
  folded: boolean;
  /** On a phone one column shows at a time. */
  current: boolean;
  offer: Offer | null;
  /** Its first cards are being fetched. */
  busy: boolean;
  /** What stands below the last card, as list items. */
  more: ReactNode;
  onUnfold: () => void;
  /** Only where the column is folded at first. */
  onFold?: () => void;
}

export function BoardColumn({ column, folded, current, offer, busy, more, onUnfold, onFold }: BoardColumnProps) {
  const { status } = column;
  const label = STATUS_LABELS[status];
  const empty = column.items.length === 0 && !busy;
  return (
    <section
      id={columnElementId(status)}
      aria-label={label}
      className={cn(
        "relative flex min-h-0 flex-col rounded-md border max-sm:w-full sm:shrink-0 sm:bg-muted",
        "transition-[width,border-color,background-color] motion-reduce:transition-none",
        // A column with nothing in it leaves its room to the others, and stays wide enough to drop on.
        folded ? "sm:w-11" : empty ? "sm:w-40" : "sm:w-72",
        !current && "max-sm:hidden",
        offerLooks(offer),
      )}
    >
      {offer && offer.drop.kind !== "stays" && <OfferWords offer={offer} to={status} beside={folded} />}
      {folded ? (
        <button
          type="button"
          onClick={onUnfold}
          aria-label={`Show ${label}, ${countOf(column)} work orders`}
          className="flex grow items-center gap-3 rounded-md p-3 text-muted-foreground hover:text-foreground max-sm:mt-3 max-sm:min-h-12 max-sm:justify-center max-sm:border max-sm:border-input sm:flex-col"
        >
          <Heading column={column} upright />
        </button>
      ) : (
        <>
          <h2 className="flex h-11 shrink-0 items-center gap-2 px-3 max-sm:hidden">
            <Heading column={column} />
            {onFold && (
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Hide ${label}`}
                className="-mr-1.5 ml-auto"
                onClick={onFold}
              >
                <ChevronsRightLeft />
              </Button>
            )}
          </h2>
          <ul className="flex min-h-0 flex-col gap-2 pt-3 sm:grow sm:overflow-y-auto sm:px-2 sm:pt-0 sm:pb-2">
            {column.items.map((card) => (
              <BoardCard key={card.id} card={card} lifted={card.id === offer?.card.id} />
            ))}
            {empty && <li className="px-1 py-3 text-subtle-foreground text-sm">Nothing here</li>}
            {more}
          </ul>
        </>
      )}
    </section>
  );
}

function offerLooks(offer: Offer | null): string {
  if (!offer || offer.drop.kind === "stays") return "border-transparent";
  if (offer.drop.kind === "refused") return offer.over ? "border-input" : "border-transparent opacity-60";
  return offer.over ? "border-ring bg-link-soft" : "border-ring border-dashed";
}

export function countOf({ total, items, nextCursor }: Column): string {
  if (total !== null) return total.toLocaleString("en-US");
  return nextCursor ? `${items.length}+` : "";
}

function Heading({ column, upright = false }: { column: Column; upright?: boolean }) {
  const { icon: Icon, tone } = statusLooks[column.status];
  return (
    <>
      {upright && <ChevronsLeftRight aria-hidden="true" className="size-4 shrink-0" />}
      <Icon aria-hidden="true" className={cn("size-4 shrink-0", toneText[tone])} />
      <span className={cn("font-medium", upright && "sm:[writing-mode:vertical-rl]")}>
        {STATUS_LABELS[column.status]}
      </span>
      <span className="text-muted-foreground text-sm tabular">{countOf(column)}</span>
    </>
  );
}

interface OfferWordsProps {
  offer: Offer;
  to: WorkOrderStatus;
  /** Where the column is too narrow for words. */
  beside: boolean;
}

/** Over the first card rather than above it, so that nothing moves while a card is held. */
function OfferWords({ offer: { card, drop, over }, to, beside }: OfferWordsProps) {
  const refused = drop.kind === "refused";
  return (
    <p
      className={cn(
        "absolute top-11 z-10 rounded-sm border bg-card px-2 py-1 text-sm shadow-popover",
        beside ? "right-full mr-2 w-44" : "inset-x-2",
        refused ? "border-input text-foreground" : "border-ring font-medium text-link",
        (refused || beside) && !over && "invisible",
      )}
    >
      {dropWords(card, to, drop)}
    </p>
  );
}

export function ShowMore({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  return (
    <Button variant="ghost" size="sm" className="w-full" loading={busy} onClick={onMore}>
      Show more
    </Button>
  );
}
