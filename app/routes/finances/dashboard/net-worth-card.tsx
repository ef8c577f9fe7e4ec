import { Link } from "@remix-run/react";
import { lazy, useState } from "react";
import { ChartFrame } from "~/components/charts/chart-frame";
import { EmptyState } from "~/components/feedback/empty-state";
import { Stat } from "~/components/stat";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Landmark } from "~/components/ui/icons";
import type { AccountTotals } from "~/domain/finance/accounts/account";
import { type Currency, formatMoney } from "~/domain/shared/money";
import { formatMonth, formatShortMonth } from "~/domain/shared/time/date-format";
import { type CivilDate, type MonthKey, monthKey } from "~/domain/shared/time/dates";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { Figures } from "~/routes/finances/shared/figures";
import { partDot } from "./part-colors";

const MonthLine = lazy(async () => ({ default: (await import("~/routes/finances/shared/month-line")).MonthLine }));
const StackedMonths = lazy(async () => ({
  default: (await import("./stacked-months")).StackedMonths,
}));

type NetWorthCardProps = {
  points: readonly { month: MonthKey; netWorthMinor: number; byAccount: readonly number[] }[];
  /** In the order of `byAccount`. */
  accounts: readonly { id: string; name: string }[];
  totals: AccountTotals | null;
  currency: Currency;
  today: CivilDate;
};

/** Assets minus liabilities, today and at the end of each past month, in total and by account. */
export function NetWorthCard({ points, accounts, totals, currency, today }: NetWorthCardProps) {
  const [isSplit, setSplit] = useState(false);
  if (!totals) {
    return (
      <Card>
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
      </Card>
    );
  }
  const format = (minor: number) => formatMoney(Math.round(minor), currency);
  const current = monthKey(today);
  const named = points.map(({ month, netWorthMinor, byAccount }) => ({
    label: formatShortMonth(month),
    title: month === current ? "Today" : `End of ${formatMonth(month)}`,
    minor: netWorthMinor,
    values: byAccount,
    projected: false,
  }));
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4">
        <Stat label="Net worth" value={totals.netWorthMinor} format={format} signed className="max-sm:col-span-2" />
        <Stat label="Assets" value={totals.assetsMinor} format={format} />
        <Stat label="Liabilities" value={totals.liabilitiesMinor} format={format} />
      </div>
      <ChartFrame
        title="Net worth over time"
        foldsOnPhone
        description={
          isSplit ? (
            <AccountNames accounts={accounts} />
          ) : (
            "At the end of each month, as far back as your accounts have transactions."
          )
        }
        action={accounts.length > 1 && <SplitChoice isSplit={isSplit} onChange={setSplit} />}
        table={
          <Figures
            caption="Net worth over time"
            heads={["Net worth", ...(accounts.length > 1 ? accounts.map(({ name }) => name) : [])]}
            currency={currency}
            rows={named.map(({ title, minor, values }) => ({
              title,
              values: [minor, ...(accounts.length > 1 ? values : [])],
            }))}
          />
        }
      >
        {isSplit ? (
          <StackedMonths months={named} parts={accounts} currency={currency} />
        ) : (
          <MonthLine points={named} name="Net worth" currency={currency} />
        )}
      </ChartFrame>
    </>
  );
}

function SplitChoice({ isSplit, onChange }: { isSplit: boolean; onChange: (isSplit: boolean) => void }) {
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">Show net worth</legend>
      {[false, true].map((splits) => (
        <Button
          key={String(splits)}
          variant={splits === isSplit ? "secondary" : "ghost"}
          size="sm"
          aria-pressed={splits === isSplit}
          onClick={() => onChange(splits)}
        >
          {splits ? "By account" : "Total"}
        </Button>
      ))}
    </fieldset>
  );
}

/** Legend of the account colors. */
function AccountNames({ accounts }: Pick<NetWorthCardProps, "accounts">) {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      {accounts.map(({ id, name }, at) => (
        <span key={id} className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className={cn("size-2.5 rounded-full", partDot(at))} />
          {name}
        </span>
      ))}
    </span>
  );
}
