import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useShell } from "~/components/app-shell/use-shell";
import { DateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { type MapPin, VectorMap } from "~/components/map/vector-map";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CalendarX, House, MapPin as PinIcon, Printer } from "~/components/ui/icons";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import type { DriveTime } from "~/domain/drives/drive-time";
import { type RoutesOfDay, routesOfDay } from "~/domain/maps/routes.server";
import { formatDuration } from "~/domain/shared/time/date-format";
import { pageLoader } from "~/http/page-loader";
import { LiveConnectionProvider } from "~/lib/live/live-connection";
import { useLiveRevalidation } from "~/lib/live/use-live-events";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { CoverageView } from "~/routes/maps/coverage-view";
import { DayNav } from "~/routes/maps/day-nav";
import { dayOrCoverage } from "~/routes/maps/day-or-coverage.server";
import { zipLabels } from "~/routes/maps/zip-labels";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Routes · Plenum" }];

export const loader = pageLoader(({ ctx, url }) => dayOrCoverage(ctx, url, (view) => routesOfDay(ctx, view)));

export default function RoutesPage() {
  const data = useLoaderData<typeof loader>();
  const organizationId = useShell()?.person?.member?.orgId ?? null;
  if (data.view === "coverage")
    return <CoverageView title="Coverage map" coverage={data.coverage} isGuest={data.isGuest} zip={data.zip} />;
  return (
    <LiveConnectionProvider organizationId={organizationId}>
      <Day day={data.day} />
      <Outlet />
    </LiveConnectionProvider>
  );
}

// Routes are also distinguished by number and heading.
const colors = [
  "text-link",
  "text-heat",
  "text-ok",
  "text-bad",
  "text-warn",
  "text-info",
  "text-muted-foreground",
] as const;
const colorOf = (index: number) => colors[index % colors.length] ?? "text-link";

function Day({ day }: { day: RoutesOfDay }) {
  const { date, today, before, after, routes, mayPlan } = day;
  const [chosen, setChosen] = useState<string | null>(null);
  const [onlyId, setOnly] = useState<string | null>(null);
  // The technician chosen on another day may have no route on this one.
  const only = routes.some(({ technicianId }) => technicianId === onlyId) ? onlyId : null;
  useLiveRevalidation();
  const shown = routes
    .map((route, index) => ({ ...route, color: colorOf(index) }))
    .filter(({ technicianId }) => only === null || technicianId === only);
  const pins: MapPin[] = shown.flatMap(({ technicianId, origin, stops, color, name }) => [
    ...(origin
      ? [
          {
            id: `start ${technicianId}`,
            point: origin,
            title: `${name} starts here`,
            icon: House,
            className: color,
            shape: "square" as const,
          },
        ]
      : []),
    ...stops.flatMap(({ id, point, place, title, reference }) =>
      point
        ? [
            {
              id,
              point,
              title: `${name}, stop ${place}: ${reference}, ${title}`,
              text: String(place),
              className: color,
            },
          ]
        : [],
    ),
  ]);
  const lines = shown.map(({ technicianId, origin, stops, color }) => ({
    id: technicianId,
    className: color,
    points: [...(origin ? [origin] : []), ...stops.flatMap(({ point }) => point ?? [])],
  }));
  return (
    <>
      <PageHeader
        title="Routes"
        secondary={
          <Button asChild variant="outline">
            <Link to={paths.map({ date: date === today ? undefined : date })}>
              <PinIcon />
              Map
            </Link>
          </Button>
        }
      />
      <div className="mb-4">
        <DayNav {...{ date, today, before, after }} href={(to) => paths.map2({ date: to })} />
      </div>
      {routes.length === 0 ? (
        <EmptyState icon={CalendarX} title="No routes on this day">
          Each technician's jobs show up here in the order of the schedule, with the drives between them.
        </EmptyState>
      ) : (
        <>
          <p className="mb-4 flex flex-wrap gap-x-6 gap-y-1 text-muted-foreground">
            <span>
              <strong className="font-semibold text-foreground tabular">{formatDuration(day.driveMinutes)}</strong>{" "}
              driving
              {day.isEstimated && " (estimate)"}
            </span>
            <span>
              <strong className="font-semibold text-foreground tabular">{formatDuration(day.workMinutes)}</strong> on
              site
            </span>
            {day.unknownDrives > 0 && (
              <span>{day.unknownDrives === 1 ? "1 drive is unknown" : `${day.unknownDrives} drives are unknown`}</span>
            )}
          </p>
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
            <VectorMap
              label="Routes of the day"
              pins={pins}
              lines={lines}
              labels={zipLabels(day.zips)}
              states={day.states}
              selected={chosen}
              onSelect={setChosen}
              className="h-80 lg:sticky lg:top-20 lg:h-[38rem]"
            />
            <div className="flex min-w-0 flex-col gap-6">
              {routes.map((route, index) => (
                <Route
                  key={route.technicianId}
                  {...{ route, date, today, mayPlan, chosen }}
                  color={colorOf(index)}
                  isOnly={only === route.technicianId}
                  onOnly={() => setOnly(only === route.technicianId ? null : route.technicianId)}
                  onChoose={setChosen}
                />
              ))}
            </div>
          </div>
        </>
      )}
    </>
  );
}

/** Kept short, because the technician's total shows what is estimated. */
function driveText(drive: DriveTime): string {
  if (drive.minutes === null) return "drive unknown";
  return drive.basis === "same_address" ? "same address" : `${drive.minutes} min drive`;
}

interface RouteProps {
  route: RoutesOfDay["routes"][number];
  color: string;
  date: string;
  today: string;
  mayPlan: boolean;
  chosen: string | null;
  isOnly: boolean;
  onOnly: () => void;
  onChoose: (id: string) => void;
}

function Route({ route, color, date, today, mayPlan, chosen, isOnly, onOnly, onChoose }: RouteProps) {
  const { name, stops, driveMinutes, workMinutes, isEstimated, unknownDrives } = route;
  return (
    <section aria-label={name}>
      <div className="flex items-center justify-between gap-3">
        <h2 className="flex items-center gap-2 font-semibold text-base">
          <span aria-hidden="true" className={cn("size-3 rounded-full bg-current", color)} />
          {name}
        </h2>
        <span className="flex shrink-0">
          <Button
            variant="ghost"
            size="sm"
            aria-pressed={isOnly}
            onClick={onOnly}
            aria-label={`Show only ${name} on the map`}
          >
            {isOnly ? "Show all" : "Only this"}
          </Button>
          {route.maySeeSheet && (
            <Button asChild variant="ghost" size="icon">
              <Link to={paths.routeSheet(route.technicianId, date)} aria-label={`Route sheet for ${name}`}>
                <Printer />
              </Link>
            </Button>
          )}
        </span>
      </div>
      <p className="text-muted-foreground text-sm">
        {stops.length === 1 ? "1 stop" : `${stops.length} stops`}, {formatDuration(driveMinutes)} driving
        {isEstimated && " (estimate)"}
        {unknownDrives > 0 && `, ${unknownDrives} unknown`}, {formatDuration(workMinutes)} on site
      </p>
      <Card as="ol" className="mt-2 divide-y divide-border">
        {stops.map((stop) => (
          <li key={stop.id} className={cn("flex items-start gap-3 px-3 py-2.5", chosen === stop.id && "bg-accent")}>
            <span className="w-5 shrink-0 text-right font-semibold text-muted-foreground tabular">{stop.place}</span>
            <div className="min-w-0 grow">
              <Link to={paths.workOrder(stop.number)} className="break-words font-medium hover:underline">
                {stop.title}
              </Link>
              <p className="text-muted-foreground text-sm">
                <DateText at={new Date(stop.start).toISOString()} zone={stop.zone} style="time" />,{" "}
                {formatDuration(stop.minutes)}
                {stop.drive && `, ${driveText(stop.drive)}`}
              </p>
              <p className="break-words text-muted-foreground text-sm">
                {stop.customerName}, {stop.street}, {stop.city}
                {stop.point === null && " (not on the map)"}
              </p>
            </div>
            <div className="flex shrink-0 flex-col items-end gap-1">
              <WorkOrderStatusBadge status={stop.status} />
              <span className="flex">
                {stop.point && (
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-pressed={chosen === stop.id}
                    aria-label={`Show ${stop.reference} on the map`}
                    onClick={() => onChoose(stop.id)}
                  >
                    Show
                  </Button>
                )}
                {mayPlan && ["scheduled", "dispatched"].includes(stop.status) && (
                  <Button asChild variant="ghost" size="sm">
                    <Link
                      to={paths.moveStop(stop.number, { date: date === today ? undefined : date })}
                      preventScrollReset
                      aria-label={`Move ${stop.reference}`}
                    >
                      Move
                    </Link>
                  </Button>
                )}
              </span>
            </div>
          </li>
        ))}
      </Card>
    </section>
  );
}
