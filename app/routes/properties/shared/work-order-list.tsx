import { Link } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { EmptyText } from "~/components/feedback/empty-text";
import { Card } from "~/components/ui/card";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import type { siteHistory } from "~/domain/sites/detail.server";
import { paths } from "~/paths";

type WorkOrder = Awaited<ReturnType<typeof siteHistory>>["items"][number];

/** Jobs at a property: when, what, by whom and their status. */
export function WorkOrderList({ jobs, zone, empty }: { jobs: readonly WorkOrder[]; zone: string; empty: string }) {
  if (jobs.length === 0) return <EmptyText>{empty}</EmptyText>;
  return (
    <Card as="ul" className="divide-y divide-border">
      {jobs.map(({ id, number, reference, title, status, scheduledStart, completedAt, ...workOrder }) => {
        const at = completedAt ?? scheduledStart;
        return (
          <li key={id} className="flex items-start justify-between gap-3 px-4 py-3">
            <div className="min-w-0">
              <Link to={paths.workOrder(number)} className="break-words font-medium hover:underline">
                {title}
              </Link>
              <p className="flex flex-wrap gap-x-3 text-muted-foreground text-sm">
                <span className="tabular">{reference}</span>
                <span>{at ? <DateText at={at} zone={zone} /> : "Not scheduled"}</span>
                <span>
                  {[workOrder.technicianFirstName, workOrder.technicianLastName].filter(Boolean).join(" ") ||
                    "Unassigned"}
                </span>
              </p>
            </div>
            <WorkOrderStatusBadge status={status} />
          </li>
        );
      })}
    </Card>
  );
}
