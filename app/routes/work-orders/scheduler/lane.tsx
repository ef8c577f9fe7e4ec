import { Link, useLocation, useParams } from "@remix-run/react";
import { type CSSProperties, memo } from "react";
import { Button } from "~/components/ui/button";
import { UserX } from "~/components/ui/icons";
import type { SchedulerTechnician } from "~/domain/scheduling/scheduler";
import { MINUTE_MS } from "~/domain/shared/intervals";
import type { Lane } from "~/domain/technicians/calendar";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import type { LaneFeedback } from "./drop-feedback";
import { isSamePart, JobChip } from "./job-chip";
import { jobCount } from "./labels";
import { type DrawnDrive, type LaneJob, type Problem, ROW, SCALE } from "./view";

interface LaneRowProps {
  technician: SchedulerTechnician;
  lane: Lane | undefined;
  date: string;
  parts: readonly LaneJob[];
  feedback: LaneFeedback | null;
  /** Minutes of the day that the axis shows; null while there is none. */
  hours: { from: number; to: number } | null;
  /** The hour that it is lies on this axis. */
  today: boolean;
  midnight: number;
  zone: string;
  mayPlan: boolean;
  current: boolean;
}

const NO_PROBLEMS: readonly Problem[] = [];

/** A technician's day. Drawn anew only when something in it changed: a board has dozens. */
export const LaneRow = memo(function LaneRow(props: LaneRowProps) {
  const { technician, lane, date, parts, feedback, hours, today, zone, mayPlan, current } = props;
  const { id, name } = technician;
  const rows = rowsOf(parts);
  return (
    <li
      data-row=""
      style={hours ? heightOf(rows) : undefined}
      className={cn(
        "border-border border-b sm:flex",
        // A lane out of sight costs nothing to draw.
        hours && "[contain-intrinsic-height:var(--row)] [content-visibility:auto]",
        !current && "max-sm:hidden",
      )}
    >
      {!hours && (
        <div className="w-48 shrink-0 py-2 pr-2 pl-3 max-sm:hidden">
          <LaneName technician={technician} lane={lane} jobs={parts.length} />
        </div>
      )}
      <div
        data-lane={id}
        data-date={date}
        style={hours ? trackOf({ ...props, hours }) : undefined}
        className={cn(
          "relative grow data-over:inset-ring-2 data-over:inset-ring-focus",
          hours ? "h-(--row) w-(--w) bg-(image:--day) bg-muted" : "sm:min-h-14",
          today &&
            "sm:after:pointer-events-none sm:after:absolute sm:after:inset-y-0 sm:after:left-(--now) sm:after:w-0.5 sm:after:bg-primary",
          lane?.note && "sm:bg-muted",
        )}
      >
        <ol aria-label={`Jobs of ${name}`} className="flex flex-col gap-2 p-1 sm:flex-row sm:flex-wrap sm:gap-1">
          {parts.map((part) => (
            <JobChip
              key={part.job.id}
              part={part}
              technicianId={id}
              zone={zone}
              origin={hours ? hours.from : null}
              problems={feedback?.problems.get(part.job.id) ?? NO_PROBLEMS}
              mayPlan={mayPlan}
            />
          ))}
          {parts.length === 0 && (
            <li className="p-2 text-subtle-foreground text-xs">{lane?.note ?? "Nothing booked"}</li>
          )}
        </ol>
        {hours && feedback?.drives.map((drive) => <Drive key={drive.to} drive={drive} origin={hours.from} />)}
      </div>
    </li>
  );
}, isSame);

interface Size extends CSSProperties {
  "--w"?: string;
  "--row"?: string;
  "--day"?: string;
}

const heightOf = (rows: number): Size => ({ "--row": `calc(${rows * ROW}rem + 4px)` });
export const rowsOf = (parts: readonly LaneJob[]) => Math.max(1, ...parts.map(({ row }) => row + 1));

type LaneHeadProps = Pick<LaneRowProps, "technician" | "lane" | "mayPlan"> & {
  jobs: number;
  rows: number;
};

/** Whose lane it is, beside the lanes: one column that stands still, not one cell a lane. */
export const LaneHead = memo(function LaneHead({ technician, lane, mayPlan, jobs, rows }: LaneHeadProps) {
  const { id, name } = technician;
  return (
    <li className="border-border border-b">
      <div style={heightOf(rows)} className="flex h-(--row) items-start justify-between gap-1 py-2 pr-2 pl-3">
        <LaneName technician={technician} lane={lane} jobs={jobs} />
        {mayPlan && jobs > 0 && <ReassignDayLink technicianId={id} name={name} />}
      </div>
    </li>
  );
});

function ReassignDayLink({ technicianId, name }: { technicianId: string; name: string }) {
  const { date } = useParams();
  const { search } = useLocation();
  return (
    <Button variant="ghost" size="icon-sm" asChild>
      <Link
        to={{ pathname: paths.reassignDay(date, technicianId), search }}
        preventScrollReset
        discover="none"
        aria-label={`Reassign the day of ${name}`}
        title={`${name} is out: reassign the day`}
      >
        <UserX />
      </Link>
    </Button>
  );
}

function LaneName({ technician, lane, jobs }: Pick<LaneHeadProps, "technician" | "lane" | "jobs">) {
  return (
    <div className="min-w-0">
      <p className="truncate font-medium text-sm">{technician.name}</p>
      <p className="truncate text-muted-foreground text-xs">{lane?.note ?? (jobs === 0 ? "Free" : jobCount(jobs))}</p>
    </div>
  );
}

function isSame(a: LaneRowProps, b: LaneRowProps): boolean {
  return (
    a.feedback === b.feedback &&
    a.current === b.current &&
    a.date === b.date &&
    a.today === b.today &&
    a.hours?.from === b.hours?.from &&
    a.hours?.to === b.hours?.to &&
    isSameLane(a, b)
  );
}

function isSameLane(a: LaneRowProps, b: LaneRowProps): boolean {
  return (
    a.technician.id === b.technician.id &&
    a.technician.name === b.technician.name &&
    a.lane?.note === b.lane?.note &&
    a.lane?.shift?.start === b.lane?.shift?.start &&
    a.lane?.shift?.end === b.lane?.shift?.end &&
    a.parts.length === b.parts.length &&
    a.parts.every((part, index) => isSamePart(part, b.parts[index]))
  );
}

type TrackProps = Pick<LaneRowProps, "lane" | "midnight"> & { hours: { from: number; to: number } };

/** As wide as the hours, and behind the jobs these and the shift with its breaks: pictures cost less than elements. */
function trackOf({ lane, midnight, hours }: TrackProps): Size {
  const shift = lane?.note ? null : lane?.shift;
  const left = (at: number) => `${((at - midnight) / MINUTE_MS - hours.from) * SCALE}px`;
  const turns = shift
    ? [shift.start, ...shift.breaks.flatMap(({ start, end }) => [start, end]), shift.end].map((at, index) => {
        const [before, after] = index % 2 ? [work, rest] : [rest, work];
        return `${before} ${left(at)}, ${after} ${left(at)}`;
      })
    : [];
  const lines = `repeating-linear-gradient(90deg, var(--color-border) 0 1px, transparent 1px ${60 * SCALE}px)`;
  return {
    "--w": `${(hours.to - hours.from) * SCALE}px`,
    "--day": [lines, ...(shift ? [`linear-gradient(90deg, ${turns})`] : [])].join(),
  };
}

const rest = "var(--color-muted)";
const work = "var(--color-background)";

/** The way to a job, drawn up to its start; in red where the gap is too short for it. */
function Drive({ drive: { from, to, label, isShort }, origin }: { drive: DrawnDrive; origin: number }) {
  const width = Math.max((to - from) * SCALE, 3);
  return (
    <div
      role="img"
      title={`Drive: ${label}`}
      aria-label={`Drive ${label}${isShort ? ", not enough time" : ""}`}
      className={cn("absolute bottom-0 h-1 rounded-sm max-sm:hidden", isShort ? "bg-bad" : "bg-cool")}
      style={{ left: (to - origin) * SCALE - width, width }}
    />
  );
}
