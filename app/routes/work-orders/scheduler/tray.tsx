import { Link } from "@remix-run/react";
import { type MouseEvent, memo } from "react";
import { minutesText } from "~/components/minutes-text";
import { TextLink } from "~/components/text-link";
import { PriorityMark } from "~/components/work-orders/priority";
import type { TrayJob } from "~/domain/scheduling/scheduler";
import { formatWorkOrderNumber, HOLD_REASON_LABELS, STATUS_LABELS } from "~/domain/work-orders/work-order";
import { paths } from "~/paths";
import { howToDragId } from "./view";

interface TrayProps {
  jobs: readonly TrayJob[];
  partial: boolean;
  mayPlan: boolean;
  onOpen: (job: TrayJob) => void;
}

/** What waits for a place in somebody's day. */
export const Tray = memo(function Tray({ jobs, partial, mayPlan, onOpen }: TrayProps) {
  return (
    <aside
      data-tray=""
      aria-label="Waiting for a place"
      className="flex min-h-0 shrink-0 flex-col border-border data-over:bg-link-soft max-sm:border-t sm:w-64 sm:border-r"
    >
      <h2 className="px-3 py-2 font-medium text-sm">
        Waiting <span className="text-muted-foreground tabular">{partial ? `${jobs.length}+` : jobs.length}</span>
      </h2>
      <ul className="flex min-h-0 flex-col gap-2 overflow-y-auto px-3 pb-3 sm:grow">
        {jobs.map((job) => (
          <TrayCard key={job.id} job={job} mayPlan={mayPlan} onOpen={onOpen} />
        ))}
        {jobs.length === 0 && <li className="py-2 text-muted-foreground text-sm">Every job has a place.</li>}
        {partial && (
          <li className="text-muted-foreground text-sm">
            The most urgent are shown. <TextLink to={paths.workOrders({ status: "unscheduled" })}>See all</TextLink>
          </li>
        )}
      </ul>
    </aside>
  );
});

function TrayCard({ job, mayPlan, onOpen }: { job: TrayJob } & Pick<TrayProps, "mayPlan" | "onOpen">) {
  const reference = formatWorkOrderNumber(job.number);
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(job);
  };
  return (
    <li
      data-job={job.id}
      data-movable={mayPlan || undefined}
      className="select-none rounded-md border border-border bg-card text-sm [-webkit-touch-callout:none] hover:border-input data-lifted:opacity-40"
    >
      <Link
        to={paths.workOrder(job.number)}
        onClick={open}
        draggable={false}
        discover="none"
        aria-describedby={mayPlan ? howToDragId : undefined}
        className="flex flex-col gap-0.5 p-2"
      >
        <span className="flex items-center gap-2 text-xs">
          <span className="text-muted-foreground tabular">{reference}</span>
          <span className="text-muted-foreground tabular">{minutesText(job.minutes)}</span>
          <PriorityMark priority={job.priority} className="ml-auto" />
        </span>
        <span className="line-clamp-2 font-medium">{job.title}</span>
        <span className="truncate text-muted-foreground text-xs">
          {job.customerName} · {job.city}
        </span>
        {job.status !== "unscheduled" && (
          <span className="text-warn text-xs">
            {job.holdReason
              ? `On hold: ${HOLD_REASON_LABELS[job.holdReason]}`
              : `${STATUS_LABELS[job.status]}, nobody yet`}
          </span>
        )}
      </Link>
    </li>
  );
}
