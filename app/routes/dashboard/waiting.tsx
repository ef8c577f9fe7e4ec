import { Link } from "@remix-run/react";
import { CLOCK_STEP_LABELS, clockText, needsCounsel } from "~/domain/refrigerant/compliance";
import type { UrgentLeaks } from "~/domain/refrigerant/episodes.server";
import type { CivilDate } from "~/domain/shared/dates";
import type { workOrdersToday } from "~/domain/work-orders/today.server";
import { MAX_TAB_COUNT, UNASSIGNED_STATUSES } from "~/domain/work-orders/work-order";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";

type Day = Awaited<ReturnType<typeof workOrdersToday>>;
type Count = Day["waiting"][number];

const labels: Record<Count["status"], { title: string; hint: string }> = {
  unscheduled: { title: "Unscheduled", hint: "Need a day and a technician" },
  on_hold: { title: "On hold", hint: "Waiting for parts, approval or access" },
  completed: { title: "Completed", hint: "Work is done, not closed yet" },
};

/** No count reads further than this. */
const countedUp = (count: number) => (count >= MAX_TAB_COUNT ? `${MAX_TAB_COUNT - 1}+` : String(count));

type WaitingProps = Pick<Day, "waiting" | "late" | "unassigned"> & {
  /** Null for one who does not look after equipment. */
  leaks: UrgentLeaks | null;
};

/** What waits for the office whatever the day, what is overdue first; each number leads to its jobs. */
export function Waiting({ waiting, late, unassigned, leaks }: WaitingProps) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      <Figure
        title="Late"
        hint="Should have started"
        figure={countedUp(late)}
        to={paths.workOrders({ late: "true" })}
        isBad={late > 0}
      />
      <Figure
        title="Unassigned"
        hint="Need a technician"
        figure={countedUp(unassigned)}
        to={paths.workOrders({ technicianId: "none", status: UNASSIGNED_STATUSES.join() })}
      />
      {waiting.map(({ status, count }) => (
        <Figure
          key={status}
          {...labels[status]}
          figure={count.toLocaleString("en-US")}
          to={paths.workOrders({ status })}
        />
      ))}
      {leaks?.first && (
        <Figure
          title="Leak deadlines"
          hint={firstDeadline(leaks.first, leaks.today)}
          figure={countedUp(leaks.overdue + leaks.soon)}
          to={paths.leakDeadlines()}
          isBad={leaks.overdue > 0}
        />
      )}
    </ul>
  );
}

function firstDeadline({ step, dueOn }: NonNullable<UrgentLeaks["first"]>, today: CivilDate): string {
  const due = clockText({ dueOn, doneOn: null }, today);
  return `${CLOCK_STEP_LABELS[step]}: ${due}${needsCounsel(step) ? " (check with counsel)" : ""}`;
}

type FigureProps = { title: string; hint: string; figure: string; to: string; isBad?: boolean };

function Figure({ title, hint, figure, to, isBad = false }: FigureProps) {
  return (
    <li>
      <Link
        to={to}
        className="block h-full rounded-md border border-border bg-card p-4 hover:border-input hover:bg-muted"
      >
        <span className="block text-muted-foreground text-sm">{title}</span>
        <span className={cn("mt-1 block font-semibold text-xl tabular", isBad && "text-bad")}>{figure}</span>
        <span className="mt-1 block text-muted-foreground text-sm">{hint}</span>
      </Link>
    </li>
  );
}
