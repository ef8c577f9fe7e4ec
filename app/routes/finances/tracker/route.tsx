import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { householdToday } from "~/domain/finance/tracker/rows.server";
import { formActions } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { owedLoads } from "~/lib/owed-loads";
import { itemForms } from "./actions.server";
import { trackerData } from "./data.server";
import { MonthScreen } from "./month";
import { readTrackerView, trackerHref } from "./tracker-view";
import type { YearScreenProps } from "./year";

export const handle: ShellHandle = { roomy: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.mode === "year" ? "Yearly Financial Overview" : "Financial Dashboard"} · Plenum` },
];

export const loader = memberLoader(({ ctx, url, request }) => {
  const view = readTrackerView(url.searchParams, householdToday(ctx));
  return trackerData(ctx, request, view);
});

export const action = formActions(
  itemForms(({ ctx, url }, id) => trackerHref(readTrackerView(url.searchParams, householdToday(ctx)), { fresh: id })),
);

/** Tabs, dialogs and what is struck through are drawn from what is here already. */
const loads = owedLoads((args) => {
  const { currentUrl, nextUrl, formMethod, actionStatus, defaultShouldRevalidate } = args;
  if (formMethod && formMethod !== "GET") return actionStatus === undefined || actionStatus < 400;
  if (currentUrl.href === nextUrl.href) return defaultShouldRevalidate;
  return ["view", "month", "year", "sample", "currency", "rest"].some(
    (name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name),
  );
});
export const shouldRevalidate = loads.shouldRevalidate;

const year = lazyWithRetry<YearScreenProps>(async () => (await import("./year")).YearScreen);

export default function Tracker() {
  const data = useLoaderData<typeof loader>();
  loads.useArrived(data);
  const actionData = useActionData();
  const [search] = useSearchParams();
  const view = readTrackerView(search, data.today);
  return data.mode === "year" ? (
    <year.Part view={view} data={data} />
  ) : (
    <MonthScreen view={view} data={data} actionData={actionData} />
  );
}
