import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { ClockAlert } from "lucide-react";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { Timeline } from "~/components/timeline";
import { Button } from "~/components/ui/button";
import { entryOf } from "~/components/work-orders/detail/history";
import { Distribution } from "~/components/work-orders/distribution";
import { secondsText } from "~/components/work-orders/form-words";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import { allowMember } from "~/domain/shared/permissions";
import { workOrderTimeline } from "~/domain/work-orders/history.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Timeline of ${data?.timeline.reference ?? "a work order"} · Plenum` },
];

export const loader = pageLoader(async ({ ctx, params }) => ({
  timeline: await workOrderTimeline(ctx, params.id ?? ""),
  zone: allowMember(ctx).timeZone,
}));

export default function WorkOrderTimeline() {
  const { timeline, zone } = useLoaderData<typeof loader>();
  const { history, stays, distribution } = timeline;
  const siteZone = timeline.timeZone ?? zone;
  const stayOf = new Map(history.filter(({ to }) => to !== null).map(({ id }, index) => [id, stays[index]]));
  const entries = history.map((change) => {
    const stay = stayOf.get(change.id);
    const entry = entryOf(change, siteZone);
    if (!stay) return entry;
    return {
      ...entry,
      children: <Stay seconds={stay.seconds} skewed={stay.skewed} more={entry.children} />,
    };
  });
  return (
    <>
      <PageHeader
        title={`Timeline of ${timeline.reference}`}
        facts={
          <>
            <WorkOrderStatusBadge status={timeline.status} />
            <span>{timeline.title}</span>
            <span>{timeline.customerName}</span>
          </>
        }
        secondary={
          <Button variant="outline" asChild>
            <Link to={paths.workOrder(timeline.number)}>Back to the work order</Link>
          </Button>
        }
      />
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Section title="What happened" description="Oldest first, by the clock of whoever did it.">
          <Timeline entries={entries} />
        </Section>
        <Section title="Where the time went">
          <Distribution shares={distribution} />
        </Section>
      </div>
    </>
  );
}

function Stay({ seconds, skewed, more }: { seconds: number; skewed: boolean; more: React.ReactNode }) {
  return (
    <>
      {more}
      <span className="block tabular">
        {secondsText(seconds)}
        {skewed && (
          <span className="ml-2 inline-flex items-center gap-1 text-warn">
            <ClockAlert aria-hidden="true" className="size-3.5" />
            by a clock that was wrong
          </span>
        )}
      </span>
    </>
  );
}
