import { Link, useNavigate } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { ArrowDownLeft, ArrowUpRight, Check, CircleX, Clock } from "~/components/ui/icons";
import type { OccurrenceState } from "~/domain/finance/forecast/calendar";
import type { PlanKind } from "~/domain/finance/tracker/plan";
import { type Currency, formatSignedMoney } from "~/domain/shared/money";
import { cn } from "~/lib/utils";
import {
  type CalendarView,
  dayByKey,
  type GridEntry,
  type GridMove,
  moveHref,
  occurrenceOf,
  shownId,
} from "./calendar-view";

const ahead = {
  income: { icon: ArrowDownLeft, tone: "text-cool", words: null },
  expense: { icon: ArrowUpRight, tone: "text-heat", words: null },
};

/** Status text of an occurrence that is, or should be, in an account. */
function became({ status, daysLate }: OccurrenceState, kind: PlanKind) {
  const done = kind === "income" ? "received" : "paid";
  switch (status) {
    case "paid":
      return { icon: Check, tone: "text-ok", words: `${done}${daysLateText(daysLate ?? 0)}` };
    case "late":
      return { icon: Clock, tone: "text-warn", words: "late: not in the account yet" };
    case "missed":
      return { icon: CircleX, tone: "text-bad", words: "missed: never posted" };
  }
}

function daysLateText(days: number): string {
  if (days === 0) return "";
  const many = Math.abs(days) === 1 ? "a day" : `${Math.abs(days)} days`;
  return `, ${many} ${days < 0 ? "early" : "late"}`;
}

type CalendarChipProps = { entry: GridEntry; currency: Currency; view: CalendarView; move: GridMove | null };

/** One occurrence: opens with a click, and moves by dragging or with the arrow keys. */
export function CalendarChip({ entry, currency, view, move }: CalendarChipProps) {
  const navigate = useNavigate();
  const link = useRef<HTMLAnchorElement>(null);
  const { key, kind, name, amountMinor, date } = entry;
  const isMine = move?.occurrence.key === key;
  const isMoving = isMine && move.to === date;
  const isChosen = isMine && move.to === null && move.occurrence.date === date;
  const from = occurrenceOf(entry, move);

  // On another day it is a different element, so the focus is restored while moving by keyboard.
  useEffect(() => {
    if (isMoving && document.activeElement === document.body) link.current?.focus({ preventScroll: true });
  }, [isMoving]);

  const byKey = (event: KeyboardEvent) => {
    const target = dayByKey(event.key, date);
    if (!target) return;
    event.preventDefault();
    navigate(moveHref(view, from, target), { preventScrollReset: true, replace: isMoving });
  };
  const { icon: Icon, tone, words } = entry.state ? became(entry.state, kind) : ahead[kind];
  return (
    <li>
      <Link
        ref={link}
        to={moveHref(view, from, isMoving ? move.to : null)}
        preventScrollReset
        draggable={false}
        data-entry={shownId(entry)}
        onKeyDown={byKey}
        aria-current={isChosen || isMoving ? "true" : undefined}
        title={words ? `${name}: ${words}` : name}
        aria-description="Use the arrow keys to try another day"
        className={cn(
          "flex min-h-7 touch-manipulation select-none flex-wrap items-center gap-x-1.5 rounded-sm bg-muted px-1.5 text-foreground text-sm hover:bg-accent touch:min-h-12 data-dragging:opacity-50",
          (isChosen || isMoving) && "ring-2 ring-ring",
        )}
      >
        <Icon aria-hidden="true" className={cn("size-3.5 shrink-0", tone)} />
        <span className="line-clamp-3 min-w-0 flex-1 break-words">
          <span className="sr-only">{kind === "income" ? "Income: " : "Expense: "}</span>
          {name}
          {words && <span className="sr-only">, {words}</span>}
        </span>
        <span
          className={cn(
            "ml-auto shrink-0 text-xs tabular max-2xl:basis-full max-2xl:text-right",
            kind === "income" ? "text-cool" : "text-muted-foreground",
          )}
        >
          {formatSignedMoney(kind === "income" ? amountMinor : -amountMinor, currency)}
        </span>
      </Link>
    </li>
  );
}
