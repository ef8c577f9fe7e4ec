import { currenciesOf } from "~/domain/finance/cashflow/serialize";
import {
  calendarDays,
  gridOf,
  linesOf,
  moveEffect,
  occurrenceStates,
  planAfter,
} from "~/domain/finance/forecast/calendar";
import { readRecord } from "~/domain/finance/forecast/record.server";
import { happensOn } from "~/domain/finance/tracker/move";
import { isRecurring, occurrenceKey, planKey, type StoredItem } from "~/domain/finance/tracker/plan";
import type { Ctx } from "~/domain/shared/context";
import { lastDayOfMonth } from "~/domain/shared/dates";
import type { CalendarView } from "./calendar-view";

export type CalendarData = Awaited<ReturnType<typeof calendarData>>;

/** A month day by day, as planned or as it would be after the move that the address names. */
export async function calendarData(ctx: Ctx, view: CalendarView) {
  const record = await readRecord(ctx, gridOf(view.month));
  const { items, today, accounts } = record;
  const currencies = currenciesOf([...accounts, ...items]);
  const currency = view.currency ?? currencies[0];
  const shown = items.filter((item) => item.currency === currency);
  const moving = movingItem(view, shown);
  const move = moving && view.to ? { date: view.bill?.date ?? "", to: view.to, scope: view.scope } : null;
  const after = moving && move ? planAfter(shown, moving, move) : null;
  const lines = linesOf(record, { currency, after });
  const hasAccounts = accounts.some((account) => account.isActive && account.currency === currency);
  const states = occurrenceStates(record, view.month);
  const days = calendarDays(after ?? shown, view.month, lines.after);
  return {
    today,
    currencies,
    currency,
    hasAccounts,
    days: days.map(({ entries, balanceMinor, ...day }) => ({
      ...day,
      balanceMinor: hasAccounts ? balanceMinor : null,
      // A move can put two occurrences of one item on the same day.
      entries: entries.map(({ item, date }, at) => ({
        id: `${planKey(item)} ${at}`,
        key: planKey(item),
        kind: item.kind,
        name: item.name,
        amountMinor: item.amountMinor,
        date,
        state: states.get(occurrenceKey(item, date)) ?? null,
      })),
    })),
    bill: moving && { item: moving, isRecurring: isRecurring(moving) },
    effect: move && hasAccounts ? moveEffect(lines, lastDayOfMonth(view.month)) : null,
    formKey: ctx.newId(),
  };
}

function movingItem({ bill }: CalendarView, items: readonly StoredItem[]): StoredItem | null {
  if (!bill) return null;
  const item = items.find((each) => planKey(each) === bill.key);
  return item && happensOn(item, bill.date) ? item : null;
}
