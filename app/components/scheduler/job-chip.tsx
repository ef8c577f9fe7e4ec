import { Link } from "@remix-run/react";
import { TriangleAlert } from "lucide-react";
import type { CSSProperties, MouseEvent } from "react";
import { cn } from "~/components/ui/cn";
import type { SchedulerJob } from "~/domain/scheduling/scheduler.rules";
import { formatWorkOrderNumber, type WorkOrderStatus } from "~/domain/work-orders/rules";
import { paths } from "~/paths";
import { canMove, canResize, jobWords, timeWords } from "./lane-words";
import { howToDragId, jobElementId, type LaneJob, type Problem, ROW, SCALE } from "./view";

/** The edge of a job tells its state; its words say it too. */
const edges: Record<WorkOrderStatus, string> = {
  unscheduled: "border-l-neutral",
  scheduled: "border-l-info",
  dispatched: "border-l-cool",
  en_route: "border-l-active",
  in_progress: "border-l-active",
  on_hold: "border-l-warn",
  completed: "border-l-ok text-muted",
  closed: "border-l-neutral text-muted",
  cancelled: "border-l-bad text-muted",
};

interface Place extends CSSProperties {
  "--x": string;
  "--y": string;
  "--w": string;
}

interface JobChipProps {
  part: LaneJob;
  technicianId: string;
  zone: string;
  /** First minute of the axis; null before scripts run and in the week, where jobs follow each other. */
  origin: number | null;
  problems: readonly Problem[];
  mayPlan: boolean;
  onOpen: (job: SchedulerJob) => void;
}

/** One job in a lane. Without scripts it leads to the work order, with them it opens beside the board. */
export function JobChip({ part, technicianId, zone, origin, problems, mayPlan, onOpen }: JobChipProps) {
  const { job, fromDayBefore, intoNextDay } = part;
  const worst = problems.find(({ kind }) => kind === "conflict") ?? problems[0];
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(job);
  };
  return (
    <li
      id={jobElementId(job.id, technicianId)}
      data-job={job.id}
      data-movable={(mayPlan && canMove(job.status)) || undefined}
      style={origin === null ? undefined : placeOf(part, origin)}
      className={cn(
        "group relative flex min-w-0 select-none flex-col overflow-hidden rounded-sm border border-line border-l-4 text-xs",
        "[-webkit-touch-callout:none] hover:border-edge data-lifted:opacity-40",
        origin === null ? "sm:w-40" : "sm:absolute sm:top-(--y) sm:left-(--x) sm:h-12 sm:w-(--w)",
        fromDayBefore && "rounded-l-none border-dashed",
        intoNextDay && "rounded-r-none border-dashed",
        edges[job.status],
        worst?.kind === "conflict" ? "bg-bad-soft" : job.status === "in_progress" ? "bg-active-soft" : "bg-panel",
      )}
    >
      <Link
        to={paths.workOrder(job.number)}
        onClick={open}
        draggable={false}
        aria-label={`${jobWords(job, zone)}${problems.map(({ message }) => `. ${message}`).join("")}`}
        aria-describedby={mayPlan ? howToDragId : undefined}
        className="flex min-h-12 grow flex-col justify-center px-2 py-1 outline-offset-[-2px] sm:min-h-0"
      >
        <span className="flex items-center gap-1 whitespace-nowrap">
          {worst && (
            <TriangleAlert
              aria-hidden="true"
              className={cn("size-3 shrink-0", worst.kind === "conflict" ? "text-bad" : "text-warn")}
            />
          )}
          <span className="font-medium tabular">{timeWords(job.start, job.zone, zone)}</span>
          <span className="text-muted tabular">{formatWorkOrderNumber(job.number)}</span>
        </span>
        <span className="truncate">
          {job.title} <span className="text-muted">· {job.customerName}</span>
        </span>
        {worst && <span className="text-muted sm:hidden">{worst.message}</span>}
      </Link>
      {origin !== null && mayPlan && canResize(job.status) && !intoNextDay && (
        <span
          data-resize=""
          aria-hidden="true"
          className="absolute inset-y-0 right-0 w-2 cursor-ew-resize border-transparent border-r-2 group-hover:border-edge max-sm:hidden"
        />
      )}
    </li>
  );
}

function placeOf({ from, to, row }: LaneJob, origin: number): Place {
  const width = Math.max((to - from) * SCALE - 2, 24);
  return { "--x": `${(from - origin) * SCALE}px`, "--y": `${row * ROW + 2}px`, "--w": `${width}px` };
}
