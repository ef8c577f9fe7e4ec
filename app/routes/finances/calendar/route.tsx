import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { PageHeader } from "~/components/page-header";
import { householdToday } from "~/domain/finance/tracker/rows.server";
import { formActions } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { CurrencyTabs } from "~/routes/finances/shared/currency-tabs";
import { formErrors } from "~/routes/finances/shared/item-form";
import { MonthNavigator } from "~/routes/finances/shared/month-navigator";
import { calendarForms } from "./actions.server";
import { CalendarGrid } from "./calendar-grid";
import { calendarHref, readCalendarView } from "./calendar-view";
import { calendarData } from "./data.server";
import { MovePanel } from "./move-panel";

export const handle: ShellHandle = { roomy: true };

export const meta: MetaFunction = () => [{ title: "Finance Calendar · Plenum" }];

export const loader = memberLoader(({ ctx, url }) =>
  calendarData(ctx, readCalendarView(url.searchParams, householdToday(ctx))),
);

export const action = formActions(calendarForms);

export default function FinanceCalendar() {
  const data = useLoaderData<typeof loader>();
  const errors = formErrors(useActionData());
  const [search] = useSearchParams();
  const view = readCalendarView(search, data.today);
  return (
    <div className="mx-auto flex w-full max-w-[90rem] flex-col gap-5">
      <PageHeader
        title="Finance Calendar"
        facts={
          data.hasAccounts
            ? "Each day shows what falls on it and the balance it ends with."
            : "Each day shows what falls on it. Add an account to see the balance it ends with."
        }
      />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <MonthNavigator month={view.month} today={data.today} hrefOf={(month) => calendarHref(view, { month })} />
        <CurrencyTabs
          currencies={data.currencies}
          current={data.currency}
          hrefOf={(currency) => calendarHref(view, { currency, bill: null, to: null })}
        />
      </div>
      <MovePanel data={data} view={view} errors={errors} />
      <CalendarGrid days={data.days} today={data.today} currency={data.currency} view={view} />
    </div>
  );
}
