import { Link, Outlet, useLoaderData, useParams, useSearchParams } from "@remix-run/react";
import { lazy } from "react";
import { ChartFrame } from "~/components/charts/chart-frame";
import { FileLink, FilterBar, FilterDay } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { EmptyText } from "~/components/feedback/empty-text";
import { ReadingItem, type ShownReading, shownReading } from "~/components/refrigerant/reading-item";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { FileText, TriangleAlert } from "~/components/ui/icons";
import type { ChargeTrend } from "~/domain/equipment/charge-trend";
import { unitEpisodes } from "~/domain/refrigerant/leaks/episodes.server";
import { circuitLeaks } from "~/domain/refrigerant/leaks/leaks.server";
import { readingHistory } from "~/domain/refrigerant/list.server";
import { HistoryView } from "~/domain/refrigerant/schema";
import { degreesText, shownIn, unitLabel } from "~/domain/refrigerant/units";
import type { GaugeUnits } from "~/domain/shared/gauge-units";
import { allowPerson } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { formatDate, formatDateTime, formatMonth } from "~/domain/shared/time/date-format";
import { monthKey } from "~/domain/shared/time/dates";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { unitPaths } from "~/routes/equipment/shared/unit-paths";
import { LeakEpisodes } from "./episodes";
import { LeakRates } from "./leak-rates";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

const ReadingLines = lazy(async () => ({ default: (await import("./reading-lines")).ReadingLines }));

export const loader = pageLoader(async ({ ctx, params, request }) => {
  const filter = HistoryView.parse(Object.fromEntries(new URL(request.url).searchParams));
  const id = params.equipmentId ?? "";
  const [history, leaks, compliance] = await Promise.all([
    readingHistory(ctx, id, filter),
    circuitLeaks(ctx, id),
    unitEpisodes(ctx, id),
  ]);
  const { items, previousCursor, nextCursor, timeZone, mayDelete } = history;
  const units = allowPerson(ctx).gaugeUnits;
  return {
    items: items.map(shownReading),
    page: { previousCursor, nextCursor },
    timeZone,
    mayDelete,
    filter,
    leaks,
    compliance,
    units,
  };
});

export default function EquipmentReadings() {
  const { items, page, timeZone, mayDelete, filter, leaks, compliance, units } = useLoaderData<typeof loader>();
  const params = useParams();
  const [search] = useSearchParams();
  const to = unitPaths(params);
  const days = { startDate: filter.startDate, endDate: filter.endDate };
  const chips = [
    ...(days.startDate
      ? [{ label: `From ${formatDate(days.startDate, true)}`, clearHref: to.readingsAt({ endDate: days.endDate }) }]
      : []),
    ...(days.endDate
      ? [{ label: `To ${formatDate(days.endDate, true)}`, clearHref: to.readingsAt({ startDate: days.startDate }) }]
      : []),
  ];
  return (
    <div className="flex flex-col gap-6">
      <LeakEpisodes {...compliance} to={to} units={units} />
      {leaks.map(
        ({ id, name, chargeTrend }) =>
          chargeTrend?.state === "drifting" && (
            <DriftNotice key={id} circuit={leaks.length > 1 ? name : null} trend={chargeTrend} units={units} />
          ),
      )}
      {[...circuitsIn(items.filter(({ deleted }) => deleted === null))].map(
        ([id, readings]) =>
          readings.length > 1 && <CircuitChart key={id} readings={readings} timeZone={timeZone} units={units} />,
      )}
      <LeakRates leaks={leaks} units={units} />
      <Section
        title="Refrigerant readings"
        action={
          items.length > 0 && (
            <div className="flex flex-wrap justify-end gap-2">
              <FileLink href={paths.apiReadingFile(params.equipmentId ?? "", days)} size="sm" />
              {compliance.mayWrite && (
                <Button asChild variant="outline" size="sm">
                  <Link to={paths.auditPacket({ equipmentId: params.equipmentId })}>
                    <FileText />
                    Audit packet
                  </Link>
                </Button>
              )}
            </div>
          )
        }
      >
        {(items.length > 0 || chips.length > 0) && (
          <FilterBar chips={chips} clearHref={to.readings}>
            <FilterDay name="startDate" label="From" value={days.startDate} />
            <FilterDay name="endDate" label="To" value={days.endDate} />
          </FilterBar>
        )}
        {items.length === 0 ? (
          <EmptyText>
            {chips.length > 0
              ? "No readings on those dates."
              : "No readings yet. Technicians record them on a job for this equipment, and the trend of its charge shows here."}
          </EmptyText>
        ) : (
          <ul className="list-frame divide-y divide-border">
            {items.map((reading) => (
              <ReadingItem
                key={reading.id}
                reading={reading}
                timeZone={timeZone}
                units={units}
                action={
                  mayDelete &&
                  reading.deleted === null && (
                    <Button asChild variant="ghost" size="sm" className="ml-auto">
                      <Link to={to.deleteReading(reading.id, Object.fromEntries(search))} preventScrollReset>
                        Delete
                      </Link>
                    </Button>
                  )
                }
              />
            ))}
          </ul>
        )}
      </Section>
      <CursorPagination page={page} href={(at) => to.readingsAt({ ...days, ...at })}>
        {counted(items.length, "reading")}
      </CursorPagination>
      <Outlet />
    </div>
  );
}

function circuitsIn(items: readonly ShownReading[]): Map<string, ShownReading[]> {
  const circuits = new Map<string, ShownReading[]>();
  for (const reading of items) {
    circuits.set(reading.serviceGroupId, [...(circuits.get(reading.serviceGroupId) ?? []), reading]);
  }
  return circuits;
}

type ChartProps = { readings: readonly ShownReading[]; timeZone: string; units: GaugeUnits };

/** A circuit's visits, oldest first; nothing if none of them has measured its charge. */
function CircuitChart({ readings, timeZone, units }: ChartProps) {
  const [latest] = readings;
  if (!latest) return null;
  if (readings.every(({ superheat, subcooling }) => superheat === null && subcooling === null)) return null;
  const unit = unitLabel("difference", units);
  const shown = (value: number | null) => (value === null ? null : shownIn(units, "difference", value));
  const figure = (value: number | null) => (value === null ? "–" : `${value.toFixed(1)} ${unit}`);
  const points = readings.toReversed().map(({ id, takenAt, superheat, subcooling }) => ({
    id,
    label: formatDateTime(takenAt, { zone: timeZone, now: Date.parse(latest.takenAt) }),
    superheat: shown(superheat),
    subcooling: shown(subcooling),
  }));
  return (
    <ChartFrame
      title={`${latest.circuitName} · ${latest.refrigerant}`}
      description={`Superheat (orange) and subcooling (blue) from reading to reading, in ${unit}.`}
      table={
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              <th scope="col">Reading</th>
              <th scope="col">Superheat</th>
              <th scope="col">Subcooling</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.id}>
                <td>{point.label}</td>
                <td className="tabular">{figure(point.superheat)}</td>
                <td className="tabular">{figure(point.subcooling)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    >
      <ReadingLines points={points} unit={unit} />
    </ChartFrame>
  );
}

const LABELS = { superheat: "Superheat", subcooling: "Subcooling" };

const CHECKS = {
  subcooling: {
    falling: "A slow leak looks like this. Find it before the charge is low.",
    rising: "Check the condenser coil, its fan and the filter drier.",
  },
  superheat: {
    rising: "A slow leak looks like this. Find it before the charge is low.",
    falling: "Check filter, blower and evaporator coil.",
  },
};

/** `circuit`: its name, if the unit has several. */
type DriftNoticeProps = { circuit: string | null; trend: ChargeTrend; units: GaugeUnits };

/** Warns that a circuit's charge is drifting out of range, by how much, and what to check. */
function DriftNotice({ circuit, trend, units }: DriftNoticeProps) {
  const { figure, direction, fromF, toF, since, leavesOn } = trend;
  if (leavesOn === null) return null;
  const change = degreesText(units, "difference", Math.abs(toF - fromF));
  return (
    <p className="flex gap-2 rounded-md bg-warn-soft p-3">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" />
      <span>
        {circuit && <strong className="font-medium">{circuit}: </strong>}
        {`${LABELS[figure]} is ${direction}: ${change} ${direction === "falling" ? "lower" : "higher"} than on ${formatDate(since, true)}. `}
        {`At this rate it leaves its range in ${formatMonth(monthKey(leavesOn))}. ${CHECKS[figure][direction]}`}
      </span>
    </p>
  );
}
