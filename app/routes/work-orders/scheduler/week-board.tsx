import { Fragment, memo, useMemo } from "react";
import { Button } from "~/components/ui/button";
import { ChevronDown, ChevronRight, Siren, TriangleAlert } from "~/components/ui/icons";
import { type LaneGrouping, laneGroup } from "~/domain/scheduling/lane-groups";
import { type LanePart, partsByTechnician, type SchedulerWorkOrder, schedulable } from "~/domain/scheduling/scheduler";
import { tradeOf } from "~/domain/scheduling/trade";
import { formatDate } from "~/domain/shared/time/date-format";
import { type Lane, lanesOn } from "~/domain/technicians/calendar";
import { isOver } from "~/domain/work-order-basics/status";
import { cn } from "~/lib/utils";
import type { DayFeedback } from "./drop-feedback";
import { canMove, timeLabel, workOrderCount, workOrderLabel } from "./labels";
import { HOW_TO_DRAG_ID, LANES, type Problem, type SchedulerScreen, workOrderElementId } from "./scheduler-context";
import { WorkOrderLink } from "./work-order-chip";

/** Technicians whose jobs are listed individually when there are many; the other rows show only counts. */
export type OpenRows = ReadonlySet<string> | "all";

interface WeekBoardProps {
  data: SchedulerScreen;
  jobs: readonly SchedulerWorkOrder[];
  feedback: DayFeedback | null;
  current: string | null;
  grouping: LaneGrouping;
  openRows: OpenRows;
  onOpenRows: (rows: OpenRows) => void;
  /** Search results; their rows are expanded. */
  found: ReadonlySet<string> | null;
}

const NO_PROBLEMS: readonly Problem[] = [];

/** With this many technicians, each has a single line until expanded. */
const MANY = 12;

/** Technicians by day. A job dragged to another day keeps its time. */
export function WeekBoard({ data, jobs, feedback, current, grouping, openRows, onOpenRows, found }: WeekBoardProps) {
  const { dates, zone, technicians, today, mayPlan } = data;
  const days = useMemo(() => {
    const team = data.technicians.map((one) => schedulable(one, data));
    return dates.map((date) => ({ date, lanes: lanesOn(date, team), parts: partsByTechnician(jobs, date, zone) }));
  }, [data, dates, jobs, zone]);
  const canFold = technicians.length >= MANY;
  const isOpen = (id: string) =>
    !canFold ||
    openRows === "all" ||
    openRows.has(id) ||
    (found !== null && days.some(({ parts }) => parts.get(id)?.some(({ workOrder }) => found.has(workOrder.id))));
  const toggle = (id: string) => {
    const open = new Set(openRows === "all" ? technicians.map((one) => one.id) : openRows);
    if (!open.delete(id)) open.add(id);
    onOpenRows(open);
  };
  return (
    <section
      data-scroller=""
      aria-label="Week"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a week without jobs has nothing else to focus for scrolling
      tabIndex={0}
      data-clears-toasts
      className="min-h-0 grow overflow-auto overscroll-contain"
    >
      <div data-drop-area={LANES}>
        <table className="w-full border-collapse max-sm:block sm:min-w-[58rem] sm:table-fixed">
          <thead className="max-sm:hidden">
            <tr>
              <th scope="col" className="sticky top-0 left-0 z-20 w-40 bg-background px-1 text-left">
                <span className="sr-only">Technician</span>
                {canFold && (
                  <Button variant="ghost" size="sm" onClick={() => onOpenRows(openRows === "all" ? new Set() : "all")}>
                    {openRows === "all" ? "Collapse all" : "Expand all"}
                  </Button>
                )}
              </th>
              {days.map(({ date, parts }) => (
                <th
                  key={date}
                  scope="col"
                  aria-current={date === today ? "date" : undefined}
                  className="sticky top-0 z-10 bg-background p-2 text-left font-medium text-sm aria-[current]:text-link"
                >
                  {formatDate(date)}
                  <span className="block font-normal text-muted-foreground text-xs tabular">
                    {workOrderCount(countOf(parts))}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {technicians.map((technician, index) => {
              const { id, name } = technician;
              const open = isOpen(id);
              const group = laneGroup(technician, grouping);
              const before = technicians[index - 1];
              const isFirst = group !== null && (!before || laneGroup(before, grouping) !== group);
              return (
                <Fragment key={id}>
                  {isFirst && (
                    <tr className="border-border border-t bg-card max-sm:hidden">
                      <th
                        scope="rowgroup"
                        colSpan={dates.length + 1}
                        className="h-7 px-3 text-left font-semibold text-muted-foreground text-xs"
                      >
                        <span className="sticky left-3">{group}</span>
                      </th>
                    </tr>
                  )}
                  <tr
                    data-row=""
                    className={cn("border-border border-t max-sm:block", id !== current && "max-sm:hidden")}
                  >
                    <th
                      scope="row"
                      className="sticky left-0 z-10 bg-background px-1 py-0.5 text-left align-top font-medium text-sm max-sm:hidden"
                    >
                      {canFold ? (
                        <button
                          type="button"
                          aria-expanded={open}
                          className="flex min-h-7 w-full items-center gap-1 rounded-sm px-1 hover:bg-muted touch:min-h-10"
                          onClick={() => toggle(id)}
                        >
                          {open ? (
                            <ChevronDown className="size-4 shrink-0" />
                          ) : (
                            <ChevronRight className="size-4 shrink-0" />
                          )}
                          <span className="truncate">{name}</span>
                        </button>
                      ) : (
                        <span className="block truncate px-2 py-1">{name}</span>
                      )}
                    </th>
                    {days.map(({ date, lanes, parts }) => (
                      <DayCell
                        key={date}
                        {...{ date, name, zone, mayPlan }}
                        technicianId={id}
                        lane={lanes[index]}
                        parts={parts.get(id)}
                        isOpen={open}
                        problems={feedback?.lanes.get(id)?.problems}
                      />
                    ))}
                  </tr>
                </Fragment>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const countOf = (parts: ReadonlyMap<string, readonly LanePart[]>) =>
  new Set([...parts.values()].flatMap((own) => own.map(({ workOrder }) => workOrder.id))).size;

interface DayCellProps {
  date: string;
  technicianId: string;
  name: string;
  zone: string;
  mayPlan: boolean;
  lane: Lane | undefined;
  parts: readonly LanePart[] | undefined;
  isOpen: boolean;
  problems: ReadonlyMap<string, readonly Problem[]> | undefined;
}

const NO_PARTS: readonly LanePart[] = [];

/** One technician's day: its jobs listed, or their number and total duration. */
function DayCell({ date, technicianId, name, zone, mayPlan, lane, parts = NO_PARTS, isOpen, problems }: DayCellProps) {
  const note = lane?.note ?? null;
  return (
    <td
      data-lane={technicianId}
      data-date={date}
      className={cn(
        "border-border px-1 py-0.5 align-top data-over:bg-link-soft max-sm:block sm:border-l",
        lane?.isAway && "bg-muted",
      )}
    >
      <p className="p-1 font-medium text-sm sm:hidden">{formatDate(date)}</p>
      {note && (
        <p title={note} className="truncate px-1 text-muted-foreground text-xs">
          {note}
        </p>
      )}
      {parts.length > 0 && !isOpen && (
        <p className="flex min-h-7 items-center gap-1 px-1 text-xs tabular max-sm:hidden">
          <span className="font-medium">{workOrderCount(parts.length)}</span>
          <span className="text-muted-foreground">{hoursOf(parts)}</span>
          <Marks parts={parts} problems={problems} />
        </p>
      )}
      <ol aria-label={`Jobs of ${name}`} className={cn("flex flex-col gap-0.5 max-sm:gap-2", !isOpen && "sm:hidden")}>
        {parts.map(({ workOrder }) => (
          <WeekChip
            key={workOrder.id}
            {...{ workOrder, technicianId, zone, mayPlan }}
            problems={problems?.get(workOrder.id) ?? NO_PROBLEMS}
          />
        ))}
      </ol>
    </td>
  );
}

/** "5.5 hr". */
function hoursOf(parts: readonly LanePart[]): string {
  const minutes = parts.reduce((sum, { from, to }) => sum + to - from, 0);
  return `${Math.round(minutes / 6) / 10} hr`;
}

function Marks({ parts, problems }: Pick<DayCellProps, "problems"> & { parts: readonly LanePart[] }) {
  const isUrgent = parts.some(({ workOrder }) => workOrder.priority === "emergency");
  const isConflict = parts.some(({ workOrder }) =>
    problems?.get(workOrder.id)?.some(({ kind }) => kind === "conflict"),
  );
  return (
    <>
      {isUrgent && <Siren role="img" aria-label="Emergency" className="size-3.5 text-bad" />}
      {isConflict && <TriangleAlert role="img" aria-label="Conflict" className="size-3.5 text-bad" />}
    </>
  );
}

interface WeekChipProps {
  workOrder: SchedulerWorkOrder;
  technicianId: string;
  zone: string;
  problems: readonly Problem[];
  mayPlan: boolean;
}

/** One line per job: time and customer; on phones, the title as well. */
const WeekChip = memo(function WeekChip({ workOrder, technicianId, zone, problems, mayPlan }: WeekChipProps) {
  const over = isOver(workOrder.status);
  const isConflict = problems.some(({ kind }) => kind === "conflict");
  const trade = over ? null : tradeOf(workOrder.title, workOrder.demands?.skills ?? []);
  const label = workOrderLabel(workOrder, zone);
  return (
    <li
      id={workOrderElementId(workOrder.id, technicianId)}
      data-job={workOrder.id}
      data-movable={(mayPlan && canMove(workOrder.status)) || undefined}
      className={cn(
        "select-none rounded-sm border border-border bg-card text-xs [-webkit-touch-callout:none]",
        "hover:border-input data-dragging:opacity-40",
        trade === "heat" && "bg-heat-soft",
        trade === "cool" && "bg-cool-soft",
        isConflict && "border-bad bg-bad-soft",
        over && "text-muted-foreground",
      )}
    >
      <WorkOrderLink
        number={workOrder.number}
        title={label}
        aria-label={`${label}${problems.map(({ message }) => `. ${message}`).join("")}`}
        aria-describedby={mayPlan ? HOW_TO_DRAG_ID : undefined}
        className="block truncate px-1 py-0.5 outline-offset-[-2px] touch:py-2"
      >
        {workOrder.priority === "emergency" && <Siren aria-hidden="true" className="mr-1 inline size-3 text-bad" />}
        {isConflict && <TriangleAlert aria-hidden="true" className="mr-1 inline size-3 text-bad" />}
        <span className="tabular">{timeLabel(workOrder.start, workOrder.zone, zone)}</span>{" "}
        <span className="font-medium">{workOrder.shortName}</span>
        <span className="text-muted-foreground sm:hidden">{` · ${workOrder.title}`}</span>
      </WorkOrderLink>
    </li>
  );
});
