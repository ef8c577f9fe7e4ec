import { type CSSProperties, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { partsByTechnician, type SchedulerJob, schedulable, shownHours, stacked } from "~/domain/scheduling/scheduler";
import { formatAxisHour, formatTime } from "~/domain/shared/date-format";
import { MINUTE_MS } from "~/domain/shared/intervals";
import { dayLengthMinutes, startOfDay } from "~/domain/shared/time-zones";
import { lanesOn } from "~/domain/technicians/calendar";
import type { DayFeedback } from "./drop-feedback";
import { LaneHead, LaneRow, rowsOf } from "./lane";
import { LANES, SCALE, type SchedulerScreen } from "./view";

interface DayBoardProps {
  data: SchedulerScreen;
  jobs: readonly SchedulerJob[];
  feedback: DayFeedback | null;
  /** The one technician a phone shows. */
  current: string | null;
}

/** Technicians by hours. Before scripts run, and on a phone, each lane lists its jobs one after the other. */
export function DayBoard({ data, jobs, feedback, current }: DayBoardProps) {
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
  const rows = technicians.map((technician, index) => {
    const own = parts.get(technician.id) ?? [];
    const stack = stacked(own);
    return { technician, lane: lanes[index], parts: own.map((part, at) => ({ ...part, row: stack[at] ?? 0 })) };
  });
  const axis = useWide();
  const width = (hours.to - hours.from) * SCALE;
  const nowAt = (useNow(now) - midnight) / MINUTE_MS;
  const isNow = date === today && nowAt >= hours.from && nowAt <= hours.to;
  const scroller = useRef<HTMLDivElement>(null);
  const x = isNow ? (nowAt - hours.from) * SCALE : null;
  const first = useRef(x);
  first.current = x;

  // The browser alone scrolls. A day opens an hour before now; later it stays where somebody left it.
  useEffect(() => {
    if (axis && first.current !== null && date === today)
      scroller.current?.scrollTo({ left: first.current - 60 * SCALE });
  }, [axis, date, today]);
  return (
    <div ref={scroller} data-scroller="" className="relative min-h-0 grow overflow-auto overscroll-contain">
      <div
        data-drop-area={LANES}
        className={axis ? "w-max min-w-full" : undefined}
        style={axis && isNow ? nowStyle((nowAt - hours.from) * SCALE) : undefined}
      >
        {axis && (
          <Hours {...hours} midnight={midnight} zone={zone} width={width} nowAt={isNow ? Math.floor(nowAt) : null} />
        )}
        <div className={axis ? "flex" : undefined}>
          {axis && (
            <ul data-names="" aria-label="Technicians" className="sticky left-0 z-10 w-48 shrink-0 bg-background">
              {rows.map(({ technician, parts, lane }) => (
                <LaneHead
                  key={technician.id}
                  {...{ technician, lane, mayPlan }}
                  jobs={parts.length}
                  rows={rowsOf(parts)}
                />
              ))}
            </ul>
          )}
          <ul aria-label="Lanes" className="relative grow" data-origin={hours.from} data-midnight={midnight}>
            {rows.map(({ technician, parts, lane }) => (
              <LaneRow
                key={technician.id}
                {...{ technician, lane, date, parts, midnight, zone, mayPlan }}
                feedback={feedback?.lanes.get(technician.id) ?? null}
                hours={axis ? hours : null}
                today={axis && isNow}
                current={technician.id === current}
              />
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}

/** Brings the present hour back into sight. */
export function scrollToNow(): void {
  const mark = document.querySelector("[data-now]");
  mark?.scrollIntoView({ block: "nearest", inline: "center", behavior: scrollBehavior() });
}

const scrollBehavior = () =>
  window.matchMedia("(prefers-reduced-motion: reduce)").matches ? ("auto" as const) : ("smooth" as const);

interface HoursProps {
  from: number;
  to: number;
  midnight: number;
  zone: string;
  width: number;
  nowAt: number | null;
}

/** The hours as the wall shows them: on a day on which the clocks change one is missing or comes twice. */
function Hours({ from, to, midnight, zone, width, nowAt }: HoursProps) {
  const marks = Array.from({ length: Math.floor((to - from) / 60) }, (_, index) => from + index * 60);
  return (
    <div
      aria-hidden="true"
      className="sticky top-0 z-20 flex border-border border-b bg-background text-muted-foreground text-xs max-sm:hidden"
    >
      <div className="sticky left-0 z-10 w-48 shrink-0 bg-background" />
      <div className="relative h-7 shrink-0" style={{ width }}>
        {marks.map((minute) => (
          <span key={minute} className="absolute top-1 pl-1 tabular" style={{ left: (minute - from) * SCALE }}>
            {formatAxisHour(midnight + minute * MINUTE_MS, zone)}
          </span>
        ))}
        {nowAt !== null && (
          <span
            data-now=""
            className="-translate-x-1/2 absolute top-1 left-(--now) rounded-sm bg-primary px-1 font-medium text-primary-foreground tabular"
          >
            {formatTime(midnight + nowAt * MINUTE_MS, zone)}
          </span>
        )}
      </div>
    </div>
  );
}

interface NowStyle extends CSSProperties {
  "--now": string;
}
const nowStyle = (x: number): NowStyle => ({ "--now": `${x}px` });

const wide = "(min-width: 40rem)";
const watchWidth = (changed: () => void) => {
  const query = window.matchMedia(wide);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};

/** There is room for hours side by side. */
function useWide(): boolean {
  return useSyncExternalStore(
    watchWidth,
    () => window.matchMedia(wide).matches,
    () => false,
  );
}

/** The server's time, going on while the day is looked at. */
function useNow(read: number): number {
  const [passed, setPassed] = useState({ read, minutes: 0 });

  // A clock outside of React.
  useEffect(() => {
    const since = performance.now();
    const timer = setInterval(
      () => setPassed({ read, minutes: Math.floor((performance.now() - since) / MINUTE_MS) }),
      MINUTE_MS / 4,
    );
    return () => clearInterval(timer);
  }, [read]);
  return read + (passed.read === read ? passed.minutes * MINUTE_MS : 0);
}
