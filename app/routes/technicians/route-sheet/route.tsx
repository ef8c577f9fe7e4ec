import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { CalendarDays, ChevronLeft, ChevronRight, Printer } from "~/components/ui/icons";
import { driveLabel } from "~/domain/drives/drive-time";
import { type RouteStop, routeSheet } from "~/domain/scheduling/routing/route-sheet.server";
import { formatPhone } from "~/domain/shared/text/phones";
import { formatDate, formatDuration, formatFullDate, formatTimeRange } from "~/domain/shared/time/date-format";
import { addDays } from "~/domain/shared/time/dates";
import { PRIORITY_LABELS } from "~/domain/work-order-basics/priority";
import { STATUS_LABELS } from "~/domain/work-order-basics/status";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Route sheet for ${data.technician.name}` : "Route sheet"} · Plenum` },
];

export const loader = pageLoader(({ ctx, params }) => routeSheet(ctx, params.id ?? "", params.date ?? null));

/** A technician's day on one printed sheet: the stops in order, with what is needed at each. */
export default function RouteSheet() {
  const { technician, date, today, stops, orgName, timeZone, driveMinutes, unknownDrives } =
    useLoaderData<typeof loader>();
  const at = (day: string) => paths.routeSheet(technician.id, day);
  return (
    <div className="mx-auto w-full max-w-3xl print:max-w-none">
      <PageHeader
        title={`Route sheet for ${technician.name}`}
        facts={
          <span className="tabular">
            {[formatFullDate(date), orgName, ...driveFacts({ stops, driveMinutes, unknownDrives })].join(" · ")}
          </span>
        }
        secondary={
          <>
            <Button variant="outline" asChild size="icon" aria-label="Previous day">
              <Link to={at(addDays(date, -1))} preventScrollReset>
                <ChevronLeft />
              </Link>
            </Button>
            {date !== today && (
              <Button variant="outline" asChild>
                <Link to={at(today)} preventScrollReset>
                  Today
                </Link>
              </Button>
            )}
            <Button variant="outline" asChild size="icon" aria-label="Next day">
              <Link to={at(addDays(date, 1))} preventScrollReset>
                <ChevronRight />
              </Link>
            </Button>
          </>
        }
        action={
          stops.length > 0 && (
            <Button variant="default" onClick={() => window.print()}>
              <Printer />
              Print
            </Button>
          )
        }
      />
      {stops.length === 0 ? (
        <EmptyState
          icon={CalendarDays}
          title={`Nothing booked on ${formatDate(date)}`}
          action={
            <Button asChild variant="outline">
              <Link to={paths.schedulerDay(date)}>Open scheduler</Link>
            </Button>
          }
        >
          Jobs assigned to {technician.name} on this day are listed here in driving order.
        </EmptyState>
      ) : (
        <ol className="list-frame divide-y divide-border print:border-0">
          {stops.map((stop, index) => (
            <Stop key={`${stop.number}-${stop.startsAt}`} {...{ stop, index, zone: timeZone }} />
          ))}
        </ol>
      )}
    </div>
  );
}

function driveFacts(sheet: { stops: readonly unknown[]; driveMinutes: number; unknownDrives: number }): string[] {
  const { stops, driveMinutes, unknownDrives } = sheet;
  if (stops.length === 0) return [];
  const count = stops.length === 1 ? "1 stop" : `${stops.length} stops`;
  const drive = `${formatDuration(driveMinutes)} driving`;
  return [count, unknownDrives === 0 ? drive : `${drive}, ${unknownDrives} unknown`];
}

function Stop({ stop, index, zone }: { stop: RouteStop; index: number; zone: string }) {
  const { reference, title, startsAt, endsAt, timeZone, window: promised, site, units, description } = stop;
  const facts = [STATUS_LABELS[stop.status], `${PRIORITY_LABELS[stop.priority]} priority`];
  return (
    <li className="grid break-inside-avoid gap-x-6 gap-y-1 px-4 py-4 sm:grid-cols-[10rem_minmax(0,1fr)] print:grid-cols-[9rem_minmax(0,1fr)] print:px-0">
      <div className="tabular">
        <p className="font-medium">
          <span className="mr-2 text-muted-foreground">{index + 1}.</span>
          {formatTimeRange(startsAt, endsAt, timeZone)}
        </p>
        {promised && (
          <p className="text-muted-foreground text-sm">
            Promised {formatTimeRange(promised.start, promised.end, timeZone)}
          </p>
        )}
        {timeZone !== zone && <p className="text-muted-foreground text-sm">Property's time</p>}
        <p className="text-muted-foreground text-sm">Drive: {driveLabel(stop.drive)}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-medium">
          <Link to={paths.workOrder(stop.number)} className="hover:underline">
            {reference}
          </Link>{" "}
          {title}
        </p>
        {site && (
          <>
            <p>
              {site.customerName}
              {site.customerPhone && `, ${formatPhone(site.customerPhone)}`}
            </p>
            <p>{site.address}</p>
          </>
        )}
        {units.map((unit) => (
          <p key={`${unit.name}-${unit.serialNumber}`} className="text-muted-foreground text-sm">
            {[unit.name, unit.modelNumber, unit.serialNumber && `S/N ${unit.serialNumber}`].filter(Boolean).join(" · ")}
          </p>
        ))}
        {description && <p className="whitespace-pre-line text-sm">{description}</p>}
        <p className="text-muted-foreground text-sm">
          {facts.join(" · ")}
          {stop.role === "helper" && " · Helper"}
        </p>
      </div>
    </li>
  );
}
