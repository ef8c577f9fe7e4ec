import { driveLabel, knownDrives } from "~/domain/drives/drive-time";
import { jobsAtRisk, type WorkOrderAtRisk } from "~/domain/scheduling/at-risk";
import { type Conflict, findConflicts, workOrderConflicts } from "~/domain/scheduling/conflicts";
import { type Placement, plannedOf, type SchedulerWorkOrder, schedulable } from "~/domain/scheduling/scheduler";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { startOfDay } from "~/domain/shared/time/time-zones";
import {
  blocksCalendar,
  type Plan,
  type PlannedWorkOrder,
  planOf,
  type SchedulableTechnician,
} from "~/domain/technicians/calendar";
import type { DrawnDrive, Problem, SchedulerScreen } from "./scheduler-context";

/** Problems and drives shown for one technician's day. */
export interface LaneFeedback {
  key: string;
  /** Keyed by work order. */
  problems: ReadonlyMap<string, readonly Problem[]>;
  drives: readonly DrawnDrive[];
}

export interface DayFeedback {
  lanes: ReadonlyMap<string, LaneFeedback>;
  /** Conflicts the job would have with that placement. */
  conflictsAt: (workOrder: SchedulerWorkOrder, placement: Placement) => readonly Conflict[];
}

type Facts = Pick<SchedulerScreen, "technicians" | "holidays" | "zone" | "date" | "view" | "now" | "today" | "drives">;

const PROBLEM_KINDS: Record<Conflict["severity"], Problem["kind"]> = {
  blocked: "conflict",
  override: "conflict",
  warning: "warning",
};

/** Checks a day lane by lane with the server's own rules; unchanged lanes reuse their feedback. */
export function checkDay(facts: Facts, jobs: readonly SchedulerWorkOrder[], before: DayFeedback | null): DayFeedback {
  const { technicians, zone } = facts;
  const team = technicians.map((one) => schedulable(one, facts));
  const byId = new Map(jobs.map((workOrder) => [workOrder.id, workOrder]));
  const plan = planOf(
    jobs.map((workOrder) => plannedOf(workOrder, zone)),
    knownDrives(facts.drives),
  );
  const lanes = team.map((technician): [string, LaneFeedback] => {
    const own = plan.days.get(technician.id) ?? [];
    const key = JSON.stringify([
      facts.date,
      facts.drives.length,
      technician,
      own.map(({ id, start, minutes, status, technicianIds }) => [
        id,
        start,
        minutes,
        status,
        technicianIds,
        byId.get(id)?.overrideReason,
      ]),
    ]);
    const known = before?.lanes.get(technician.id);
    return [technician.id, known?.key === key ? known : { key, ...checkLane(technician, own, { facts, plan, byId }) }];
  });
  return {
    lanes: new Map(lanes),
    conflictsAt: (workOrder, placement) =>
      workOrderConflicts({ ...plannedOf({ ...workOrder, ...placement }, zone), status: "scheduled" }, team, plan),
  };
}

type Known = { facts: Facts; plan: Plan; byId: ReadonlyMap<string, SchedulerWorkOrder> };

function checkLane(technician: SchedulableTechnician, own: readonly PlannedWorkOrder[], { facts, plan, byId }: Known) {
  const problems = new Map<string, Problem[]>();
  const add = (id: string, problem: Problem) => problems.set(id, [...(problems.get(id) ?? []), problem]);
  for (const workOrder of own) {
    if (workOrder.status === "completed" || workOrder.status === "closed") continue;
    for (const { severity, kind, message } of findConflicts(workOrder, technician, plan)) {
      const overrideReason = byId.get(workOrder.id)?.overrideReason;
      add(workOrder.id, {
        kind: overrideReason ? "warning" : PROBLEM_KINDS[severity],
        code: kind,
        message: overrideReason ? `${message} Override reason: ${overrideReason}.` : message,
      });
    }
  }
  for (const risk of risksOf(own, { facts, plan, byId })) {
    add(risk.workOrderId, { kind: "risk", code: risk.missesWindow ? "arrival_window" : "late", message: risk.message });
  }
  return { problems, drives: facts.view === "day" ? drivesOf(own, { facts, plan, byId }) : [] };
}

function risksOf(own: readonly PlannedWorkOrder[], { facts, plan, byId }: Known): WorkOrderAtRisk[] {
  if (facts.date !== facts.today || facts.view !== "day") return [];
  const midnight = startOfDay(facts.today, facts.zone);
  const todays = own.filter(
    (workOrder) => workOrder.start >= midnight && workOrder.status !== "completed" && workOrder.status !== "closed",
  );
  const running = todays.map((workOrder) => {
    const { startedAt = null, finishedAt = null } = byId.get(workOrder.id) ?? {};
    return {
      ...workOrder,
      startedAt: workOrder.status === "in_progress" ? (startedAt ?? workOrder.start) : null,
      finishedAt,
    };
  });
  return jobsAtRisk(running, facts.now, plan.drive);
}

function drivesOf(own: readonly PlannedWorkOrder[], { facts: { date, zone }, plan }: Known): DrawnDrive[] {
  const midnight = startOfDay(date, zone);
  const booked = own.filter(blocksCalendar);
  return booked.flatMap((workOrder, index): DrawnDrive[] => {
    const before = booked[index - 1];
    if (!before || workOrder.start < midnight) return [];
    const drive = plan.drive(before.place, workOrder.place);
    if (drive.basis === "same_address") return [];
    const gap = (workOrder.start - before.start) / MINUTE_MS - before.minutes;
    const to = (workOrder.start - midnight) / MINUTE_MS;
    const isShort = drive.minutes !== null && drive.minutes > gap;
    const length = drive.minutes === null ? Math.min(gap, 20) : Math.min(drive.minutes, Math.max(gap, 0));
    if (length <= 0 && !isShort) return [];
    return [
      {
        from: to - Math.max(length, 0),
        to,
        workOrderId: workOrder.id,
        fromId: before.id,
        label: driveLabel(drive),
        minutes: drive.minutes,
        isShort,
      },
    ];
  });
}
