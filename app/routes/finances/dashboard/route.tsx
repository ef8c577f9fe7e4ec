import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useSearchParams } from "@remix-run/react";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { accountConnections } from "~/domain/finance/bank-link/health.server";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { ConnectionNotices } from "~/routes/finances/shared/connection-notice";
import { CurrencyTabs } from "~/routes/finances/shared/currency-tabs";
import { AccountsCard } from "./accounts-card";
import { Answers } from "./answers";
import { BillsCard } from "./bills-card";
import { dashboardData } from "./dashboard-data.server";
import { MonthsCard } from "./months-card";
import { NetWorthCard } from "./net-worth-card";
import { RunwaySection } from "./runway-section";
import { currencyHref, readRunwayQuery, whatIfProblem } from "./what-if-query";

export const meta: MetaFunction = () => [{ title: "Finance Dashboard · Plenum" }];

export const loader = memberLoader(async ({ ctx, url }) => {
  const [data, connections] = await Promise.all([
    dashboardData(ctx, readRunwayQuery(url.searchParams)),
    accountConnections(ctx),
  ]);
  return { ...data, connections, whatIfProblem: whatIfProblem(url.searchParams) };
});

export { shouldRevalidate } from "~/lib/revalidation";

export default function FinanceDashboard() {
  const data = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const query = readRunwayQuery(search);
  return (
    <div className="mx-auto flex w-full max-w-[75rem] flex-col gap-4 sm:gap-6">
      <PageHeader
        title="Finance Dashboard"
        secondary={
          <Button variant="outline" asChild>
            <Link to={paths.finances()}>Open this month</Link>
          </Button>
        }
      />
      <ConnectionNotices connections={data.connections} />
      <CurrencyTabs currencies={data.currencies} current={data.currency} hrefOf={currencyHref} />
      <Answers data={data} />
      <WhatIfProblem message={data.whatIfProblem} />
      <div className="grid items-start gap-4 sm:gap-6 xl:grid-cols-[23rem_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4 sm:gap-6 md:grid-cols-2 xl:grid-cols-1">
          {data.months && <MonthsCard {...data.months} />}
          <BillsCard bills={data.bills} billCount={data.billCount} currency={data.currency} />
          <AccountsCard
            accounts={data.accounts}
            currency={data.currency}
            runway={data.runway.perAccount}
            floors={query.accountFloors}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
          <NetWorthCard
            points={data.netWorth}
            accounts={data.accounts.filter(({ isActive }) => isActive)}
            totals={data.totals}
            currency={data.currency}
            today={data.today}
          />
          <RunwaySection data={data} query={query} />
        </div>
      </div>
      <Outlet />
    </div>
  );
}

/** Why a submitted what-if was not applied. */
function WhatIfProblem({ message }: { message: string | null }) {
  if (!message) return null;
  return (
    <p role="alert" className="rounded-md bg-bad-soft p-3 text-bad">
      {message}
    </p>
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
