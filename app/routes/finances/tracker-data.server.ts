import type { TrackerView } from "~/components/finance/tracker-view";
import type { Ctx } from "~/domain/context";
import { DomainError } from "~/domain/errors";
import { cashflowOfYear } from "~/domain/finance/cashflow/queries.server";
import { SAMPLE_ITEMS } from "~/domain/finance/tracker/sample.rules";
import { planForMonth } from "~/domain/finance/tracker/screen.queries.server";
import { householdToday } from "~/domain/finance/tracker/today.server";
import { logCause } from "~/http/log.server";

/** What the tracker's screen is drawn from, for the month or the year that its address names. */
export async function trackerData(ctx: Ctx, request: Request, view: TrackerView) {
  return view.mode === "year" ? yearData(ctx, request, view) : monthData(ctx, request, view);
}

export type MonthData = Awaited<ReturnType<typeof monthData>>;
export type YearData = Awaited<ReturnType<typeof yearData>>;

async function monthData(ctx: Ctx, request: Request, view: TrackerView) {
  const { dialog } = view;
  const itemId = dialog === null || dialog.kind === "add" ? null : dialog.id;
  const { today, items, accounts, failures } = await planForMonth(ctx, view.month, itemId);
  for (const failure of failures) logCause(ctx, request, failure);
  return {
    mode: "month" as const,
    today,
    items: view.sample ? [...SAMPLE_ITEMS] : items,
    accounts: view.sample ? [] : accounts,
    problems: failures.map(({ message }) => message),
    formKey: ctx.newId(),
  };
}

async function yearData(ctx: Ctx, request: Request, { year, currency }: TrackerView) {
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
