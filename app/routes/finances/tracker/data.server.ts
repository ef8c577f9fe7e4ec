import { cashflowOfYear } from "~/domain/finance/cashflow/cashflow.server";
import { readRecord } from "~/domain/finance/forecast/record.server";
import { stillToCome } from "~/domain/finance/forecast/upcoming";
import { planKey } from "~/domain/finance/tracker/plan";
import { monthWindow, planForMonth } from "~/domain/finance/tracker/plan.server";
import { expand } from "~/domain/finance/tracker/recurrence";
import { householdToday } from "~/domain/finance/tracker/rows.server";
import { SAMPLE_ITEMS } from "~/domain/finance/tracker/sample";
import type { Ctx } from "~/domain/shared/context";
import { firstDayOfMonth, lastDayOfMonth } from "~/domain/shared/dates";
import { DomainError } from "~/domain/shared/errors";
import { logCause } from "~/domain/shared/log.server";
import type { TrackerView } from "./tracker-view";

export type MonthData = Awaited<ReturnType<typeof monthData>>;
export type YearData = Awaited<ReturnType<typeof yearData>>;

/** What a month is drawn from. */
export async function monthData(ctx: Ctx, request: Request, view: TrackerView) {
  const { today, items, accounts, failures, open } = await planOf(ctx, view);
  for (const failure of failures) logCause(ctx, request, failure);
  return {
    mode: "month" as const,
    today,
    items: view.sample ? [...SAMPLE_ITEMS] : items,
    accounts: view.sample ? [] : accounts,
    open,
    problems: failures.map(({ message }) => message),
  };
}

/** The plan; where the month counts from today on, with what the accounts say is still to come of it. */
async function planOf(ctx: Ctx, { month, remaining, sample }: TrackerView) {
  const today = householdToday(ctx);
  const record = remaining && !sample ? await readRecord(ctx, monthWindow(month, today)).catch(() => null) : null;
  if (record) {
    const accounts = record.accounts.map(({ id, name, accountType, currency, isActive, balanceMinor }) => ({
      ...{ id, name, accountType, currency, isActive, balanceMinor },
    }));
    const open = stillToCome(record, lastDayOfMonth(month));
    const [from, to] = [firstDayOfMonth(month), lastDayOfMonth(month)];
    const items = record.items.filter((item) => open.has(planKey(item)) || expand(item, from, to).length > 0);
    return { today, items, accounts, failures: [], open: [...open] };
  }
  // What could not be read together is read part by part there.
  return { ...(await planForMonth(ctx, month)), open: null };
}

/** What a year is drawn from. */
export async function yearData(ctx: Ctx, request: Request, { year, currency }: TrackerView) {
  const shared = { mode: "year" as const, today: householdToday(ctx) };
  try {
    const { months, currencies } = await cashflowOfYear(ctx, year, { currency: currency ?? undefined });
    return { ...shared, months, currencies, problems: [] };
  } catch (cause) {
    if (cause instanceof DomainError) throw cause;
    const failure = new DomainError("internal", "Failed to fetch yearly cashflow data", { cause });
    logCause(ctx, request, failure);
    return { ...shared, months: [], currencies: [], problems: [failure.message] };
  }
}
