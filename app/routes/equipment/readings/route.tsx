import { Outlet, useLoaderData, useParams } from "@remix-run/react";
import { lazy } from "react";
import { ChartFrame } from "~/components/charts/chart-frame";
import { Pagination } from "~/components/data-table/pagination";
import { DateText } from "~/components/date-text";
import { degrees, VerdictBadge } from "~/components/refrigerant/verdict";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { poundsText } from "~/domain/equipment/equipment";
import { unitEpisodes } from "~/domain/refrigerant/episodes.server";
import { circuitLeaks } from "~/domain/refrigerant/leaks.server";
import { readingHistory } from "~/domain/refrigerant/list.server";
import { HistoryView } from "~/domain/refrigerant/schema";
import { formatDateTime } from "~/domain/shared/date-format";
import { formatWorkOrderNumber } from "~/domain/work-orders/work-order";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { unitPaths } from "~/routes/equipment/shared/unit-paths";
import { LeakEpisodes } from "./episodes";
import { LeakRates } from "./leak-rates";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

const ReadingLines = lazy(async () => ({ default: (await import("~/components/charts/reading-lines")).ReadingLines }));

export const loader = pageLoader(async ({ ctx, params, request }) => {
  const filter = HistoryView.parse(Object.fromEntries(new URL(request.url).searchParams));
  const id = params.equipmentId ?? "";
  const [history, leaks, compliance] = await Promise.all([
    readingHistory(ctx, id, filter),
    circuitLeaks(ctx, id),
    unitEpisodes(ctx, id),
  ]);
  return { ...history, leaks, compliance };
});

type Reading = ReturnType<typeof useLoaderData<typeof loader>>["items"][number];

export default function EquipmentReadings() {
  const { items, nextCursor, timeZone, leaks, compliance } = useLoaderData<typeof loader>();
  const to = unitPaths(useParams());
  return (
    <div className="flex flex-col gap-6">
      <LeakEpisodes {...compliance} to={to} />
      {[...circuitsIn(items)].map(
        ([id, readings]) => readings.length > 1 && <CircuitChart key={id} readings={readings} timeZone={timeZone} />,
      )}
      <LeakRates leaks={leaks} />
      <Section title="Refrigerant readings">
        {items.length === 0 ? (
          <p className="text-muted-foreground">
            No readings yet. They are recorded on a job that is about this equipment, and show here how its charge does
            over the years.
          </p>
        ) : (
          <ul className="list-frame divide-y divide-border">
            {items.map((reading) => (
              <ReadingItem key={reading.id} reading={reading} timeZone={timeZone} />
            ))}
          </ul>
        )}
      </Section>
      {nextCursor && (
        <Pagination nextHref={`${to.readings}?cursor=${nextCursor}`}>{`${items.length} readings`}</Pagination>
      )}
      <Outlet />
    </div>
  );
}

type ReadingProps = { reading: Reading; timeZone: string };

function ReadingItem({ reading, timeZone }: ReadingProps) {
  const { assessment, takenAt, takenBy, workOrderNumber, circuitName, refrigerant, addedMilliLb, recoveredMilliLb } =
    reading;
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <DateText at={takenAt} zone={timeZone} />
        {workOrderNumber !== null && (
          <TextLink to={paths.workOrder(workOrderNumber)} className="tabular">
            {formatWorkOrderNumber(workOrderNumber)}
          </TextLink>
        )}
        <span className="text-muted-foreground">
          {circuitName} · {refrigerant}
          {takenBy && ` · ${takenBy}`}
        </span>
      </div>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <span>
          Superheat <span className="tabular font-medium">{degrees(assessment.superheat?.value)}</span>
        </span>
        <span>
          Subcooling <span className="tabular font-medium">{degrees(assessment.subcooling?.value)}</span>
        </span>
        <VerdictBadge verdict={assessment.verdict} />
        {addedMilliLb !== null && <span>Added {poundsText(addedMilliLb)}</span>}
        {recoveredMilliLb !== null && <span>Recovered {poundsText(recoveredMilliLb)}</span>}
      </p>
      {reading.notes && <p className="text-muted-foreground text-sm">{reading.notes}</p>}
    </li>
  );
}

function circuitsIn(items: readonly Reading[]): Map<string, Reading[]> {
  const circuits = new Map<string, Reading[]>();
  for (const reading of items) {
    circuits.set(reading.serviceGroupId, [...(circuits.get(reading.serviceGroupId) ?? []), reading]);
  }
  return circuits;
}

/** The visits of a circuit from the oldest to the latest. */
function CircuitChart({ readings, timeZone }: { readings: readonly Reading[]; timeZone: string }) {
  const [latest] = readings;
  if (!latest) return null;
  const points = readings.toReversed().map(({ id, takenAt, assessment }) => ({
    id,
    label: formatDateTime(takenAt, { zone: timeZone, now: Date.parse(latest.takenAt) }),
    superheat: assessment.superheat?.value ?? null,
    subcooling: assessment.subcooling?.value ?? null,
  }));
  return (
    <ChartFrame
      title={`${latest.circuitName} · ${latest.refrigerant}`}
      description="Superheat (orange) and subcooling (blue) from reading to reading, in °F."
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
                <td className="tabular">{degrees(point.superheat)}</td>
                <td className="tabular">{degrees(point.subcooling)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    >
      <ReadingLines points={points} />
    </ChartFrame>
  );
}
