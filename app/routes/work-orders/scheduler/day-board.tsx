import {
  type CSSProperties,
  Fragment,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { type LaneGrouping, laneGroup } from "~/domain/scheduling/lane-groups";
import {
  partsByTechnician,
  type SchedulerWorkOrder,
  schedulable,
  shownHours,
  stacked,
} from "~/domain/scheduling/scheduler";
import { formatAxisHour, formatTime } from "~/domain/shared/time/date-format";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { dayLengthMinutes, startOfDay } from "~/domain/shared/time/time-zones";
import { lanesOn } from "~/domain/technicians/calendar";
import { cn } from "~/lib/utils";
import { BoardControls, BoardEdges, useBoardScroll } from "./board-controls";
import { type Axis, rowHeight, useBoardScale } from "./board-scale";
import type { DayFeedback } from "./drop-feedback";
import { LaneHead, LaneRow } from "./lane";
import { LANES, type SchedulerScreen } from "./scheduler-context";

interface DayBoardProps {
  data: SchedulerScreen;
  jobs: readonly SchedulerWorkOrder[];
  feedback: DayFeedback | null;
  /** The one technician shown on phones. */
  current: string | null;
  grouping: LaneGrouping;
}

/** Technicians by hour. Before scripts run, and on phones, each lane is a list of its jobs. */
export function DayBoard({ data, jobs, feedback, current, grouping }: DayBoardProps) {
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
    const group = laneGroup(technician, grouping);
    const before = technicians[index - 1];
    return {
      technician,
      lane: lanes[index],
      parts: own.map((part, at) => ({ ...part, row: stack[at] ?? 0 })),
      heading: before && laneGroup(before, grouping) === group ? null : group,
    };
  });
  const isWide = useWide();
  const { zoom: scale, density } = useBoardScale();
  const { from, to } = hours;
  const axis = useMemo(
    () => (isWide ? { from, to, scale, row: rowHeight(density), density } : null),
    [isWide, from, to, scale, density],
  );
  const minuteNow = (useNow(now) - midnight) / MINUTE_MS;
  const nowAt = date === today && minuteNow >= from && minuteNow <= to ? minuteNow : null;
  const firstEnd = useMemo(() => Math.min(...[...parts.values()].flat().map((part) => part.to)), [parts]);
  const scroller = useRef<HTMLDivElement>(null);
  useBoardScroll(scroller, { axis, date, nowAt, firstEnd: Number.isFinite(firstEnd) ? firstEnd : null });
  return (
    <div
      ref={scroller}
      data-scroller=""
      data-clears-toasts
      className="relative min-h-0 grow overflow-auto overscroll-contain"
    >
      {axis && <BoardEdges scroller={scroller} axis={axis} parts={parts} />}
      <div
        data-drop-area={LANES}
        className={axis ? "w-max min-w-full" : undefined}
        style={axis && nowAt !== null ? nowStyle((nowAt - from) * scale) : undefined}
      >
        {axis && (
          <Hours axis={axis} midnight={midnight} zone={zone} nowAt={nowAt === null ? null : Math.floor(nowAt)}>
            <BoardControls axis={axis} />
          </Hours>
        )}
        <div className={axis ? "flex" : undefined}>
          {axis && (
            <ul data-names="" aria-label="Technicians" className="sticky left-0 z-10 w-48 shrink-0 bg-background">
              {rows.map(({ technician, parts, lane, heading }) => (
                <Fragment key={technician.id}>
                  {heading && (
                    <li className={cn(GROUP, "px-3 font-semibold text-muted-foreground text-xs")}>{heading}</li>
                  )}
                  <LaneHead {...{ technician, lane, mayPlan, parts, axis }} isToday={date === data.today} />
                </Fragment>
              ))}
            </ul>
          )}
          <ul
            aria-label="Lanes"
            className="relative grow"
            data-origin={from}
            data-scale={scale}
            data-midnight={midnight}
          >
            {rows.map(({ technician, parts, lane, heading }) => (
              <Fragment key={technician.id}>
                {axis && heading && <li aria-hidden="true" className={GROUP} />}
                <LaneRow
                  {...{ technician, lane, date, parts, midnight, zone, mayPlan }}
                  feedback={feedback?.lanes.get(technician.id) ?? null}
                  axis={axis}
                  today={axis !== null && nowAt !== null}
                  current={technician.id === current}
                />
              </Fragment>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}

/** Heading above the lanes of a group, with the same height next to the names and above the hours. */
const GROUP = "flex h-7 items-center border-border border-b bg-card";

/** Scrolls the current hour back into view. */
export function scrollToNow(): void {
  const mark = document.querySelector("[data-now]");
  mark?.scrollIntoView({ block: "nearest", inline: "center", behavior: scrollBehavior() });
}

const scrollBehavior = () =>
  window.matchMedia("(prefers-reduced-motion: reduce)").matches ? ("auto" as const) : ("smooth" as const);

interface HoursProps {
  axis: Axis;
  midnight: number;
  zone: string;
  nowAt: number | null;
  /** Content above the names. */
  children: ReactNode;
}

/** Pixels from the current time's middle to its edge, and of an hour's label. */
const NOW_HALF_WIDTH = 30;
const HOUR_WIDTH = 40;

/** The hours by local wall time: on days when the clocks change, one is missing or appears twice. */
function Hours({ axis: { from, to, scale }, midnight, zone, nowAt, children }: HoursProps) {
  const marks = Array.from({ length: Math.floor((to - from) / 60) }, (_, index) => from + index * 60);
  // What sticks out from behind the current time would read as part of it: '1:50 PM PM'.
  const isCovered = (minute: number) => {
    const before = nowAt === null ? null : (nowAt - minute) * scale;
    return before !== null && before > -NOW_HALF_WIDTH && before < NOW_HALF_WIDTH + HOUR_WIDTH;
  };
  return (
    <div className="sticky top-0 z-20 flex border-border border-b bg-background text-muted-foreground text-xs max-sm:hidden">
      <div className="sticky left-0 z-10 w-48 shrink-0 bg-background">{children}</div>
      <div aria-hidden="true" className="relative h-7 shrink-0" style={{ width: (to - from) * scale }}>
        {marks.map((minute) => (
          <span key={minute} className="absolute top-1 pl-1 tabular" style={{ left: (minute - from) * scale }}>
            {!isCovered(minute) && formatAxisHour(midnight + minute * MINUTE_MS, zone)}
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

/** Whether there is room for hours side by side. */
function useWide(): boolean {
  return useSyncExternalStore(
    watchWidth,
    () => window.matchMedia(wide).matches,
    () => false,
  );
}

/** The server's time, advancing while the day is shown. */
function useNow(read: number): number {
  const [passed, setPassed] = useState({ read, minutes: 0 });

  // The timer is outside React.
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
