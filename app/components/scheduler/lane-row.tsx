import { LifeBuoy } from "lucide-react";
import { type CSSProperties, memo } from "react";
import { Button } from "~/components/ui/button";
import { cn } from "~/components/ui/cn";
import type { Lane } from "~/domain/scheduling/board.rules";
import { MINUTE_MS } from "~/domain/scheduling/rules";
import type { SchedulerJob, SchedulerTechnician } from "~/domain/scheduling/scheduler.rules";
import { JobChip } from "./job-chip";
import type { LaneJudgement } from "./judge";
import { type DrawnDrive, type LaneJob, ROW, SCALE } from "./view";

interface LaneRowProps {
  technician: SchedulerTechnician;
  lane: Lane | undefined;
  date: string;
  parts: readonly LaneJob[];
  judgement: LaneJudgement | null;
  /** Minutes of the day that the axis shows; null while there is none. */
  hours: { from: number; to: number } | null;
  midnight: number;
  nowAt: number | null;
  zone: string;
  mayPlan: boolean;
  current: boolean;
  onOpen: (job: SchedulerJob) => void;
  /** Absent where nobody may or can. */
  onRescue?: (technicianId: string) => void;
}

/** A technician's day. Drawn anew only when something in it changed: a board has dozens. */
export const LaneRow = memo(function LaneRow(props: LaneRowProps) {
  const { technician, lane, date, parts, judgement, hours, zone, mayPlan, current, onOpen, onRescue } = props;
  const { id, name } = technician;
  const rows = Math.max(1, ...parts.map(({ row }) => row + 1));
  return (
    <li className={cn("border-line border-b sm:flex", !current && "max-sm:hidden")}>
      <div className="z-10 flex shrink-0 items-start justify-between gap-1 bg-canvas py-2 pr-2 max-sm:hidden sm:sticky sm:left-0 sm:w-48 sm:pl-3">
        <div className="min-w-0">
          <p className="truncate font-medium text-sm">{name}</p>
          <p className="truncate text-muted text-xs">{lane?.note ?? jobsWords(parts.length)}</p>
        </div>
        {onRescue && mayPlan && hours && parts.length > 0 && (
          <Button
            variant="ghost"
            size="icon-small"
            aria-label={`Rescue the day of ${name}`}
            title={`${name} is out: share the jobs among the others`}
            onClick={() => onRescue(id)}
          >
            <LifeBuoy />
          </Button>
        )}
      </div>
      <div
        data-lane={id}
        data-date={date}
        style={hours ? trackOf(hours, rows) : undefined}
        className={cn(
          "relative grow data-over:bg-frost-soft",
          hours ? "sm:min-h-(--h) sm:w-(--w)" : "sm:min-h-14",
          lane?.note && "sm:bg-raised",
        )}
      >
        {hours && <Backdrop {...props} hours={hours} />}
        <ol aria-label={`Jobs of ${name}`} className="flex flex-col gap-2 p-1 sm:flex-row sm:flex-wrap sm:gap-1">
          {parts.map((part) => (
            <JobChip
              key={part.job.id}
              part={part}
              technicianId={id}
              zone={zone}
              origin={hours ? hours.from : null}
              problems={judgement?.problems.get(part.job.id) ?? []}
              mayPlan={mayPlan}
              onOpen={onOpen}
            />
          ))}
          {parts.length === 0 && <li className="p-2 text-faint text-xs">{lane?.note ?? "Nothing booked"}</li>}
        </ol>
        {hours && judgement?.drives.map((drive) => <Drive key={drive.to} drive={drive} origin={hours.from} />)}
      </div>
    </li>
  );
}, isSame);

interface Track extends CSSProperties {
  "--w": string;
  "--h": string;
}

function trackOf({ from, to }: { from: number; to: number }, rows: number): Track {
  return { "--w": `${(to - from) * SCALE}px`, "--h": `${rows * ROW + 4}px` };
}

function isSame(a: LaneRowProps, b: LaneRowProps): boolean {
  return (
    a.judgement === b.judgement &&
    a.current === b.current &&
    a.date === b.date &&
    a.hours?.from === b.hours?.from &&
    a.hours?.to === b.hours?.to &&
    a.nowAt === b.nowAt &&
    a.onOpen === b.onOpen &&
    keyOf(a) === keyOf(b)
  );
}

function keyOf({ technician, lane, parts }: LaneRowProps): string {
  const shown = parts.map(({ job, from, to, row }) =>
    [job.id, job.status, job.title, job.version, from, to, row].join(),
  );
  return [technician.id, technician.name, lane?.note, lane?.shift?.start, lane?.shift?.end, ...shown].join("|");
}

function jobsWords(count: number): string {
  if (count === 0) return "Free";
  return count === 1 ? "1 job" : `${count} jobs`;
}

type BackdropProps = Pick<LaneRowProps, "lane" | "midnight" | "nowAt"> & { hours: { from: number; to: number } };

/** Behind the jobs: the hours, the shift with its breaks, and where the day has come to. */
function Backdrop({ lane, midnight, nowAt, hours }: BackdropProps) {
  const shift = lane?.note ? null : lane?.shift;
  const left = (at: number) => ((at - midnight) / MINUTE_MS - hours.from) * SCALE;
  const hour = 60 * SCALE;
  const lines = `repeating-linear-gradient(90deg, var(--color-line) 0 1px, transparent 1px ${hour}px)`;
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 bg-raised max-sm:hidden">
      {shift && (
        <div
          className="absolute inset-y-0 bg-canvas"
          style={{ left: left(shift.start), width: left(shift.end) - left(shift.start) }}
        />
      )}
      {shift?.breaks.map((pause) => (
        <div
          key={pause.start}
          className="absolute inset-y-0 bg-raised"
          style={{ left: left(pause.start), width: left(pause.end) - left(pause.start) }}
        />
      ))}
      <div className="absolute inset-0" style={{ backgroundImage: lines }} />
      {nowAt !== null && nowAt >= hours.from && nowAt <= hours.to && (
        <div className="absolute inset-y-0 w-px bg-ember" style={{ left: (nowAt - hours.from) * SCALE }} />
      )}
    </div>
  );
}

/** The way to a job, drawn up to its start; in red where the gap is too short for it. */
function Drive({ drive: { from, to, label, short }, origin }: { drive: DrawnDrive; origin: number }) {
  const width = Math.max((to - from) * SCALE, 3);
  return (
    <div
      title={`Drive: ${label}`}
      className={cn("absolute bottom-0 h-1 rounded-sm max-sm:hidden", short ? "bg-bad" : "bg-cool")}
      style={{ left: (to - origin) * SCALE - width, width }}
    >
      <span className="sr-only">{`Drive ${label}${short ? ", more than there is time for" : ""}`}</span>
    </div>
  );
}
