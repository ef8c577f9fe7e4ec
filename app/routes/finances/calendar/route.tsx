import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useRouteLoaderData, useSearchParams } from "@remix-run/react";
import { MonthNavigator } from "~/components/month-navigator";
import { PageHeader } from "~/components/page-header";
import { householdToday } from "~/domain/shared/time/household-day";
import { memberLoader } from "~/http/page-loader";
import { CurrencyTabs } from "~/routes/finances/shared/currency-tabs";
import { calendarData } from "./calendar-data.server";
import { CalendarGrid } from "./calendar-grid";
import { calendarHref, oldMoveHref, readCalendarView } from "./calendar-view";
import type { loader as moveLoader } from "./move";

export const meta: MetaFunction = () => [{ title: "Finance Calendar · Plenum" }];

export const loader = memberLoader(({ ctx, url }) => {
  const view = readCalendarView(url.searchParams, householdToday(ctx));
  const moved = oldMoveHref(url.searchParams, view);
  if (moved) throw redirect(moved);
  return calendarData(ctx, view);
});

export { shouldRevalidate } from "~/lib/revalidation";

/** A month by day; while a move is being previewed, as it would be after it. */
export default function FinanceCalendar() {
  const { today, currency, currencies, hasAccounts, days } = useLoaderData<typeof loader>();
  const move = useRouteLoaderData<typeof moveLoader>("routes/finances/calendar/move");
  const [search] = useSearchParams();
  const view = readCalendarView(search, today);
  return (
    <div className="mx-auto flex w-full max-w-[90rem] flex-col gap-5">
      <PageHeader
        title="Finance Calendar"
        facts={
          hasAccounts
            ? "Each day shows what falls on it and the balance it ends with."
            : "Each day shows what falls on it. Add an account to see the balance it ends with."
        }
      />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <MonthNavigator month={view.month} today={today} hrefOf={(month) => calendarHref(view, { month })} />
        <CurrencyTabs
          currencies={currencies}
          current={currency}
          hrefOf={(each) => calendarHref(view, { currency: each })}
        />
      </div>
      <Outlet />
      <CalendarGrid days={move?.days ?? days} today={today} currency={currency} view={view} move={move ?? null} />
    </div>
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
