import { Link } from "@remix-run/react";
import { TriangleAlert } from "lucide-react";
import { type CSSProperties, type MouseEvent, memo } from "react";
import type { SchedulerJob } from "~/domain/scheduling/scheduler";
import { formatWorkOrderNumber, type WorkOrderStatus } from "~/domain/work-orders/work-order";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { fitText } from "./fit-text";
import { canMove, canResize, jobWords, timeWords } from "./labels";
import { howToDragId, jobElementId, type LaneJob, type Problem, ROW, SCALE } from "./view";

/** The edge of a job tells its state; its words say it too. */
const edges: Record<WorkOrderStatus, string> = {
  unscheduled: "border-l-muted-foreground",
  scheduled: "border-l-info",
  dispatched: "border-l-cool",
  en_route: "border-l-active",
  in_progress: "border-l-active",
  on_hold: "border-l-warn",
  completed: "border-l-ok text-muted-foreground",
  closed: "border-l-muted-foreground text-muted-foreground",
  cancelled: "border-l-bad text-muted-foreground",
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
export const JobChip = memo(function JobChip(props: JobChipProps) {
  const { part, technicianId, zone, origin, problems, mayPlan, onOpen } = props;
  const { job, fromDayBefore, intoNextDay } = part;
  const time = timeWords(job.start, job.zone, zone);
  // Frame and padding are 18 pixels.
  const room = origin === null ? null : widthOf(part) - 18;
  const line = `${job.title} · ${job.customerName}`;
  const words = room === null ? line : fitText(line, room);
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
      data-resizable={(origin !== null && mayPlan && canResize(job.status) && !intoNextDay) || undefined}
      className={cn(
        "relative min-w-0 select-none rounded-sm border border-border border-l-4 text-xs",
        "[-webkit-touch-callout:none] hover:border-input data-lifted:opacity-40",
        // Its end is drawn under the pointer alone: a board has hundreds.
        "sm:data-resizable:hover:after:absolute sm:data-resizable:hover:after:inset-y-0 sm:data-resizable:hover:after:right-0 sm:data-resizable:hover:after:w-2 sm:data-resizable:hover:after:cursor-ew-resize",
        origin === null ? "sm:w-40" : "sm:absolute sm:top-(--y) sm:left-(--x) sm:h-12 sm:w-(--w)",
        fromDayBefore && "rounded-l-none border-dashed",
        intoNextDay && "rounded-r-none border-dashed",
        edges[job.status],
        worst?.kind === "conflict" ? "bg-bad-soft" : job.status === "in_progress" ? "bg-active-soft" : "bg-card",
      )}
    >
      <Link
        to={paths.workOrder(job.number)}
        onClick={open}
        draggable={false}
        discover="none"
        aria-label={`${jobWords(job, zone)}${problems.map(({ message }) => `. ${message}`).join("")}`}
        aria-describedby={mayPlan ? howToDragId : undefined}
        className={cn(
          "block h-full px-1.5 py-1.5 outline-offset-[-2px]",
          room === null ? "min-h-12" : "whitespace-nowrap",
        )}
      >
        {worst && (
          <TriangleAlert
            aria-hidden="true"
            className={cn("mr-1 inline size-3", worst.kind === "conflict" ? "text-bad" : "text-warn")}
          />
        )}
        <span className="font-medium tabular">{time}</span>{" "}
        {(room === null || room > 84) && (
          <span className="text-muted-foreground tabular">{formatWorkOrderNumber(job.number)}</span>
        )}
        <br />
        {words.slice(0, job.title.length)}
        <span className="text-muted-foreground">{words.slice(job.title.length)}</span>
        {worst && <span className="block text-muted-foreground sm:hidden">{worst.message}</span>}
      </Link>
    </li>
  );
}, isSame);

function isSame(a: JobChipProps, b: JobChipProps): boolean {
  return (
    a.problems === b.problems &&
    a.origin === b.origin &&
    a.mayPlan === b.mayPlan &&
    a.onOpen === b.onOpen &&
    isSamePart(a.part, b.part)
  );
}

/** The same job at the same place; read anew it is another object. */
export function isSamePart(a: LaneJob, b: LaneJob | undefined): boolean {
  if (!b || a.from !== b.from || a.to !== b.to || a.row !== b.row) return false;
  return a.job === b.job || (a.job.id === b.job.id && a.job.version === b.job.version && a.job.status === b.job.status);
}

function placeOf(part: LaneJob, origin: number): Place {
  const { from, row } = part;
  return { "--x": `${(from - origin) * SCALE}px`, "--y": `calc(${row * ROW}rem + 2px)`, "--w": `${widthOf(part)}px` };
}

const widthOf = ({ from, to }: LaneJob) => Math.max((to - from) * SCALE - 2, 24);
