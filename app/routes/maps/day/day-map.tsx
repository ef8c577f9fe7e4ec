import { Link, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { DateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { type MapPin, VectorMap } from "~/components/map/vector-map";
import { PageHeader } from "~/components/page-header";
import { RelativeTime } from "~/components/relative-time";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Checkbox } from "~/components/ui/checkbox";
import { CalendarX, RouteIcon, X } from "~/components/ui/icons";
import { toneText } from "~/components/ui/tone";
import { statusStyles, WorkOrderStatusBadge } from "~/components/work-orders/status";
import { coverageText, shadesOf } from "~/domain/maps/coverage";
import { statesOf } from "~/domain/maps/fips";
import type { MapOfDay } from "~/domain/maps/map-day.server";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { STATUS_LABELS, WORK_ORDER_STATUSES, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { useLiveRevalidation } from "~/lib/live/use-live-events";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { DayNav } from "~/routes/maps/day-nav";
import { zipLabels } from "~/routes/maps/zip-labels";

const PLACES_EVERY_MS = MINUTE_MS;

/** The day's jobs by status, technicians who share their location, and the service area. */
export function DayMap({ day }: { day: MapOfDay }) {
  const { date, today, before, after, jobs, technicians, zips, now } = day;
  const [chosen, setChosen] = useState<string | null>(null);
  const [only, setOnly] = useState<WorkOrderStatus | null>(null);
  const [isCoverageShown, setIsCoverageShown] = useState(false);
  useLiveRevalidation();
  useFreshPlaces(date === today);
  const shown = jobs.filter(({ status }) => only === null || status === only);
  const pins: MapPin[] = [
    ...shown.flatMap((workOrder) =>
      workOrder.point
        ? [
            {
              id: workOrder.id,
              point: workOrder.point,
              title: `${workOrder.reference}, ${workOrder.title}, ${STATUS_LABELS[workOrder.status]}`,
              icon: statusStyles[workOrder.status].icon,
              className: toneText[statusStyles[workOrder.status].tone],
            },
          ]
        : [],
    ),
    ...technicians.flatMap(({ technicianId, firstName, lastName, point }) =>
      point
        ? [
            {
              ...{ id: technicianId, point, title: `${firstName} ${lastName}` },
              text: `${firstName.charAt(0)}${lastName.charAt(0)}`,
              className: "text-foreground",
              shape: "person" as const,
            },
          ]
        : [],
    ),
  ];
  const counties = countiesOf(zips);
  const lost = shown.filter(({ point }) => point === null);
  const found = shown.filter(({ point }) => point !== null);
  const chosenWorkOrder = found.find(({ id }) => id === chosen);
  return (
    <>
      <PageHeader
        title="Map"
        secondary={
          <Button asChild variant="outline">
            <Link to={paths.map2({ date: date === today ? undefined : date })}>
              <RouteIcon />
              Routes
            </Link>
          </Button>
        }
      />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <DayNav {...{ date, today, before, after }} href={(to) => paths.map({ date: to })} />
        <label className="flex items-center gap-2">
          <Checkbox checked={isCoverageShown} onChange={() => setIsCoverageShown(!isCoverageShown)} />
          Show coverage
        </label>
      </div>
      {jobs.length > 0 && <Statuses jobs={jobs} only={only} onOnly={setOnly} />}
      {day.isPartial && (
        <p role="status" className="mb-4 rounded-md border border-warn bg-warn-soft p-3">
          This day has more jobs than the map shows. These are its first {jobs.length}.
        </p>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <VectorMap
          label="Jobs of the day"
          pins={pins}
          labels={zipLabels(zips)}
          states={statesOf([...jobs.map(({ state }) => state), ...zips.map(({ state }) => state)])}
          shades={isCoverageShown ? shadesOf(counties) : undefined}
          selected={chosen}
          onSelect={setChosen}
          className="h-80 lg:sticky lg:top-20 lg:h-[38rem]"
        >
          {chosenWorkOrder && <ChosenWorkOrder workOrder={chosenWorkOrder} onClose={() => setChosen(null)} />}
        </VectorMap>
        <div className="flex min-w-0 flex-col gap-6">
          <Technicians
            technicians={technicians}
            now={now}
            isToday={date === today}
            chosen={chosen}
            onChoose={setChosen}
          />
          {jobs.length === 0 && (
            <EmptyState icon={CalendarX} title="No jobs on this day">
              Jobs show up here as soon as they are scheduled.
            </EmptyState>
          )}
          {found.length > 0 && (
            <Jobs title={`Jobs (${found.length})`} jobs={found} chosen={chosen} onChoose={setChosen} />
          )}
          {lost.length > 0 && (
            <Jobs
              title={`Not on the map (${lost.length})`}
              text="Their address was not found. Check it on the property."
              jobs={lost}
              chosen={chosen}
            />
          )}
          {isCoverageShown && <OwnCoverage zips={zips} hasMore={day.hasMoreZips} />}
        </div>
      </div>
    </>
  );
}

/** Reloads the locations every minute while the page is visible. */
function useFreshPlaces(isToday: boolean): void {
  const { revalidate } = useRevalidator();
  // Location updates do not change a work order and are not sent over the live connection.
  useEffect(() => {
    if (!isToday) return;
    const timer = setInterval(() => document.visibilityState === "visible" && revalidate(), PLACES_EVERY_MS);
    return () => clearInterval(timer);
  }, [isToday, revalidate]);
}

interface StatusesProps {
  jobs: MapOfDay["jobs"];
  only: WorkOrderStatus | null;
  onOnly: (status: WorkOrderStatus | null) => void;
}

/** Number of jobs by status, which is also the legend of the marks; a click shows only that status. */
function Statuses({ jobs, only, onOnly }: StatusesProps) {
  return (
    <fieldset className="mb-4 flex flex-wrap gap-2">
      <legend className="sr-only">Show jobs by status</legend>
      <StatusChoice label="All" count={jobs.length} isOn={only === null} onClick={() => onOnly(null)} />
      {WORK_ORDER_STATUSES.map((status) => {
        const count = jobs.filter((workOrder) => workOrder.status === status).length;
        return (
          (count > 0 || only === status) && (
            <StatusChoice
              key={status}
              label={STATUS_LABELS[status]}
              count={count}
              status={status}
              isOn={only === status}
              onClick={() => onOnly(only === status ? null : status)}
            />
          )
        );
      })}
    </fieldset>
  );
}

interface StatusChoiceProps {
  label: string;
  count: number;
  status?: WorkOrderStatus;
  isOn: boolean;
  onClick: () => void;
}

function StatusChoice({ label, count, status, isOn, onClick }: StatusChoiceProps) {
  const style = status && statusStyles[status];
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={cn(
        "inline-flex h-8 items-center gap-1.5 rounded-full border border-border bg-card px-3 text-sm hover:bg-accent touch:h-11",
        isOn && "border-link bg-link-soft font-medium",
      )}
    >
      {style && <style.icon className={cn("size-4", toneText[style.tone])} />}
      {label}
      <span className="text-muted-foreground tabular">{count}</span>
    </button>
  );
}

/** Details of the clicked mark, shown over the map. */
function ChosenWorkOrder({ workOrder, onClose }: { workOrder: MapOfDay["jobs"][number]; onClose: () => void }) {
  return (
    <Card
      role="status"
      className="absolute inset-x-2 bottom-2 flex items-start gap-3 p-3 shadow-lg lg:right-auto lg:w-96"
    >
      <div className="min-w-0 grow">
        <WorkOrderStatusBadge status={workOrder.status} className="mb-1 w-fit" />
        <Link to={paths.workOrder(workOrder.number)} className="block truncate font-medium hover:underline">
          {workOrder.title}
        </Link>
        <WorkOrderTime workOrder={workOrder} />
        <p className="truncate text-muted-foreground text-sm">
          {workOrder.customerName}, {workOrder.line1}, {workOrder.city}
        </p>
      </div>
      <Button variant="ghost" size="icon" aria-label="Close" onClick={onClose} className="-mt-2 -mr-2 shrink-0">
        <X />
      </Button>
    </Card>
  );
}

function WorkOrderTime({ workOrder }: { workOrder: MapOfDay["jobs"][number] }) {
  return (
    <p className="text-muted-foreground text-sm">
      {workOrder.scheduledStart && <DateText at={workOrder.scheduledStart} zone={workOrder.zone} style="time" />}
      {", "}
      {workOrder.technicianFirstName
        ? `${workOrder.technicianFirstName} ${workOrder.technicianLastName}`
        : "Unassigned"}
    </p>
  );
}

interface JobsProps {
  title: string;
  text?: string;
  jobs: MapOfDay["jobs"];
  chosen: string | null;
  onChoose?: (id: string) => void;
}

function Jobs({ title, text, jobs, chosen, onChoose }: JobsProps) {
  return (
    <section aria-label={title}>
      <h2 className="font-semibold text-base">{title}</h2>
      {text && <p className="text-muted-foreground text-sm">{text}</p>}
      <Card as="ul" className="mt-2 divide-y divide-border">
        {jobs.map((workOrder) => (
          <li
            key={workOrder.id}
            className={cn("flex items-start gap-3 px-3 py-2.5", chosen === workOrder.id && "bg-accent")}
          >
            <div className="min-w-0 grow">
              <Link to={paths.workOrder(workOrder.number)} className="break-words font-medium hover:underline">
                {workOrder.title}
              </Link>
              <WorkOrderTime workOrder={workOrder} />
              <p className="break-words text-muted-foreground text-sm">
                {workOrder.customerName},{" "}
                <Link to={paths.property(workOrder.siteId)} className="underline underline-offset-4">
                  {workOrder.line1}, {workOrder.city}
                </Link>
              </p>
            </div>
            <div className="flex shrink-0 flex-col items-end gap-1">
              <WorkOrderStatusBadge status={workOrder.status} />
              {onChoose && (
                <Button
                  variant="ghost"
                  size="sm"
                  aria-pressed={chosen === workOrder.id}
                  aria-label={`Show ${workOrder.reference} on the map`}
                  onClick={() => onChoose(workOrder.id)}
                >
                  Show
                </Button>
              )}
            </div>
          </li>
        ))}
      </Card>
    </section>
  );
}

interface TechniciansProps {
  technicians: MapOfDay["technicians"];
  now: number;
  isToday: boolean;
  chosen: string | null;
  onChoose: (id: string) => void;
}

function Technicians({ technicians, now, isToday, chosen, onChoose }: TechniciansProps) {
  if (!isToday) return null;
  return (
    <section aria-label="Technicians">
      <h2 className="font-semibold text-base">Technicians ({technicians.length})</h2>
      {technicians.length === 0 ? (
        <p className="text-muted-foreground text-sm">
          No one is sharing their location. Technicians turn it on in their profile and are shown only while they work.
        </p>
      ) : (
        <Card as="ul" className="mt-2 divide-y divide-border">
          {technicians.map(({ technicianId, firstName, lastName, point, at }) => (
            <li
              key={technicianId}
              className={cn(
                "flex items-center justify-between gap-3 px-3 py-2",
                chosen === technicianId && "bg-accent",
              )}
            >
              <span>
                {firstName} {lastName}
                <span className="block text-muted-foreground text-sm">
                  {point && at ? <RelativeTime at={Date.parse(at)} now={now} /> : "No location in the last hour"}
                </span>
              </span>
              {point && (
                <Button
                  variant="ghost"
                  size="sm"
                  aria-pressed={chosen === technicianId}
                  aria-label={`Show ${firstName} ${lastName} on the map`}
                  onClick={() => onChoose(technicianId)}
                >
                  Show
                </Button>
              )}
            </li>
          ))}
        </Card>
      )}
    </section>
  );
}

function countiesOf(zips: MapOfDay["zips"]) {
  const counties = new Map<string, { code: string; name: string; sites: number }>();
  for (const { countyFips, county, sites } of zips) {
    if (!countyFips) continue;
    const known = counties.get(countyFips);
    counties.set(countyFips, { code: countyFips, name: county ?? "", sites: sites + (known?.sites ?? 0) });
  }
  return [...counties.values()];
}

function OwnCoverage({ zips, hasMore }: { zips: MapOfDay["zips"]; hasMore: boolean }) {
  return (
    <section aria-label="Coverage">
      <h2 className="font-semibold text-base">Your coverage</h2>
      <Card as="ul" className="mt-2 max-h-72 divide-y divide-border overflow-y-auto">
        {zips.map(({ zip, sites, city, county }) => (
          <li key={zip} className="flex justify-between gap-3 px-3 py-2">
            <Link to={paths.properties({ search: zip })} className="text-link underline-offset-4 hover:underline">
              <span className="tabular">{zip}</span> {[city, county && `${county} County`].filter(Boolean).join(", ")}
            </Link>
            <span className="shrink-0 text-muted-foreground text-sm tabular">{coverageText(sites)}</span>
          </li>
        ))}
      </Card>
      {hasMore && (
        <p className="mt-2 text-muted-foreground text-sm">
          Only the {zips.length} ZIP codes with the most properties are shown.
        </p>
      )}
    </section>
  );
}
