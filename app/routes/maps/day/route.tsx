import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useShell } from "~/components/app-shell/use-shell";
import { publicCoverage } from "~/domain/maps/coverage.server";
import { mapOfDay } from "~/domain/maps/map-day.server";
import { CoverageView as CoverageQuery, MapDayView } from "~/domain/maps/schema";
import { can } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { LiveConnectionProvider } from "~/lib/live/live-connection";
import { CoverageView } from "~/routes/maps/coverage-view";
import { DayMap } from "./day-map";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [
  { title: "Map · Plenum" },
  { name: "description", content: "Where heating and cooling businesses on Plenum work, by county and ZIP code." },
];

/** Whoever works in a business sees its day; everybody else how many properties are served where, and nothing more. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const query = Object.fromEntries(url.searchParams);
  const person = ctx.actor.kind === "person" ? ctx.actor.person : null;
  if (person?.member && can(person.member, "work_orders.read"))
    return { view: "day" as const, day: await mapOfDay(ctx, MapDayView.parse(query)) };
  const asked = CoverageQuery.parse(query);
  return {
    view: "coverage" as const,
    isGuest: person === null,
    zip: asked.zip,
    coverage: await publicCoverage(ctx, asked),
  };
});

export default function MapPage() {
  const data = useLoaderData<typeof loader>();
  const organizationId = useShell()?.person?.member?.orgId ?? null;
  if (data.view === "coverage")
    return <CoverageView title="Coverage map" coverage={data.coverage} isGuest={data.isGuest} zip={data.zip} />;
  return (
    <LiveConnectionProvider organizationId={organizationId}>
      <DayMap day={data.day} />
    </LiveConnectionProvider>
  );
}
