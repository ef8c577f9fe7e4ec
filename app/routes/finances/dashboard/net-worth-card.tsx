import { Link } from "@remix-run/react";
import { lazy } from "react";
import { ChartFrame } from "~/components/charts/chart-frame";
import { EmptyState } from "~/components/feedback/empty-state";
import { Stat } from "~/components/stat";
import { Button } from "~/components/ui/button";
import { Landmark } from "~/components/ui/icons";
import type { AccountTotals } from "~/domain/finance/accounts/account";
import { formatMonth, formatShortMonth } from "~/domain/shared/date-format";
import { type CivilDate, type MonthKey, monthKey } from "~/domain/shared/dates";
import { type Currency, formatMoney } from "~/domain/shared/money";
import { paths } from "~/paths";
import { Figures } from "~/routes/finances/shared/figures";

const MonthLine = lazy(async () => ({ default: (await import("~/components/charts/month-line")).MonthLine }));

type NetWorthCardProps = {
  points: readonly { month: MonthKey; netWorthMinor: number }[];
  totals: AccountTotals | null;
  currency: Currency;
  today: CivilDate;
};

/** Assets less liabilities, today and at the end of each past month. */
export function NetWorthCard({ points, totals, currency, today }: NetWorthCardProps) {
  if (!totals) {
    return (
      <div className="rounded-md border border-border bg-card">
        <EmptyState
          icon={Landmark}
          title="Net worth"
          action={
            <Button asChild variant="default">
              <Link to={paths.accounts()}>Add an account</Link>
            </Button>
          }
        >
          Add your accounts to see your net worth over time and how long your money lasts.
        </EmptyState>
      </div>
    );
  }
  const format = (minor: number) => formatMoney(Math.round(minor), currency);
  const current = monthKey(today);
  const named = points.map(({ month, netWorthMinor }) => ({
    label: formatShortMonth(month),
    title: month === current ? "Today" : `End of ${formatMonth(month)}`,
    minor: netWorthMinor,
    projected: false,
  }));
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <Stat label="Net worth" value={totals.netWorthMinor} format={format} signed />
        <Stat label="Assets" value={totals.assetsMinor} format={format} />
        <Stat label="Liabilities" value={totals.liabilitiesMinor} format={format} />
      </div>
      <ChartFrame
        title="Net worth over time"
        description="At the end of each month, as far back as your accounts have transactions."
        table={
          <Figures
            caption="Net worth over time"
            heads={["Net worth"]}
            currency={currency}
            rows={named.map(({ title, minor }) => ({ title, values: [minor] }))}
          />
        }
      >
        <MonthLine points={named} name="Net worth" currency={currency} />
      </ChartFrame>
    </>
  );
}
