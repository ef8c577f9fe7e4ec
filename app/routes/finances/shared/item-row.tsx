import { Link, useNavigate } from "@remix-run/react";
import { Eye, EyeOff, Landmark, Pencil, Repeat, Trash2 } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { CivilDateText } from "~/components/date-text";
import { MoneyText } from "~/components/money-text";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { isRecurring, type StoredItem } from "~/domain/finance/tracker/plan";
import type { MonthEntry } from "~/domain/finance/tracker/recurrence";
import { cn } from "~/lib/utils";
import { categoryLabel, frequencyLabel } from "./item-labels";

/** Where a row's buttons lead; a missing one is not shown. */
export interface ItemLinks {
  toggle?: string;
  edit?: string;
  remove?: string;
}

type ItemRowProps = { entry: MonthEntry<StoredItem>; links: ItemLinks; isOff?: boolean; isFresh?: boolean };

/** One occurrence: what, when, how much; an expense can be left out of the sums by a double click or its button. */
export function ItemRow({ entry: { item, date, isProjected }, links, isOff = false, isFresh = false }: ItemRowProps) {
  const navigate = useNavigate();
  const { toggle, edit, remove } = links;
  const leaveOut = (event: MouseEvent<HTMLElement>) => {
    if (!toggle || (event.target instanceof Element && event.target.closest("a"))) return;
    navigate(toggle, { preventScrollReset: true, replace: true });
  };
  return (
    <li
      onDoubleClick={leaveOut}
      className={cn("flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3", isFresh && "bg-link-soft")}
    >
      <div className={cn("min-w-0 grow basis-48", isOff && "text-subtle-foreground line-through")}>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 break-words font-medium">{item.name}</span>
          {isProjected && <Badge tone="cool">Projected</Badge>}
          {item.isSyncedFromBank && (
            <Badge>
              <Landmark aria-hidden="true" className="size-3" />
              Synced
            </Badge>
          )}
          {isOff && <span className="sr-only">(left out for now)</span>}
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-muted-foreground text-sm">
          <CivilDateText date={date} />
          <span>{categoryLabel(item)}</span>
          {isRecurring(item) && (
            <span className="inline-flex items-center gap-1">
              <Repeat aria-hidden="true" className="size-3.5" />
              {frequencyLabel(item)}
            </span>
          )}
          {item.note && <span className="min-w-0 truncate">{item.note}</span>}
        </p>
      </div>
      <div className="ml-auto flex items-center gap-1">
        <MoneyText
          minor={item.amountMinor}
          currency={item.currency}
          className={cn("mr-2 font-medium", isOff && "text-subtle-foreground line-through")}
        />
        {toggle && (
          <RowAction to={toggle} label={isOff ? `Count ${item.name} again` : `Leave ${item.name} out for now`} replace>
            {isOff ? <EyeOff /> : <Eye />}
          </RowAction>
        )}
        {edit && (
          <RowAction to={edit} label={`Edit ${item.name}`}>
            <Pencil />
          </RowAction>
        )}
        {remove && (
          <RowAction to={remove} label={`Delete ${item.name}`}>
            <Trash2 />
          </RowAction>
        )}
      </div>
    </li>
  );
}

type RowActionProps = { to: string; label: string; replace?: boolean; children: ReactNode };

function RowAction({ to, label, replace, children }: RowActionProps) {
  return (
    <Button asChild variant="ghost" size="icon-sm">
      <Link to={to} aria-label={label} title={label} preventScrollReset replace={replace}>
        {children}
      </Link>
    </Button>
  );
}
