import { currenciesOf } from "~/domain/finance/cashflow/serialize";
import {
  type CalendarDay,
  calendarDays,
  gridOf,
  linesOf,
  moveEffect,
  occurrenceStates,
  pastBalances,
  planAfter,
} from "~/domain/finance/forecast/calendar";
import { readRecord } from "~/domain/finance/forecast/record.server";
import { happensOn } from "~/domain/finance/tracker/move";
import { isRecurring, occurrenceKey, planKey, type StoredItem } from "~/domain/finance/tracker/plan";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { lastDayOfMonth } from "~/domain/shared/time/dates";
import type { CalendarView, Occurrence } from "./calendar-view";

/** A month by day, as planned. */
export async function calendarData(ctx: Ctx, view: CalendarView) {
  const calendar = await readCalendar(ctx, view);
  const { record, currency, shown, past } = calendar;
  const lines = linesOf(record, { currency, after: null });
  return {
    today: record.today,
    currencies: calendar.currencies,
    currency,
    hasAccounts: calendar.hasAccounts,
    days: daysShown(calendar, calendarDays(shown, view.month, { ahead: lines.after, past })),
  };
}

/** One occurrence, and the month after the move given in the URL. @throws DomainError not_found */
export async function moveData(ctx: Ctx, view: CalendarView, occurrence: Occurrence | null) {
  const calendar = await readCalendar(ctx, view);
  const { record, currency, shown, hasAccounts, past } = calendar;
  const item = shown.find((each) => planKey(each) === occurrence?.key);
  if (!occurrence || !item || !happensOn(item, occurrence.date)) throw notFound();
  const to = view.to === occurrence.date ? null : view.to;
  const chosen = { item, isRecurring: isRecurring(item), occurrence, to, currency, formKey: ctx.newId() };
  if (to === null) return { ...chosen, days: null, effect: null };
  const after = planAfter(shown, item, { date: occurrence.date, to, scope: view.scope });
  const lines = linesOf(record, { currency, after });
  return {
    ...chosen,
    days: daysShown(calendar, calendarDays(after, view.month, { ahead: lines.after, past })),
    effect: hasAccounts ? moveEffect(lines, lastDayOfMonth(view.month)) : null,
  };
}

type Calendar = Awaited<ReturnType<typeof readCalendar>>;

async function readCalendar(ctx: Ctx, view: CalendarView) {
  const record = await readRecord(ctx, gridOf(view.month));
  const { items, accounts } = record;
  const currencies = currenciesOf([...accounts, ...items]);
  const currency = view.currency ?? currencies[0];
  return {
    ...{ record, currencies, currency },
    shown: items.filter((item) => item.currency === currency),
    hasAccounts: accounts.some((account) => account.isActive && account.currency === currency),
    past: pastBalances(record, { currency, from: gridOf(view.month).from }),
    states: occurrenceStates(record, view.month),
  };
}

function daysShown({ hasAccounts, states }: Calendar, days: CalendarDay<StoredItem>[]) {
  return days.map(({ entries, balanceMinor, ...day }) => ({
    ...day,
    balanceMinor: hasAccounts ? balanceMinor : null,
    // A move can put two occurrences of an item on the same day.
    entries: entries.map(({ item, date }, at) => ({
      id: `${planKey(item)} ${at}`,
      key: planKey(item),
      kind: item.kind,
      name: item.name,
      amountMinor: item.amountMinor,
      date,
      state: states.get(occurrenceKey(item, date)) ?? null,
    })),
  }));
}
