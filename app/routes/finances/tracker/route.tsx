import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { RefusedAction } from "~/components/feedback/refused-action";
import { ProjectionChoice } from "~/domain/finance/cashflow/schema";
import { setProjectionMode } from "~/domain/finance/forecast/projection.server";
import { planItemKind } from "~/domain/finance/tracker/plan.server";
import type { Ctx } from "~/domain/shared/context";
import { householdToday } from "~/domain/shared/time/household-day";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { MonthScreen } from "./month";
import { monthData, yearData } from "./tracker-data.server";
import { readTrackerView, trackerHref, trackerQuery } from "./tracker-view";
import { YearScreen } from "./year";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.mode === "year" ? "Yearly Financial Overview" : "Financial Dashboard"} · Plenum` },
];

export const loader = memberLoader(async ({ ctx, url, request }) => {
  const moved = await oldDialogHref(ctx, url);
  if (moved) throw redirect(moved);
  const view = readTrackerView(url.searchParams, householdToday(ctx));
  return view.mode === "year" ? yearData({ ctx, url }, view) : monthData(ctx, request, view);
});

/** Saves how projected assets count the current month. */
export const action = formAction(ProjectionChoice, async ({ ctx, input, url }) => {
  await setProjectionMode(ctx, input.mode);
  return redirect(`${url.pathname}${url.search}`);
});

export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

/** A month with its lists and totals, or a year; dialogs are rendered over the month. */
export default function Tracker() {
  const data = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const view = readTrackerView(search, data.today);
  return (
    <>
      <RefusedAction />
      {data.mode === "year" ? <YearScreen view={view} data={data} /> : <MonthScreen view={view} data={data} />}
    </>
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";

/** Current URL for an older link with dialogs in its query; null for any other URL. */
async function oldDialogHref(ctx: Ctx, { pathname, searchParams }: URL): Promise<string | null> {
  if (pathname !== paths.finances()) return null;
  const [add, edit, remove] = ["add", "edit", "delete"].map((name) => searchParams.get(name));
  if (!add && !edit && !remove) return null;
  const view = readTrackerView(searchParams, householdToday(ctx));
  const query = trackerQuery(view);
  if (add === "income" || add === "expense") return paths.newPlanItem(add, query);
  const id = edit ?? remove ?? "";
  const kind = await planItemKind(ctx, id);
  if (!kind) return trackerHref(view);
  return edit ? paths.planItem({ kind, id, on: searchParams.get("on") }, query) : paths.deletePlanItem(kind, id, query);
}
