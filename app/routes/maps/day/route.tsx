import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useShell } from "~/components/app-shell/use-shell";
import { mapOfDay } from "~/domain/maps/map-day.server";
import { pageLoader } from "~/http/page-loader";
import { LiveConnectionProvider } from "~/lib/live/live-connection";
import { CoverageView } from "~/routes/maps/coverage-view";
import { dayOrCoverage } from "~/routes/maps/day-or-coverage.server";
import { DayMap } from "./day-map";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [
  { title: "Map · Plenum" },
  { name: "description", content: "Where heating and cooling businesses on Plenum work, by county and ZIP code." },
];

export const loader = pageLoader(({ ctx, url }) => dayOrCoverage(ctx, url, (view) => mapOfDay(ctx, view)));

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
