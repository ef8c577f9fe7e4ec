import { lazy, useMemo } from "react";
import { ChartFrame } from "~/components/charts/chart-frame";
import { TextLink } from "~/components/text-link";
import { Badge } from "~/components/ui/badge";
import { RUNWAY_MONTHS } from "~/domain/finance/forecast/forecast";
import { formatDate, formatMonth } from "~/domain/shared/time/date-format";
import { paths } from "~/paths";
import { Figures } from "~/routes/finances/shared/figures";
import { Panel } from "~/routes/finances/shared/panel";
import type { DashboardData } from "./dashboard-data.server";
import { RunwayFindings } from "./runway-findings";
import { FloorForm } from "./runway-floor";
import { WhatIfPanel } from "./what-if-panel";
import type { RunwayQuery } from "./what-if-query";

const BalanceLines = lazy(async () => ({ default: (await import("./balance-lines")).BalanceLines }));

type RunwaySectionProps = { data: DashboardData; query: RunwayQuery };

/** The runway over 24 months by day, with what-ifs. */
export function RunwaySection({ data, query }: RunwaySectionProps) {
  const { runway, currency, totals } = data;
  const points = useMemo(() => pointsOf(runway), [runway]);
  if (!totals) return null;
  const shown = runway.whatIf ?? runway.planned;
  const bandOn = new Map(runway.points.map(({ date, band }) => [date, band]));
  const lows = shown.monthlyLows.map(({ month, date, balanceMinor }) => {
    const guesses = runway.hasBands ? (bandOn.get(date) ?? [balanceMinor, balanceMinor, balanceMinor]) : [];
    return { title: `${formatMonth(month)}, on ${formatDate(date)}`, values: [balanceMinor, ...guesses] };
  });
  const heads = ["As planned", ...(runway.hasBands ? ["Tight month (P10)", "Likely (P50)", "Easy month (P90)"] : [])];
  return (
    <>
      <Panel
        title={
          <span className="flex items-center gap-2">
            Runway {runway.months === RUNWAY_MONTHS && <Badge tone="heat">Pro</Badge>}
          </span>
        }
        description={
          <>
            {`Your cash and cards over the next ${runway.months} months, from every planned income and expense.`}
            {runway.months < RUNWAY_MONTHS && (
              <>
                {" "}
                <TextLink to={paths.payment({ of: "household" })}>See 24 months with Pro</TextLink>
              </>
            )}
          </>
        }
      >
        <div className="flex flex-col gap-3 sm:gap-5">
          <RunwayFindings runway={runway} currency={currency} floorMinor={query.floorMinor} />
          {!data.choices.some(({ kind }) => kind === "income") && (
            <p className="text-muted-foreground text-sm">
              No income is planned, so none is counted.{" "}
              <TextLink to={paths.newPlanItem("income")}>Add your pay</TextLink>
            </p>
          )}
          <FloorForm query={query} currency={currency} accounts={data.accounts} />
        </div>
      </Panel>
      <ChartFrame
        title="Balance ahead"
        foldsOnPhone
        description={bandDescription(runway.historyMonths, runway.hasBands)}
        table={<Figures caption="Lowest balance of each month" heads={heads} rows={lows} currency={currency} />}
      >
        <BalanceLines
          points={points}
          floorMinor={query.floorMinor}
          currency={currency}
          hasWhatIf={runway.whatIf !== null}
        />
      </ChartFrame>
      <WhatIfPanel data={data} query={query} />
    </>
  );
}

function bandDescription(months: number, hasBand: boolean): string {
  if (!hasBand) return "Unplanned spending can be estimated once there are three full months of transactions.";
  return `The line is your plan. In 8 of 10 cases, with unplanned spending like that of the last ${months} full months, you end inside the band; the dotted line is its middle.`;
}

function pointsOf({ points }: DashboardData["runway"]) {
  return points.map(({ band, ...point }) => {
    const [low, middle, high] = band ?? [];
    return { ...point, band: bandOf(low, high), medianMinor: middle ?? null };
  });
}

function bandOf(low: number | undefined, high: number | undefined): [number, number] | null {
  return low === undefined || high === undefined ? null : [low, high];
}
