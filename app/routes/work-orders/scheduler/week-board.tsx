import { useMemo } from "react";
import { partsByTechnician, type SchedulerJob, schedulable } from "~/domain/scheduling/scheduler";
import { formatDate } from "~/domain/shared/date-format";
import { lanesOn } from "~/domain/technicians/calendar";
import { cn } from "~/lib/utils";
import type { DayFeedback } from "./drop-feedback";
import { JobChip } from "./job-chip";
import { LANES, type Problem, type SchedulerScreen } from "./view";

interface WeekBoardProps {
  data: SchedulerScreen;
  jobs: readonly SchedulerJob[];
  feedback: DayFeedback | null;
  current: string | null;
}

const NO_PROBLEMS: readonly Problem[] = [];

/** Technicians by days. A job dragged to another day keeps its time. */
export function WeekBoard({ data, jobs, feedback, current }: WeekBoardProps) {
  const { dates, zone, technicians, today, mayPlan } = data;
  const days = useMemo(() => {
    const team = data.technicians.map((one) => schedulable(one, data));
    return dates.map((date) => ({
      date,
      lanes: lanesOn(date, team),
      parts: partsByTechnician(jobs, date, zone),
    }));
  }, [data, dates, jobs, zone]);
  return (
    <section
      data-scroller=""
      aria-label="Week"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a week without jobs has nothing else by which keys could scroll it
      tabIndex={0}
      className="min-h-0 grow overflow-auto overscroll-contain"
    >
      <div data-drop-area={LANES}>
        <table className="w-full border-collapse max-sm:block">
          <thead className="max-sm:hidden">
            <tr>
              <th scope="col" className="sticky top-0 left-0 z-20 w-48 bg-background text-left">
                <span className="sr-only">Technician</span>
              </th>
              {dates.map((date) => (
                <th
                  key={date}
                  scope="col"
                  aria-current={date === today ? "date" : undefined}
                  className="sticky top-0 z-10 min-w-40 bg-background p-2 text-left font-medium text-sm aria-[current]:text-link"
                >
                  {formatDate(date)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {technicians.map(({ id, name }, index) => (
              <tr
                key={id}
                data-row=""
                className={cn("border-border border-t max-sm:block", id !== current && "max-sm:hidden")}
              >
                <th
                  scope="row"
                  className="sticky left-0 z-10 bg-background p-2 pl-3 text-left align-top font-medium text-sm max-sm:hidden"
                >
                  {name}
                </th>
                {days.map(({ date, lanes, parts }) => {
                  const own = parts.get(id) ?? [];
                  const note = lanes[index]?.note ?? null;
                  return (
                    <td
                      key={date}
                      data-lane={id}
                      data-date={date}
                      className={cn(
                        "border-border p-1 align-top data-over:bg-link-soft max-sm:block sm:border-l",
                        note && "bg-muted",
                      )}
                    >
                      <p className="p-1 font-medium text-sm sm:hidden">{formatDate(date)}</p>
                      {note && <p className="px-1 text-muted-foreground text-xs">{note}</p>}
                      <ol aria-label={`Jobs of ${name}`} className="flex flex-col gap-1">
                        {own.map((part) => (
                          <JobChip
                            key={part.job.id}
                            part={{ ...part, row: 0 }}
                            technicianId={id}
                            zone={zone}
                            axis={null}
                            problems={feedback?.lanes.get(id)?.problems.get(part.job.id) ?? NO_PROBLEMS}
                            mayPlan={mayPlan}
                          />
                        ))}
                      </ol>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
