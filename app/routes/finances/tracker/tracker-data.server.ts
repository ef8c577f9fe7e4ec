import { cashflowOfYear, entriesIn } from "~/domain/finance/cashflow/cashflow.server";
import { type ProjectedMonth, projectionMode, readProjectedMonth } from "~/domain/finance/forecast/projection.server";
import { SAMPLE_ITEMS } from "~/domain/finance/tracker/sample";
import type { Ctx } from "~/domain/shared/context";
import { logCause } from "~/domain/shared/log.server";
import { allowPerson } from "~/domain/shared/permissions";
import { householdToday } from "~/domain/shared/time/household-day";
import type { LoaderInput } from "~/http/page-loader";
import { withFallback } from "~/http/with-fallback.server";
import type { TrackerView } from "./tracker-view";

export type MonthData = Awaited<ReturnType<typeof monthData>>;
export type YearData = Awaited<ReturnType<typeof yearData>>;

/** Data for a month. */
export async function monthData(ctx: Ctx, request: Request, view: TrackerView) {
  const { isPro } = allowPerson(ctx);
  const {
    open,
    mode: projection,
    ...plan
  } = view.sample ? samplePlan(ctx, view) : await readProjectedMonth(ctx, view.month, projectionMode(ctx));
  const { failures, ...shown } = plan;
  for (const failure of failures) logCause(ctx, request, failure);
  const problems = failures.map(({ message }) => message);
  return { ...shown, mode: "month" as const, projection, open, problems, offersPro: !isPro };
}

function samplePlan(ctx: Ctx, { month }: TrackerView): ProjectedMonth {
  const today = householdToday(ctx);
  const ledger = { today, items: SAMPLE_ITEMS, rows: [], coverage: new Map(), decisions: [], accounts: [] };
  return {
    today,
    ...entriesIn(ledger, month),
    items: [...SAMPLE_ITEMS],
    accounts: [],
    failures: [],
    mode: "whole_month",
    open: null,
  };
}

/** Data for a year. */
export async function yearData(input: Pick<LoaderInput, "ctx" | "url">, { year, currency }: TrackerView) {
  const { ctx } = input;
  const read = async () => {
    const { months, currencies } = await cashflowOfYear(ctx, year, { currency: currency ?? undefined });
    return { months, currencies: [...currencies] };
  };
  const { months, currencies, failed } = await withFallback(input, read, { months: [], currencies: [] });
  const problems = failed ? ["Failed to fetch yearly cashflow data"] : [];
  return { mode: "year" as const, today: householdToday(ctx), months, currencies, problems };
}
