import { householdToday } from "~/domain/finance/accounts/household-day";
import { cashflowOfYear, entriesIn } from "~/domain/finance/cashflow/cashflow.server";
import { assetWindow, type MonthPlan, readMonth } from "~/domain/finance/cashflow/month.server";
import { readRecordAndLedger } from "~/domain/finance/forecast/record.server";
import { stillToCome } from "~/domain/finance/forecast/upcoming";
import { planKey } from "~/domain/finance/tracker/plan";
import { SAMPLE_ITEMS } from "~/domain/finance/tracker/sample";
import type { Ctx } from "~/domain/shared/context";
import { lastDayOfMonth } from "~/domain/shared/dates";
import { DomainError } from "~/domain/shared/errors";
import { logCause } from "~/domain/shared/log.server";
import type { TrackerView } from "./tracker-view";

export type MonthData = Awaited<ReturnType<typeof monthData>>;
export type YearData = Awaited<ReturnType<typeof yearData>>;

/** What a month is drawn from. */
export async function monthData(ctx: Ctx, request: Request, view: TrackerView) {
  const { open, ...plan } = view.sample ? samplePlan(ctx, view) : await planOf(ctx, view);
  const { failures, ...shown } = plan;
  for (const failure of failures) logCause(ctx, request, failure);
  return { ...shown, mode: "month" as const, open, problems: failures.map(({ message }) => message) };
}

function samplePlan(ctx: Ctx, { month }: TrackerView): MonthPlan & { open: null } {
  const today = householdToday(ctx);
  const ledger = { today, items: SAMPLE_ITEMS, rows: [], coverage: new Map(), decisions: [] };
  return { today, ...entriesIn(ledger, month), items: [...SAMPLE_ITEMS], accounts: [], failures: [], open: null };
}

/** The month; where it counts from today on, with what the accounts say is still to come of each item. */
async function planOf(ctx: Ctx, { month, remaining }: TrackerView) {
  const today = householdToday(ctx);
  const window = assetWindow(month, today);
  const both = remaining ? await readRecordAndLedger(ctx, { from: month, to: month }, window).catch(() => null) : null;
  // What could not be read together is read part by part there.
  if (!both) return { ...(await readMonth(ctx, month)), open: null };
  const { record, ledger } = both;
  const accounts = record.accounts.map(({ id, name, accountType, currency, isActive, balanceMinor }) => ({
    ...{ id, name, accountType, currency, isActive, balanceMinor },
  }));
  const open = stillToCome(record, lastDayOfMonth(month));
  const items = record.items.filter((item) => open.has(planKey(item)));
  return { today, ...entriesIn(ledger, month), items, accounts, failures: [], open: [...open] };
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
