import { useLoaderData } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import { equipmentHistory } from "~/domain/equipment/detail.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx, params }) => equipmentHistory(ctx, params.equipmentId ?? ""));

export default function EquipmentHistory() {
  const { jobs, timeZone } = useLoaderData<typeof loader>();
  return (
    <Section title="Work orders">
      {jobs.length === 0 && <p className="text-muted-foreground">No work orders yet</p>}
      {jobs.length > 0 && (
        <ul className="list-frame divide-y divide-border">
          {jobs.map((job) => (
            <li key={job.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
              <TextLink to={paths.workOrder(job.number)} className="tabular">
                {job.reference}
              </TextLink>
              <span className="min-w-32 flex-1">{job.title}</span>
              {job.scheduledStart && <DateText at={job.scheduledStart} zone={timeZone} />}
              <WorkOrderStatusBadge status={job.status} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
