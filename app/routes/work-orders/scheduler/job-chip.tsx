import { Link, type LinkProps, useLocation, useParams } from "@remix-run/react";
import { type CSSProperties, memo } from "react";
import { ArrowUp, Siren, TriangleAlert } from "~/components/ui/icons";
import { formatWorkOrderNumber, type WorkOrderStatus } from "~/domain/work-orders/work-order";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { canMove, canResize, jobLabel, timeLabel } from "./labels";
import { HOW_TO_DRAG_ID, jobElementId, type LaneJob, type Problem, ROW, SCALE } from "./view";

/** The edge of a job shows its status; its label says it too. */
const STATUS_EDGES: Record<WorkOrderStatus, string> = {
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

/** Pixels that the time takes before the customer. */
const HEAD = 52;

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
}

/** One job in a lane; it opens over the board. */
export const JobChip = memo(function JobChip(props: JobChipProps) {
  const { part, technicianId, zone, origin, problems, mayPlan } = props;
  const { job, fromDayBefore, intoNextDay } = part;
  const time = timeLabel(job.start, job.zone, zone);
  const worst = problems.find(({ kind }) => kind === "conflict") ?? problems[0];
  const isUrgent = job.priority === "emergency" || job.priority === "high";
  // Frame and padding are 18 pixels.
  const room = origin === null ? null : widthOf(part) - 18;
  const marks = (worst ? 16 : 0) + (isUrgent ? 16 : 0);
  const customer = room === null ? job.customerName : fitText(job.customerName, room - HEAD - marks);
  // Dispatchers look for the customer first: beside the time where there is room, else in place of the title.
  const second = customer ? `${job.title} · ${job.city}` : job.customerName;
  const text = room === null ? second : fitText(second, room);
  const strong = customer ? job.title.length : text.length;
  return (
    <li
      id={jobElementId(job.id, technicianId)}
      data-job={job.id}
      data-movable={(mayPlan && canMove(job.status)) || undefined}
      style={origin === null ? undefined : placeOf(part, origin)}
      data-resizable={(origin !== null && mayPlan && canResize(job.status) && !intoNextDay) || undefined}
      className={cn(
        "relative min-w-0 select-none rounded-sm border border-border border-l-4 text-xs",
        "[-webkit-touch-callout:none] hover:border-input data-dragging:opacity-40",
        // Its end is drawn under the pointer alone: a board has hundreds.
        "sm:data-resizable:hover:after:absolute sm:data-resizable:hover:after:inset-y-0 sm:data-resizable:hover:after:right-0 sm:data-resizable:hover:after:w-2 sm:data-resizable:hover:after:cursor-ew-resize",
        origin === null ? "sm:w-40" : "sm:absolute sm:top-(--y) sm:left-(--x) sm:h-12 sm:w-(--w)",
        fromDayBefore && "rounded-l-none border-dashed",
        intoNextDay && "rounded-r-none border-dashed",
        STATUS_EDGES[job.status],
        worst?.kind === "conflict" ? "bg-bad-soft" : job.status === "in_progress" ? "bg-active-soft" : "bg-card",
      )}
    >
      <JobLink
        number={job.number}
        title={jobLabel(job, zone)}
        aria-label={`${jobLabel(job, zone)}${problems.map(({ message }) => `. ${message}`).join("")}`}
        aria-describedby={mayPlan ? HOW_TO_DRAG_ID : undefined}
        className={cn(
          "block h-full px-1.5 py-1.5 outline-offset-[-2px]",
          room === null ? "min-h-12" : "whitespace-nowrap",
        )}
      >
        {job.priority === "emergency" && <Siren aria-hidden="true" className="mr-1 inline size-3 text-bad" />}
        {job.priority === "high" && <ArrowUp aria-hidden="true" className="mr-1 inline size-3 text-warn" />}
        {worst && (
          <TriangleAlert
            aria-hidden="true"
            className={cn("mr-1 inline size-3", worst.kind === "conflict" ? "text-bad" : "text-warn")}
          />
        )}
        <span className="font-medium tabular">{time}</span> <span className="font-medium">{customer}</span>
        <br />
        {text.slice(0, strong)}
        <span className="text-muted-foreground">{text.slice(strong)}</span>
        {room === null && (
          <span className="ml-1 text-muted-foreground tabular">{formatWorkOrderNumber(job.number)}</span>
        )}
        {worst && <span className="block text-muted-foreground sm:hidden">{worst.message}</span>}
      </JobLink>
    </li>
  );
}, isSame);

function isSame(a: JobChipProps, b: JobChipProps): boolean {
  return a.problems === b.problems && a.origin === b.origin && a.mayPlan === b.mayPlan && isSamePart(a.part, b.part);
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

let pen: CanvasRenderingContext2D | null = null;
const fitted = new Map<string, string>();

/**
 * As much of a small text as stands on so many pixels. A box that cuts its text off costs the browser as much as one that
 * scrolls, and a day has hundreds. Browser only.
 */
function fitText(text: string, pixels: number): string {
  const key = `${pixels} ${text}`;
  const known = fitted.get(key);
  if (known !== undefined) return known;
  if (fitted.size > 5000) fitted.clear();
  const found = cut(text, pixels);
  fitted.set(key, found);
  return found;
}

function cut(text: string, pixels: number): string {
  pen ??= penOf(document.documentElement);
  if (!pen || pen.measureText(text).width <= pixels) return text;
  let [fits, over] = [0, text.length];
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (pen.measureText(`${text.slice(0, middle)}…`).width <= pixels) fits = middle;
    else over = middle;
  }
  return fits === 0 ? "" : `${text.slice(0, fits).trimEnd()}…`;
}

/** 0.75 rem in the page's own face. */
function penOf(page: HTMLElement): CanvasRenderingContext2D | null {
  const pen = document.createElement("canvas").getContext("2d");
  const size = Number.parseFloat(getComputedStyle(page).fontSize) * 0.75;
  if (pen) pen.font = `500 ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return pen;
}

/** Opens a job over the scheduler, whose query (view, technician) stays. */
export function JobLink({ number, ...rest }: Omit<LinkProps, "to"> & { number: number }) {
  const { date } = useParams();
  const { search } = useLocation();
  return (
    <Link
      to={{ pathname: paths.schedulerJob(date, number), search }}
      preventScrollReset
      draggable={false}
      discover="none"
      {...rest}
    />
  );
}
