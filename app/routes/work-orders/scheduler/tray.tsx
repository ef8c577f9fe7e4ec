import { memo } from "react";
import { TextLink } from "~/components/text-link";
import { PriorityMark } from "~/components/work-orders/priority";
import type { TrayJob } from "~/domain/scheduling/scheduler";
import { formatDay, formatDuration } from "~/domain/shared/date-format";
import { formatWorkOrderNumber, HOLD_REASON_LABELS, STATUS_LABELS } from "~/domain/work-orders/work-order";
import { paths } from "~/paths";
import { JobLink } from "./job-chip";
import { promiseLabel } from "./labels";
import { HOW_TO_DRAG_ID, TRAY } from "./view";

interface TrayProps {
  jobs: readonly TrayJob[];
  isPartial: boolean;
  mayPlan: boolean;
  zone: string;
}

/** Work orders without a place in anybody's day. */
export const Tray = memo(function Tray({ jobs, isPartial, mayPlan, zone }: TrayProps) {
  return (
    <aside
      data-drop-area={TRAY}
      aria-label="Unscheduled"
      className="flex min-h-0 shrink-0 flex-col border-border data-over:bg-link-soft max-sm:border-t sm:w-64 sm:border-r"
    >
      <h2 className="px-3 py-2 font-medium text-sm">
        Unscheduled <span className="text-muted-foreground tabular">{isPartial ? `${jobs.length}+` : jobs.length}</span>
      </h2>
      <ul className="flex min-h-0 flex-col gap-2 overflow-y-auto px-3 pb-3 sm:grow">
        {jobs.map((job) => (
          <TrayCard key={job.id} {...{ job, mayPlan, zone }} />
        ))}
        {jobs.length === 0 && <li className="py-2 text-muted-foreground text-sm">Everything is scheduled.</li>}
        {isPartial && (
          <li className="text-muted-foreground text-sm">
            The most urgent are shown. <TextLink to={paths.workOrders({ status: "unscheduled" })}>See all</TextLink>
          </li>
        )}
      </ul>
    </aside>
  );
});

type TrayCardProps = Pick<TrayProps, "mayPlan" | "zone"> & { job: TrayJob };

const TrayCard = memo(function TrayCard({ job, mayPlan, zone }: TrayCardProps) {
  return (
    <li
      data-job={job.id}
      data-movable={mayPlan || undefined}
      className="select-none rounded-md border border-border bg-card text-sm [-webkit-touch-callout:none] hover:border-input data-dragging:opacity-40"
    >
      <JobLink
        number={job.number}
        aria-describedby={mayPlan ? HOW_TO_DRAG_ID : undefined}
        className="flex flex-col gap-0.5 p-2"
      >
        <span className="flex flex-wrap items-center gap-x-2 whitespace-nowrap text-xs">
          <span className="text-muted-foreground tabular">{formatWorkOrderNumber(job.number)}</span>
          <span className="text-muted-foreground tabular">{formatDuration(job.minutes)}</span>
          <PriorityMark priority={job.priority} className="ml-auto" />
        </span>
        <span className="line-clamp-2 font-medium">{job.title}</span>
        <span className="truncate text-muted-foreground text-xs">
          {job.customerName} · {job.city}
        </span>
        {job.window && (
          <span className="text-xs tabular">
            {formatDay(job.window.start, job.zone ?? zone)}, {promiseLabel(job.window, job.zone ?? zone)}
          </span>
        )}
        {job.status !== "unscheduled" && (
          <span className="text-warn text-xs">
            {job.holdReason
              ? `On hold: ${HOLD_REASON_LABELS[job.holdReason]}`
              : `${STATUS_LABELS[job.status]}, unassigned`}
          </span>
        )}
      </JobLink>
    </li>
  );
});
