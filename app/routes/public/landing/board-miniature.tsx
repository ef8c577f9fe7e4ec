import type { ReactNode } from "react";
import { type BoardJob, drives, jobs, type Tone, technicians, tray } from "./board-day";

const left = 132;
const hourWidth = 82;
const laneHeight = 68;
const top = 36;
const hours = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const;

const x = (hour: number) => left + (hour - 7) * hourWidth;
const y = (lane: number) => top + lane * laneHeight;

const looks: Record<Tone, { box: string; word: string; state: string }> = {
  done: { box: "fill-ok-soft stroke-ok", word: "fill-ok", state: "Completed" },
  working: { box: "fill-active-soft stroke-active", word: "fill-active", state: "In progress" },
  driving: { box: "fill-info-soft stroke-info", word: "fill-info", state: "En route" },
  planned: { box: "fill-muted stroke-border", word: "fill-muted-foreground", state: "Scheduled" },
  conflict: { box: "fill-warn-soft stroke-warn", word: "fill-warn", state: "Too tight" },
};

/** A day on the dispatch board, with the driving between jobs and one job that is too tight. */
export function BoardMiniature({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 960 388"
      className={className}
      role="img"
      aria-label="Dispatch board: the jobs of four technicians by the hour, with their states and the driving between them."
    >
      <Grid />
      <line x1={x(10.4)} x2={x(10.4)} y1={top - 6} y2={y(4)} className="stroke-primary" strokeWidth="2" />
      <circle cx={x(10.4)} cy={top - 6} r="4" className="fill-primary" />
      <g className="stroke-input" strokeWidth="2" strokeDasharray="2 4">
        {drives.map((drive) => (
          <line
            key={`${drive.lane} ${drive.from}`}
            x1={x(drive.from)}
            x2={x(drive.to)}
            y1={y(drive.lane) + 34}
            y2={y(drive.lane) + 34}
          />
        ))}
      </g>
      {tray.map((job) => (
        <Card key={job.title} at={job} title={job.title} box="fill-muted stroke-border">
          {job.detail}
        </Card>
      ))}
      {jobs.map((job) => (
        <Job key={`${job.lane} ${job.from}`} job={job} />
      ))}
    </svg>
  );
}

function Grid() {
  return (
    <g>
      {hours.map((hour) => (
        <g key={hour}>
          <line x1={x(hour)} x2={x(hour)} y1={top} y2="388" className="stroke-border" />
          <text x={x(hour) + 4} y="22" className="fill-muted-foreground text-xs tabular">
            {`${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`}
          </text>
        </g>
      ))}
      {[...technicians, "Unscheduled"].map((name, lane) => (
        <g key={name}>
          <line x1="0" x2="960" y1={y(lane)} y2={y(lane)} className="stroke-border" />
          <text x="12" y={y(lane) + 38} className="fill-foreground font-medium text-sm">
            {name}
          </text>
        </g>
      ))}
      <rect x={x(7)} y={y(3) + 1} width={x(9) - x(7) - 1} height={laneHeight - 2} className="fill-background" />
      <text x={x(7) + 10} y={y(3) + 38} className="fill-muted-foreground text-xs">
        Shift starts 9:00 AM
      </text>
    </g>
  );
}

function Job({ job }: { job: BoardJob }) {
  const { box, word, state } = looks[job.tone];
  return (
    <Card at={job} title={job.title} box={box}>
      <tspan className={`font-medium ${word}`}>{state}</tspan>
      {job.to - job.from >= 1.7 && <tspan dx="6">{job.place}</tspan>}
    </Card>
  );
}

type CardProps = { at: Pick<BoardJob, "lane" | "from" | "to">; title: string; box: string; children: ReactNode };

function Card({ at, title, box, children }: CardProps) {
  const start = x(at.from);
  const line = y(at.lane);
  return (
    <g>
      <rect x={start + 1} y={line + 8} width={x(at.to) - start - 2} height="52" rx="6" className={box} />
      <text x={start + 10} y={line + 30} className="fill-foreground font-medium text-xs">
        {title}
      </text>
      <text x={start + 10} y={line + 48} className="fill-muted-foreground text-xs">
        {children}
      </text>
    </g>
  );
}
