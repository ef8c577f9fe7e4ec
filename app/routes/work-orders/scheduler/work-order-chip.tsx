import { Link, type LinkProps, useLocation, useParams } from "@remix-run/react";
import { type CSSProperties, memo } from "react";
import { ArrowUp, Clock, Siren, TriangleAlert } from "~/components/ui/icons";
import { toneText } from "~/components/ui/tone";
import { statusStyles } from "~/components/work-orders/status";
import type { SchedulerWorkOrder } from "~/domain/scheduling/scheduler";
import { type Trade, tradeOf } from "~/domain/scheduling/trade";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { isOver } from "~/domain/work-order-basics/status";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import type { Axis } from "./board-scale";
import { chipText } from "./chip-text";
import { canMove, canResize, shortTime, timeLabel, workOrderLabel } from "./labels";
import { HOW_TO_DRAG_ID, type LaneWorkOrder, type Problem, workOrderElementId } from "./scheduler-context";

/** Warm for heating, cold for cooling, neutral for maintenance. */
const FILLS: Record<Trade, string> = { heat: "bg-heat-soft", cool: "bg-cool-soft" };

interface Place extends CSSProperties {
  "--x": string;
  "--y": string;
  "--w": string;
  "--h": string;
  /** The promised window, relative to the job's left edge. */
  "--wx"?: string;
  "--ww"?: string;
}

interface WorkOrderChipProps {
  part: LaneWorkOrder;
  technicianId: string;
  zone: string;
  /** Null before scripts run and in the week view, where jobs are listed one after another. */
  axis: Axis | null;
  problems: readonly Problem[];
  mayPlan: boolean;
}

/** One job in a lane; it opens in a panel over the board. */
export const WorkOrderChip = memo(function WorkOrderChip(props: WorkOrderChipProps) {
  const { part, technicianId, zone, axis, problems, mayPlan } = props;
  const { workOrder, fromDayBefore, intoNextDay } = part;
  const worst = worstOf(problems);
  const over = isOver(workOrder.status);
  const trade = over ? null : tradeOf(workOrder.title, workOrder.demands?.skills ?? []);
  return (
    <li
      id={workOrderElementId(workOrder.id, technicianId)}
      data-job={workOrder.id}
      data-movable={(mayPlan && canMove(workOrder.status)) || undefined}
      style={axis ? placeOf(part, axis) : undefined}
      data-resizable={(axis !== null && mayPlan && canResize(workOrder.status) && !intoNextDay) || undefined}
      className={cn(
        "relative min-w-0 select-none rounded-sm border border-border text-xs",
        "[-webkit-touch-callout:none] hover:border-input data-dragging:opacity-40",
        // Its resize handle is rendered only on hover, because a board has hundreds of jobs.
        "sm:data-resizable:hover:after:absolute sm:data-resizable:hover:after:inset-y-0 sm:data-resizable:hover:after:right-0 sm:data-resizable:hover:after:w-2 sm:data-resizable:hover:after:cursor-ew-resize",
        axis ? "sm:absolute sm:top-(--y) sm:left-(--x) sm:h-(--h) sm:w-(--w)" : "sm:w-40",
        axis && workOrder.window && WINDOW_BRACKET,
        fromDayBefore && "rounded-l-none border-dashed",
        intoNextDay && "rounded-r-none border-dashed",
        over && "text-muted-foreground",
        // Also shown by shape, because the shortest jobs have no room for a mark.
        worst?.kind === "conflict" && "border-bad shadow-[inset_2px_0_0_var(--color-bad)] hover:border-bad",
        trade ? FILLS[trade] : "bg-card",
      )}
    >
      <WorkOrderLink
        number={workOrder.number}
        aria-label={`${workOrderLabel(workOrder, zone)}${problems.map(({ message }) => `. ${message}`).join("")}`}
        aria-describedby={mayPlan ? HOW_TO_DRAG_ID : undefined}
        className={cn(
          "block h-full outline-offset-[-2px]",
          axis ? "whitespace-nowrap py-[7px]" : "min-h-12 p-1.5",
          axis && (isNarrow(part, axis) ? "px-[3px]" : "px-1.5"),
        )}
      >
        {axis ? <AxisText {...props} axis={axis} worst={worst} /> : <ListText {...props} worst={worst} />}
      </WorkOrderLink>
    </li>
  );
}, isSame);

// Shown only on hover or focus.
const WINDOW_BRACKET =
  "sm:[&:is(:hover,:focus-within)]:before:pointer-events-none sm:[&:is(:hover,:focus-within)]:before:absolute sm:[&:is(:hover,:focus-within)]:before:-inset-y-0.5 sm:[&:is(:hover,:focus-within)]:before:left-(--wx) sm:[&:is(:hover,:focus-within)]:before:w-(--ww) sm:[&:is(:hover,:focus-within)]:before:border-link sm:[&:is(:hover,:focus-within)]:before:border-x-2";

type TextProps = Pick<WorkOrderChipProps, "part" | "zone"> & { worst: Problem | undefined };

/** As many lines as the row has, each cut to its width. */
function AxisText({ part, zone, axis, worst }: TextProps & { axis: Axis }) {
  const { workOrder } = part;
  const marks = marksOf(workOrder, worst);
  const lines = axis.density === "compact" ? 1 : axis.density === "normal" ? 2 : 3;
  const text = chipText(
    {
      time: shortTime(timeLabel(workOrder.start, workOrder.zone, zone)),
      customer: workOrder.shortName,
      title: workOrder.title,
      city: workOrder.city,
    },
    {
      pixels: widthOf(part, axis) - (isNarrow(part, axis) ? 8 : 14),
      marks: marks.length,
      lines,
      isUrgent: isUrgent(workOrder, worst),
      isEmergency: workOrder.priority === "emergency",
    },
    { cut: fitText, width: textWidth },
  );
  const [second, third] = text.lines;
  return (
    <>
      <span className="font-medium tabular">{text.head}</span>
      {second && (
        <>
          {lines === 1 ? " " : <br />}
          <span className="text-muted-foreground tabular">{second}</span>
        </>
      )}
      {third && (
        <>
          <br />
          <span className="text-muted-foreground">{third}</span>
        </>
      )}
      {text.marks > 0 && (
        <span className={cn("absolute right-1 flex items-center gap-1", text.isWide ? "top-2" : "bottom-2")}>
          {marks.slice(0, text.marks)}
        </span>
      )}
    </>
  );
}

function ListText({ part: { workOrder }, zone, worst }: TextProps) {
  return (
    <>
      <span className="float-right ml-1 flex items-center gap-1 pt-0.5">{marksOf(workOrder, worst)}</span>
      <span className="font-medium tabular">{timeLabel(workOrder.start, workOrder.zone, zone)}</span>{" "}
      <span className="font-medium">{workOrder.customerName}</span>
      <br />
      {workOrder.title}
      <span className="text-muted-foreground">
        {`, ${workOrder.city} `}
        <span className="tabular">{formatWorkOrderNumber(workOrder.number)}</span>
      </span>
      {worst && <span className="block text-muted-foreground sm:hidden">{worst.message}</span>}
    </>
  );
}

function worstOf(problems: readonly Problem[]): Problem | undefined {
  const of = (kind: Problem["kind"]) => problems.find((one) => one.kind === kind);
  return of("conflict") ?? of("risk") ?? of("warning");
}

const isUrgent = ({ priority }: SchedulerWorkOrder, worst: Problem | undefined) =>
  priority === "emergency" || priority === "high" || worst?.kind === "conflict" || worst?.kind === "risk";

/** Anything unusual, most important first; all of it is in the label too. */
function marksOf(workOrder: SchedulerWorkOrder, worst: Problem | undefined) {
  const { icon: Status, tone } = statusStyles[workOrder.status];
  return [
    worst && worst.kind !== "warning" && (
      <TriangleAlert key="problem" className={cn("size-3", worst.kind === "conflict" ? "text-bad" : "text-warn")} />
    ),
    worst?.kind === "warning" && <span key="warning" className="m-[3px] size-1.5 rounded-full bg-warn" />,
    workOrder.priority === "emergency" && <Siren key="priority" className="size-3 text-bad" />,
    workOrder.priority === "high" && <ArrowUp key="priority" className="size-3 text-heat" />,
    workOrder.status !== "scheduled" && <Status key="status" className={cn("size-3", toneText[tone])} />,
    workOrder.window && workOrder.status !== "completed" && workOrder.status !== "closed" && (
      <Clock key="window" className="size-3 text-muted-foreground" />
    ),
  ].filter(Boolean);
}

function isSame(a: WorkOrderChipProps, b: WorkOrderChipProps): boolean {
  return a.problems === b.problems && a.axis === b.axis && a.mayPlan === b.mayPlan && isSamePart(a.part, b.part);
}

/** Compares by value, since a reload creates new objects. */
export function isSamePart(a: LaneWorkOrder, b: LaneWorkOrder | undefined): boolean {
  if (!b || a.from !== b.from || a.to !== b.to || a.row !== b.row) return false;
  return (
    a.workOrder === b.workOrder ||
    (a.workOrder.id === b.workOrder.id &&
      a.workOrder.version === b.workOrder.version &&
      a.workOrder.status === b.workOrder.status)
  );
}

function placeOf(part: LaneWorkOrder, axis: Axis): Place {
  const { from, row, workOrder } = part;
  const place: Place = {
    "--x": `${(from - axis.from) * axis.scale}px`,
    "--y": `calc(${row * axis.row}rem + 2px)`,
    "--w": `${widthOf(part, axis)}px`,
    "--h": `${axis.row - 0.25}rem`,
  };
  if (!workOrder.window || part.fromDayBefore) return place;
  const pixels = (ms: number) => `${(ms / MINUTE_MS) * axis.scale}px`;
  const { start, end } = workOrder.window;
  return { ...place, "--wx": pixels(start - workOrder.start), "--ww": pixels(end - start) };
}

const widthOf = ({ from, to }: LaneWorkOrder, { scale }: Axis) => Math.max((to - from) * scale - 2, 24);

/** Every letter counts, so border and padding are 8 pixels instead of 14. */
const isNarrow = (part: LaneWorkOrder, axis: Axis) => widthOf(part, axis) < 60;

let pen: CanvasRenderingContext2D | null = null;
const fitted = new Map<string, string>();
const widths = new Map<string, number>();

/**
 * Cuts small text to a width in pixels. Clipping with CSS costs the browser as much as a scrolling box, and a day has
 * hundreds. Browser only.
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
  if (textWidth(text) <= pixels) return text;
  // At this width, an ellipsis would take the room of the letters that identify a name.
  const end = pixels < 50 ? "" : "…";
  let [fits, over] = [0, text.length];
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (measured(`${text.slice(0, middle)}${end}`) <= pixels) fits = middle;
    else over = middle;
  }
  return fits === 0 ? "" : `${text.slice(0, fits).trimEnd()}${end}`;
}

function textWidth(text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  if (widths.size > 5000) widths.clear();
  const width = measured(text);
  widths.set(text, width);
  return width;
}

function measured(text: string): number {
  pen ??= penOf(document.documentElement);
  return pen?.measureText(text).width ?? 0;
}

/** 0.75 rem in the page's font. */
function penOf(page: HTMLElement): CanvasRenderingContext2D | null {
  const pen = document.createElement("canvas").getContext("2d");
  const size = Number.parseFloat(getComputedStyle(page).fontSize) * 0.75;
  if (pen) pen.font = `500 ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return pen;
}

/** Opens a job over the scheduler and keeps its query (view, technician). */
export function WorkOrderLink({ number, ...rest }: Omit<LinkProps, "to"> & { number: number }) {
  const { date } = useParams();
  const { search } = useLocation();
  return (
    <Link
      to={{ pathname: paths.schedulerWorkOrder(date, number), search }}
      preventScrollReset
      draggable={false}
      discover="none"
      {...rest}
    />
  );
}
