import type { Dashboard } from "~/domain/dashboard/blocks.server";
import { shareText } from "~/domain/performance/performance";
import { CLOCK_STEP_LABELS, clockText, needsCounsel } from "~/domain/refrigerant/leaks/compliance";
import type { UrgentLeaks } from "~/domain/refrigerant/leaks/episodes.server";
import { formatMoney } from "~/domain/shared/money";
import { formatDateRange } from "~/domain/shared/time/date-format";
import type { CivilDate } from "~/domain/shared/time/dates";
import { UNASSIGNED_STATUSES } from "~/domain/work-order-basics/status";
import { MAX_TAB_COUNT } from "~/domain/work-orders/work-order";
import { paths } from "~/paths";
import { countedUp, type FigureProps } from "./figure";

const whole = (count: number) => count.toLocaleString("en-US");

/** Figures for dispatchers, starting with what is overdue. */
export function dispatchFigures({ today, dispatch }: Dashboard): FigureProps[] {
  const waiting = today?.data?.waiting;
  const problems = dispatch?.data?.problems;
  const of = (kind: string) => problems?.filter((problem) => problem.kind === kind).length ?? 0;
  const conflicts = of("conflict");
  const risks = of("at_risk");
  return [
    ...(waiting
      ? [
          {
            title: "Late",
            figure: countedUp(waiting.late, MAX_TAB_COUNT),
            hint: "Should have started",
            to: paths.workOrders({ late: "true" }),
            tone: waiting.late > 0 ? ("bad" as const) : undefined,
          },
        ]
      : []),
    ...(problems
      ? [
          {
            title: "Conflicts",
            figure: whole(conflicts),
            hint: "Today, as booked",
            to: conflicts > 0 ? "#attention" : null,
            tone: conflicts > 0 ? ("bad" as const) : undefined,
          },
          {
            title: "At risk",
            figure: whole(risks),
            hint: "Will start late today",
            to: risks > 0 ? "#attention" : null,
            tone: risks > 0 ? ("warn" as const) : undefined,
          },
        ]
      : []),
    ...(waiting
      ? [
          {
            title: "Unassigned",
            figure: whole(waiting.unassigned),
            hint: "Need a technician",
            to: paths.workOrders({ technicianId: "none", status: UNASSIGNED_STATUSES.join() }),
          },
          {
            title: "Unscheduled",
            figure: whole(waiting.unscheduled),
            hint: "Need a day",
            to: paths.workOrders({ status: "unscheduled" }),
          },
          {
            title: "On hold",
            figure: whole(waiting.onHold),
            hint: "Parts, approval or access",
            to: paths.workOrders({ status: "on_hold" }),
          },
        ]
      : []),
  ];
}

/** Amounts to bill, to be paid and received. */
export function moneyFigures({ today, money }: Dashboard): FigureProps[] {
  const toBill = today?.data?.waiting?.toBill;
  const data = money?.data;
  if (!data) return [];
  return [
    ...(toBill === undefined
      ? []
      : [
          {
            title: "Ready to bill",
            figure: whole(toBill),
            hint: "Completed, no invoice yet",
            to: paths.workOrders({ toBill: "true" }),
          },
        ]),
    {
      title: "Overdue",
      figure: formatMoney(data.overdue.minor),
      hint: `${whole(data.overdue.count)} ${data.overdue.count === 1 ? "invoice" : "invoices"}`,
      to: paths.invoices({ state: "overdue" }),
      tone: data.overdue.count > 0 ? "bad" : undefined,
    },
    {
      title: "Received this week",
      figure: formatMoney(data.received.minor),
      hint: `${whole(data.received.count)} ${data.received.count === 1 ? "payment" : "payments"}, ${formatDateRange(data.received.from, data.received.to)}`,
      to: paths.paymentsReceived({ from: data.received.from, to: data.received.to }),
    },
  ];
}

/** Quality of the work: jobs completed today, and callbacks of the last 30 and 90 days. */
export function qualityFigures({ quality }: Dashboard): FigureProps[] {
  const data = quality?.data;
  if (!data) return [];
  return [
    {
      title: "Completed today",
      figure: whole(data.completedToday),
      hint: "Whenever they were booked",
      to: paths.performanceJobs({ from: data.today, to: data.today }),
    },
    ...data.spans.map(({ days, from, to, firstTimeFix, secondVisits }) => ({
      title: `First-time fix, ${days} days`,
      figure: shareText(firstTimeFix),
      hint: `${whole(secondVisits)} with a second visit`,
      to: paths.performanceJobs({ from, to, only: "second_visit" }),
    })),
    ...data.spans.map(({ days, from, to, jobs, callbackJobs }) => ({
      title: `Callbacks, ${days} days`,
      figure: whole(callbackJobs),
      hint: `Of ${whole(jobs)} completed jobs`,
      to: paths.performanceJobs({ from, to, only: "called_back" }),
    })),
  ];
}

/** Other things due: spoken memos, parts, deadlines, maintenance and the user's own to-dos. */
export function dueFigures({ stock, leaks, maintenance, memos, todos }: Dashboard): FigureProps[] {
  const urgent = leaks?.data ? leaks.data.overdue + leaks.data.soon : 0;
  const due = todos?.data ? todos.data.overdue + todos.data.today : 0;
  return [
    ...(todos?.data
      ? [
          {
            title: "My to-dos",
            figure: countedUp(due, MAX_TAB_COUNT),
            hint: todos.data.overdue > 0 ? `${whole(todos.data.overdue)} overdue` : "Due today",
            to: paths.todos(),
            tone: todos.data.overdue > 0 ? ("bad" as const) : undefined,
          },
        ]
      : []),
    ...(memos?.data && memos.data.toReview > 0
      ? [
          {
            title: "Memos to review",
            figure: countedUp(memos.data.toReview, memos.data.limit),
            hint: "Spoken by technicians no longer on the job",
            to: paths.voiceSessions({ state: "to_review" }),
            tone: "warn" as const,
          },
        ]
      : []),
    ...(stock?.data
      ? [
          {
            title: "To reorder",
            figure: countedUp(stock.data.low, stock.data.limit),
            hint: `${whole(stock.data.out)} with none available`,
            to: paths.stock({ view: "reorder" }),
            tone: stock.data.out > 0 ? ("warn" as const) : undefined,
          },
        ]
      : []),
    ...(maintenance?.data
      ? [
          {
            title: "Maintenance due",
            figure: countedUp(maintenance.data.due, maintenance.data.limit),
            hint: `${whole(maintenance.data.overdue)} overdue, the rest within 30 days`,
            to: paths.maintenanceDue(),
          },
        ]
      : []),
    ...(leaks?.data?.first
      ? [
          {
            title: "Leak deadlines",
            figure: countedUp(urgent, MAX_TAB_COUNT),
            hint: firstDeadline(leaks.data.first, leaks.data.today),
            to: paths.leakDeadlines(),
            tone: leaks.data.overdue > 0 ? ("bad" as const) : undefined,
          },
        ]
      : []),
  ];
}

/** Adds a note to steps whose deadline the regulations leave unclear. */
function firstDeadline({ step, dueOn }: NonNullable<UrgentLeaks["first"]>, today: CivilDate): string {
  const due = clockText({ dueOn, doneOn: null }, today);
  return `${CLOCK_STEP_LABELS[step]}: ${due}${needsCounsel(step) ? " (check with counsel)" : ""}`;
}
