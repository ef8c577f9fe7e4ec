import { Link, useLocation, useParams } from "@remix-run/react";
import { type CSSProperties, memo } from "react";
import { Avatar } from "~/components/ui/avatar";
import { Button } from "~/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "~/components/ui/dropdown-menu";
import { Ellipsis, UserRound, UserX } from "~/components/ui/icons";
import type { SchedulerTechnician } from "~/domain/scheduling/scheduler";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { subtract, totalMinutes } from "~/domain/shared/time/intervals";
import type { Lane } from "~/domain/technicians/calendar";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import type { Axis } from "./board-scale";
import type { LaneFeedback } from "./drop-feedback";
import { formatHoursOf, workOrderCount } from "./labels";
import type { DrawnDrive, LaneWorkOrder, Problem } from "./scheduler-context";
import { isSamePart, WorkOrderChip } from "./work-order-chip";

interface LaneRowProps {
  technician: SchedulerTechnician;
  lane: Lane | undefined;
  date: string;
  parts: readonly LaneWorkOrder[];
  feedback: LaneFeedback | null;
  /** Null before scripts run and on phones. */
  axis: Axis | null;
  /** The current hour is on this axis. */
  today: boolean;
  midnight: number;
  zone: string;
  mayPlan: boolean;
  current: boolean;
}

const NO_PROBLEMS: readonly Problem[] = [];

/** A technician's day. Rendered again only when something in it changes, because a board has dozens. */
export const LaneRow = memo(function LaneRow(props: LaneRowProps) {
  const { technician, lane, date, parts, feedback, axis, today, zone, mayPlan, current } = props;
  const { id, name } = technician;
  const rows = rowsOf(parts);
  return (
    <li
      data-row=""
      style={axis ? heightOf(rows, axis) : undefined}
      className={cn(
        "border-border border-b sm:flex",
        // Lanes out of view are not rendered.
        axis && "[contain-intrinsic-height:var(--row)] [content-visibility:auto]",
        !current && "max-sm:hidden",
      )}
    >
      {!axis && (
        <div className="w-48 shrink-0 py-2 pr-2 pl-3 max-sm:hidden">
          <LaneName technician={technician} lane={lane} jobs={parts.length} />
        </div>
      )}
      <div
        data-lane={id}
        data-date={date}
        style={axis ? trackOf({ ...props, axis }) : undefined}
        className={cn(
          "relative grow data-over:inset-ring-2 data-over:inset-ring-focus",
          axis ? "h-(--row) w-(--w) bg-(image:--day) bg-muted" : "sm:min-h-14",
          today &&
            "sm:after:pointer-events-none sm:after:absolute sm:after:inset-y-0 sm:after:left-(--now) sm:after:w-0.5 sm:after:bg-primary",
          lane?.isAway && "sm:bg-muted",
        )}
      >
        <ol aria-label={`Jobs of ${name}`} className="flex flex-col gap-2 p-1 sm:flex-row sm:flex-wrap sm:gap-1">
          {parts.map((part) => (
            <WorkOrderChip
              key={part.workOrder.id}
              part={part}
              technicianId={id}
              zone={zone}
              axis={axis}
              problems={feedback?.problems.get(part.workOrder.id) ?? NO_PROBLEMS}
              mayPlan={mayPlan}
            />
          ))}
          {parts.length === 0 && (
            <li className="p-2 text-subtle-foreground text-xs">{lane?.note ?? "Nothing booked"}</li>
          )}
        </ol>
        {axis && feedback?.drives.map((drive) => <Drive key={drive.to} drive={drive} axis={axis} />)}
      </div>
    </li>
  );
}, isSame);

interface Size extends CSSProperties {
  "--w"?: string;
  "--row"?: string;
  "--day"?: string;
}

const heightOf = (rows: number, { row }: Axis): Size => ({ "--row": `calc(${rows * row}rem + 4px)` });
const rowsOf = (parts: readonly LaneWorkOrder[]) => Math.max(1, ...parts.map(({ row }) => row + 1));

type LaneHeadProps = Pick<LaneRowProps, "technician" | "lane" | "mayPlan"> & {
  isToday: boolean;
  parts: readonly LaneWorkOrder[];
  axis: Axis;
};

/** A lane's technician, next to the lanes: one sticky column rather than a sticky cell per lane. */
export const LaneHead = memo(function LaneHead({ technician, lane, isToday, mayPlan, parts, axis }: LaneHeadProps) {
  const { name, skills } = technician;
  const shift = lane?.isAway ? null : lane?.shift;
  const hours = lane && shift ? totalMinutes(subtract([shift], lane.rests)) : 0;
  const booked = parts.reduce((sum, { from, to }) => sum + to - from, 0);
  return (
    <li className="border-border border-b">
      <div
        style={heightOf(rowsOf(parts), axis)}
        className="relative flex h-(--row) items-center gap-2 overflow-hidden pr-1 pl-3"
      >
        <Avatar name={name} size="small" className={axis.density === "compact" ? "hidden" : undefined} />
        <div className="min-w-0 grow">
          <p title={name} className="truncate font-medium text-sm leading-4">
            {name}
          </p>
          {axis.density !== "compact" && (
            <p
              title={lane?.note ?? undefined}
              className="mt-0.5 truncate text-muted-foreground text-xs leading-4 tabular"
            >
              {lane?.isAway
                ? lane.note
                : `${formatHoursOf(booked, hours)}${lane?.note ? ` · ${lane.note}` : axis.density === "tall" ? "" : shownSkills(skills, 1)}`}
            </p>
          )}
          {axis.density === "tall" && (
            <p className="truncate text-subtle-foreground text-xs leading-4">{skills.slice(0, 3).join(", ")}</p>
          )}
        </div>
        {mayPlan && <LaneMenu technician={technician} isToday={isToday} hasJobs={parts.length > 0} />}
        {hours > 0 && (
          <span
            aria-hidden="true"
            className={cn("absolute bottom-0 left-0 h-0.5", booked > hours ? "bg-bad" : "bg-cool")}
            style={{ width: `${Math.min(100, (booked / hours) * 100)}%` }}
          />
        )}
      </div>
    </li>
  );
}, isSameHead);

function isSameHead(a: LaneHeadProps, b: LaneHeadProps): boolean {
  return (
    a.axis === b.axis &&
    a.isToday === b.isToday &&
    a.mayPlan === b.mayPlan &&
    a.technician.skills.join() === b.technician.skills.join() &&
    isSameLane(a, b)
  );
}

const shownSkills = (skills: readonly string[], count: number) =>
  skills.length > 0 ? `, ${skills.slice(0, count).join(", ")}` : "";

interface LaneMenuProps {
  technician: SchedulerTechnician;
  isToday: boolean;
  hasJobs: boolean;
}

function LaneMenu({ technician: { id, name }, isToday, hasJobs }: LaneMenuProps) {
  const { date } = useParams();
  const { search } = useLocation();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" className="-mr-0.5 size-7" aria-label={`Actions for ${name}`}>
          <Ellipsis />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent aria-label={`Actions for ${name}`}>
        {hasJobs && (
          <DropdownMenuItem asChild>
            <Link to={{ pathname: paths.reassignDay(date, id), search }} preventScrollReset discover="none">
              <UserX />
              {isToday ? "Out today: reassign jobs" : "Out this day: reassign jobs"}
            </Link>
          </DropdownMenuItem>
        )}
        <DropdownMenuItem asChild>
          <Link to={paths.technician(id)} discover="none">
            <UserRound />
            Open technician
          </Link>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function LaneName({ technician, lane, jobs }: Pick<LaneRowProps, "technician" | "lane"> & { jobs: number }) {
  return (
    <div className="min-w-0">
      <p className="truncate font-medium text-sm">{technician.name}</p>
      <p title={lane?.note ?? undefined} className="truncate text-muted-foreground text-xs">
        {lane?.isAway
          ? lane.note
          : [jobs === 0 ? "Free" : workOrderCount(jobs), lane?.note].filter(Boolean).join(" · ")}
      </p>
    </div>
  );
}

function isSame(a: LaneRowProps, b: LaneRowProps): boolean {
  return (
    a.feedback === b.feedback &&
    a.current === b.current &&
    a.date === b.date &&
    a.today === b.today &&
    a.axis === b.axis &&
    isSameLane(a, b)
  );
}

type LaneParts = Pick<LaneRowProps, "technician" | "lane" | "parts">;

function isSameLane(a: LaneParts, b: LaneParts): boolean {
  return (
    a.technician.id === b.technician.id &&
    a.technician.name === b.technician.name &&
    a.lane?.note === b.lane?.note &&
    a.lane?.shift?.start === b.lane?.shift?.start &&
    a.lane?.shift?.end === b.lane?.shift?.end &&
    totalMinutes(a.lane?.rests ?? []) === totalMinutes(b.lane?.rests ?? []) &&
    a.parts.length === b.parts.length &&
    a.parts.every((part, index) => isSamePart(part, b.parts[index]))
  );
}

type TrackProps = Pick<LaneRowProps, "lane" | "midnight"> & { axis: Axis };

/** Size of the hours, with the grid, the shift and its breaks as background images, which are cheaper than elements. */
function trackOf({ lane, midnight, axis }: TrackProps): Size {
  const { from, to, scale } = axis;
  const shift = lane?.isAway ? null : lane?.shift;
  const left = (at: number) => `${((at - midnight) / MINUTE_MS - from) * scale}px`;
  const turns =
    lane && shift
      ? [shift.start, ...lane.rests.flatMap(({ start, end }) => [start, end]), shift.end].map((at, index) => {
          const [before, after] = index % 2 ? [work, rest] : [rest, work];
          return `${before} ${left(at)}, ${after} ${left(at)}`;
        })
      : [];
  const lines = `repeating-linear-gradient(90deg, var(--color-border) 0 1px, transparent 1px ${60 * scale}px)`;
  return {
    "--w": `${(to - from) * scale}px`,
    "--day": [lines, ...(shift ? [`linear-gradient(90deg, ${turns})`] : [])].join(),
  };
}

const rest = "var(--color-muted)";
const work = "var(--color-background)";

/** The drive to a job, drawn up to its start with its minutes; in red over the jobs if the gap is too short. */
function Drive({ drive: { from, to, label, minutes, isShort }, axis }: { drive: DrawnDrive; axis: Axis }) {
  const width = Math.max((to - from) * axis.scale, 3);
  const right = (to - axis.from) * axis.scale;
  const text =
    minutes === null ? "?" : width >= 40 || isShort ? `${minutes} min` : width >= 16 ? String(minutes) : null;
  const common = {
    role: "img",
    title: `Drive: ${label}`,
    "aria-label": `Drive ${label}${isShort ? ", not enough time" : ""}`,
  };
  if (isShort) {
    return (
      <div
        {...common}
        className="-translate-x-1/2 absolute bottom-0 z-1 rounded-sm bg-bad px-1 font-medium text-background text-xs leading-4 tabular max-sm:hidden"
        style={{ left: right }}
      >
        {text}
      </div>
    );
  }
  return (
    <div
      {...common}
      className="absolute bottom-0 flex h-full items-center justify-center border-cool border-b-4 text-muted-foreground text-xs tabular max-sm:hidden"
      style={{ left: right - width, width }}
    >
      {text}
    </div>
  );
}
