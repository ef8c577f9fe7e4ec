import { useMemo } from "react";
import { lanesOn } from "~/domain/scheduling/board.rules";
import { MINUTE_MS } from "~/domain/scheduling/rules";
import {
  partsByTechnician,
  type SchedulerJob,
  schedulable,
  shownHours,
  stacked,
} from "~/domain/scheduling/scheduler.rules";
import { dayLengthMinutes, startOfDay, wallTimeOf } from "~/domain/zones";
import type { Judge } from "./judge";
import { LaneRow } from "./lane-row";
import { SCALE, type SchedulerScreen } from "./view";

interface DayBoardProps {
  data: SchedulerScreen;
  jobs: readonly SchedulerJob[];
  judge: Judge | null;
  /** The page's scripts run: jobs stand at their hours. */
  ready: boolean;
  /** The one technician a phone shows. */
  current: string | null;
  onOpen: (job: SchedulerJob) => void;
  /** Absent where nobody may or can. */
  onRescue?: (technicianId: string) => void;
}

/** Technicians by hours. Before scripts run, and on a phone, each lane lists its jobs one after the other. */
export function DayBoard({ data, jobs, judge, ready, current, onOpen, onRescue }: DayBoardProps) {
  const { date, zone, technicians, now, today, mayPlan } = data;
  const midnight = startOfDay(date, zone);
  const lanes = useMemo(
    () =>
      lanesOn(
        date,
        data.technicians.map((one) => schedulable(one, data)),
      ),
    [date, data],
  );
  const parts = useMemo(() => partsByTechnician(jobs, date, zone), [jobs, date, zone]);
  const hours = useMemo(() => {
    const minute = (at: number) => (at - midnight) / MINUTE_MS;
    const shifts = lanes.flatMap(({ shift }) => (shift ? [{ from: minute(shift.start), to: minute(shift.end) }] : []));
    return shownHours([...shifts, ...[...parts.values()].flat()], dayLengthMinutes(date, zone));
  }, [lanes, parts, midnight, date, zone]);
  const width = (hours.to - hours.from) * SCALE;
  const nowAt = date === today ? (now - midnight) / MINUTE_MS : null;
  return (
    <div data-scroller="" className="relative min-h-0 grow overflow-auto overscroll-contain">
      <div className={ready ? "sm:w-max sm:min-w-full" : undefined}>
        {ready && <Hours {...hours} midnight={midnight} zone={zone} width={width} />}
        <ul aria-label="Technicians" data-origin={hours.from} data-midnight={midnight}>
          {technicians.map((technician, index) => {
            const own = parts.get(technician.id) ?? [];
            const rows = stacked(own);
            return (
              <LaneRow
                key={technician.id}
                technician={technician}
                lane={lanes[index]}
                date={date}
                parts={own.map((part, at) => ({ ...part, row: rows[at] ?? 0 }))}
                judgement={judge?.lanes.get(technician.id) ?? null}
                hours={ready ? hours : null}
                midnight={midnight}
                nowAt={nowAt}
                zone={zone}
                mayPlan={mayPlan}
                current={technician.id === current}
                onOpen={onOpen}
                onRescue={onRescue}
              />
            );
          })}
        </ul>
      </div>
    </div>
  );
}

interface HoursProps {
  from: number;
  to: number;
  midnight: number;
  zone: string;
  width: number;
}

/** The hours as the wall shows them: on a day on which the clocks change one is missing or comes twice. */
function Hours({ from, to, midnight, zone, width }: HoursProps) {
  const marks = Array.from({ length: Math.floor((to - from) / 60) }, (_, index) => from + index * 60);
  return (
    <div
      aria-hidden="true"
      className="sticky top-0 z-20 flex border-line border-b bg-canvas text-muted text-xs max-sm:hidden"
    >
      <div className="sticky left-0 z-10 w-48 shrink-0 bg-canvas" />
      <div className="relative h-7 shrink-0" style={{ width }}>
        {marks.map((minute) => (
          <span key={minute} className="absolute top-1 pl-1 tabular" style={{ left: (minute - from) * SCALE }}>
            {wallTimeOf(midnight + minute * MINUTE_MS, zone).time}
          </span>
        ))}
      </div>
    </div>
  );
}
