import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Section } from "~/components/section";
import { Timeline } from "~/components/timeline";
import { ClockAlert } from "~/components/ui/icons";
import { toneText } from "~/components/ui/tone";
import { statusStyles } from "~/components/work-orders/status";
import { isOfWorkOrder } from "~/domain/live/channel";
import { formatElapsed } from "~/domain/shared/time/date-format";
import { listPhotos } from "~/domain/technician-app/photos.server";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { workOrderTimeline } from "~/domain/work-orders/detail.server";
import { pageLoader } from "~/http/page-loader";
import { useLiveRevalidation } from "~/lib/live/use-live-events";
import { cn } from "~/lib/utils";
import { DetailsUnreadable } from "~/routes/work-orders/shared/details-unreadable";
import { entryOf, photoEntryOf } from "~/routes/work-orders/shared/history-entry";
import { useWorkOrder } from "~/routes/work-orders/shared/use-work-order";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.reference ?? "Work order"} timeline · Plenum` },
];

export const loader = pageLoader(async ({ ctx, params }) => {
  const ref = params.id ?? "";
  const [timeline, photos] = await Promise.all([workOrderTimeline(ctx, ref), listPhotos(ctx, ref, { limit: 100 })]);
  return { ...timeline, photos: photos.items, hasMorePhotos: photos.nextCursor !== null };
});

export default function WorkOrderTimeline() {
  const { history, stays, distribution, photos, hasMorePhotos, detailsUnreadable } = useLoaderData<typeof loader>();
  const { id, timeZone, zone } = useWorkOrder();
  useLiveRevalidation((change) => isOfWorkOrder(change, id));
  const stayOf = new Map(history.filter(({ to }) => to !== null).map((change, index) => [change.id, stays[index]]));
  const changes = history.map((change) => {
    const stay = stayOf.get(change.id);
    const entry = entryOf(change, timeZone ?? zone);
    if (!stay) return { ...entry, recordedAt: change.recordedAt };
    return {
      ...{ ...entry, recordedAt: change.recordedAt },
      children: <Stay seconds={stay.seconds} skewed={stay.skewed} more={entry.children} />,
    };
  });
  const shots = photos.map((photo) => photoEntryOf(photo, { workOrderId: id, zone: timeZone ?? zone }));
  const entries = [...changes, ...shots].sort((a, b) => (a.recordedAt < b.recordedAt ? -1 : 1));
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Section
        title="Activity"
        description={hasMorePhotos ? `Oldest first, with the latest ${photos.length} photos` : "Oldest first"}
      >
        {detailsUnreadable && <DetailsUnreadable />}
        <Timeline entries={entries} />
      </Section>
      <Section title="Time in each status">
        <Distribution shares={distribution} />
      </Section>
    </div>
  );
}

function Stay({ seconds, skewed, more }: { seconds: number; skewed: boolean; more: React.ReactNode }) {
  return (
    <>
      {more}
      <span className="block tabular">
        {formatElapsed(seconds)}
        {skewed && (
          <span className="ml-2 inline-flex items-center gap-1 text-warn">
            <ClockAlert aria-hidden="true" className="size-3.5" />
            device clock was wrong, office time used
          </span>
        )}
      </span>
    </>
  );
}

type Share = { status: WorkOrderStatus; seconds: number; percent: number };

/** How the job's time was spent, as a bar and as a table. */
function Distribution({ shares }: { shares: readonly Share[] }) {
  const shown = shares.filter((share) => share.percent > 0);
  const places = shown.map((share, index) => ({
    ...share,
    x: shown.slice(0, index).reduce((sum, one) => sum + one.percent, 0),
  }));
  return (
    <div className="flex flex-col gap-4">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className="h-4 w-full rounded-sm">
        {places.map(({ status, percent, x }) => (
          <rect
            key={status}
            x={x}
            width={Math.max(percent - 0.3, 0.2)}
            height="6"
            className={fill(status)}
            fill="currentColor"
          />
        ))}
      </svg>
      <table className="w-full text-left">
        <caption className="sr-only">Time in each status</caption>
        <thead>
          <tr className="text-muted-foreground text-sm">
            <th scope="col" className="py-1 font-medium">
              Status
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Time
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ status, seconds, percent }) => {
            const Icon = statusStyles[status].icon;
            return (
              <tr key={status} className="border-border border-t">
                <th scope="row" className="py-2 font-normal">
                  <span className="inline-flex items-center gap-2">
                    <Icon aria-hidden="true" className={cn("size-4", fill(status))} />
                    {STATUS_LABELS[status]}
                  </span>
                </th>
                <td className="py-2 text-right tabular">{formatElapsed(seconds)}</td>
                <td className="py-2 text-right text-muted-foreground tabular">{percent.toFixed(1)}%</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function fill(status: WorkOrderStatus): string {
  return toneText[statusStyles[status].tone];
}
