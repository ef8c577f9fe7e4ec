import type { Conflict } from "~/domain/scheduling/conflicts";
import type { Resolution } from "~/domain/scheduling/resolutions";
import {
  type Placement,
  placedFromTray,
  type SchedulerWorkOrder,
  type TrayWorkOrder,
} from "~/domain/scheduling/scheduler";
import type { NotificationChannel } from "~/domain/technicians/arrival-window";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { type ApiAnswer, type ApiRequest, sendToApi } from "~/lib/api-request";
import type { Mutation, Review } from "~/lib/optimistic-queue";
import type { QueueDefinition } from "~/lib/use-optimistic-queue";
import { paths } from "~/paths";

/** A job as it was when picked up. */
export interface DropWorkOrder {
  id: string;
  number: number;
  version: number;
  status: WorkOrderStatus;
  /** Null: unscheduled. */
  at: Placement | null;
}

/** A change of a job's placement, or its removal from the schedule. */
export interface Drop {
  workOrder: DropWorkOrder;
  /** Null: unscheduled. */
  to: Placement | null;
  overrideReason: string | null;
  /** How the customer was notified of the new time; null: not yet. */
  customerNotified: NotificationChannel | null;
  /** Notice about its time if the clocks change that day. */
  notice: string | null;
  /** Another job that is moved to a different start to make room: both change or neither does. */
  displaces: { workOrder: DropWorkOrder; start: number } | null;
  /** Undoes an earlier change, which also restores the status it had; the placement shows the result meanwhile. */
  undoes: { changeId: string; status: WorkOrderStatus } | null;
}

export function newDrop(workOrder: DropWorkOrder, to: Placement | null): Drop {
  return {
    workOrder,
    to,
    overrideReason: null,
    customerNotified: null,
    notice: null,
    displaces: null,
    undoes: null,
  };
}

interface Day {
  jobs: readonly SchedulerWorkOrder[];
  tray: readonly TrayWorkOrder[];
}

/** A work order as changed by another user. */
interface CurrentWorkOrder {
  version: number;
  status: WorkOrderStatus;
  technicianId: string | null;
  helperIds: readonly string[];
  scheduledStart: string | null;
  durationMinutes: number;
}

/** The API's response to a drop; which fields it has depends on the outcome. */
interface DropAnswer {
  version?: number;
  status?: WorkOrderStatus;
  /** Undoes what was saved. */
  changeId?: string | null;
  notice?: string | null;
  message?: string;
  conflicts?: readonly Conflict[];
  resolutions?: readonly Resolution[];
  overridable?: boolean;
  current?: CurrentWorkOrder;
}

/**
 * Guarantee: drops are answered by the API's work order schedule route, whose responses are typed in
 * worker/api/scheduling.ts.
 */
export const dropAnswer = (answer: ApiAnswer | null) => (answer?.body ?? {}) as DropAnswer;

/** How often a drop is retried after another user's unrelated changes. */
const MAX_TRIES = 5;

/** The scheduler's drops that are not included in the loaded data yet. */
export const DROPS: QueueDefinition<Day, Drop> = {
  send: ({ id, change }) => sendToApi(dropRequest(change, id)),
  recordsOf: ({ workOrder, displaces }) => [workOrder.id, ...(displaces ? [displaces.workOrder.id] : [])],
  follow: afterConfirmed,
  review: reviewRefusal,
  apply: applyDrop,
  contains: showsDrop,
};

export function dropRequest(drop: Drop, idempotencyKey: string): ApiRequest {
  const { workOrder, to, overrideReason, customerNotified, displaces, undoes } = drop;
  const given = { ...(overrideReason && { overrideReason }), ...(customerNotified && { customerNotified }) };
  if (undoes) {
    const body = { changeId: undoes.changeId, ...given };
    return { method: "POST", path: paths.apiUndoSchedule(workOrder.id), idempotencyKey, body };
  }
  const path = paths.apiSchedule(workOrder.id, to ? {} : { version: workOrder.version });
  if (!to) return { method: "DELETE", path, idempotencyKey, body: null };
  const [technicianId, ...helperIds] = to.technicianIds;
  const body = {
    version: workOrder.version,
    technicianId,
    helperIds,
    start: new Date(to.start).toISOString(),
    durationMinutes: to.minutes,
    ...given,
    ...(displaces && {
      displaces: {
        workOrderId: displaces.workOrder.id,
        version: displaces.workOrder.version,
        start: new Date(displaces.start).toISOString(),
      },
    }),
  };
  return { method: "PUT", path, idempotencyKey, body };
}

/** The job's version after its drop; if the response was lost, the version found saved on the next attempt. */
export function versionAfter({ workOrder }: Drop, answer: ApiAnswer | null): number {
  const { version, current } = dropAnswer(answer);
  return version ?? current?.version ?? workOrder.version;
}

/** A later drop of the same job continues from the result of the earlier one. */
function afterConfirmed(later: Drop, { change, answer }: { change: Drop; answer: ApiAnswer }): Drop {
  const { displaces } = change;
  const moved = (workOrder: DropWorkOrder): DropWorkOrder => {
    if (workOrder.id === change.workOrder.id)
      return { ...workOrder, version: versionAfter(change, answer), at: change.to };
    if (workOrder.id !== displaces?.workOrder.id) return workOrder;
    const { version, at } = displaces.workOrder;
    return { ...workOrder, version: version + 1, at: at && { ...at, start: displaces.start } };
  };
  return {
    ...later,
    workOrder: moved(later.workOrder),
    displaces: later.displaces && { ...later.displaces, workOrder: moved(later.displaces.workOrder) },
  };
}

/** Determines whether another user's change affects the drop. */
function reviewRefusal({ change, tries }: Mutation<Drop>, answer: ApiAnswer): Review<Drop> {
  const { current } = dropAnswer(answer);
  if (!current) return { kind: "refused" };
  const { workOrder, to } = change;
  const { version, at, movedOn } = whereNow(current);
  if (to && isSamePlacement(at, to)) return { kind: "confirmed" };
  const isAsPickedUp = isSamePlacement(at, workOrder.at) && (!movedOn || at !== null);
  if (!isAsPickedUp || tries >= MAX_TRIES) return { kind: "refused" };
  return { kind: "resend", change: { ...change, workOrder: { ...workOrder, version } } };
}

export interface WhereNow {
  version: number;
  at: Placement | null;
  /** The status's label if it can no longer be scheduled. */
  movedOn: string | null;
}

/** The job's placement after another user's change. */
export function whereNow(current: CurrentWorkOrder): WhereNow {
  const { version, status, technicianId, helperIds, scheduledStart, durationMinutes } = current;
  const isBooked =
    status === "scheduled" || status === "dispatched" || status === "en_route" || status === "in_progress";
  const at =
    isBooked && technicianId && scheduledStart
      ? {
          technicianIds: [technicianId, ...helperIds],
          start: Date.parse(scheduledStart),
          minutes: durationMinutes,
        }
      : null;
  const canBeScheduled =
    status === "scheduled" || status === "dispatched" || status === "unscheduled" || status === "on_hold";
  return { version, at, movedOn: canBeScheduled ? null : STATUS_LABELS[status] };
}

/** The day after the drop; unaffected objects keep their identity. */
export function applyDrop(day: Day, drop: Drop): Day {
  const { workOrder, to, displaces, overrideReason, undoes } = drop;
  const jobs = day.jobs.flatMap((one) => {
    if (one.id === displaces?.workOrder.id) return { ...one, start: displaces.start };
    if (one.id !== workOrder.id || isNewer(one, workOrder)) return one;
    return to ? { ...one, ...to, overrideReason } : [];
  });
  const waiting = to && day.tray.find((one) => one.id === workOrder.id);
  if (!waiting) return { jobs, tray: day.tray };
  const placed = placedFromTray(waiting, to);
  return {
    jobs: [...jobs, undoes ? { ...placed, status: undoes.status } : placed],
    tray: day.tray.filter((one) => one !== waiting),
  };
}

/** It was reloaded since, and is no longer where it was picked up. */
function isNewer(read: SchedulerWorkOrder, workOrder: DropWorkOrder): boolean {
  return read.version > workOrder.version && !isSamePlacement(dropWorkOrder(read).at, workOrder.at);
}

/** Also true if the job is now on another day and therefore in neither list. */
function showsDrop({ jobs, tray }: Day, { change, answer }: Mutation<Drop>): boolean {
  const shown = [...jobs, ...tray].find(({ id }) => id === change.workOrder.id);
  return !shown || (shown.version > change.workOrder.version && shown.version >= versionAfter(change, answer));
}

/**
 * The drop that undoes a saved one; a displaced job is moved back along with it. Null if nothing was saved, because another
 * user had moved the job to the same place.
 */
export function undoOf(drop: Drop, answer: ApiAnswer | null): Drop | null {
  const { changeId, status = drop.to ? "scheduled" : "unscheduled" } = dropAnswer(answer);
  if (!changeId) return null;
  const { workOrder, to, displaces } = drop;
  const back = newDrop({ ...workOrder, version: versionAfter(drop, answer), status, at: to }, workOrder.at);
  const undo: Drop = { ...back, undoes: { changeId, status: workOrder.status } };
  if (!displaces?.workOrder.at) return undo;
  const { workOrder: other, start } = displaces;
  const now: DropWorkOrder = { ...other, version: other.version + 1, at: { ...displaces.workOrder.at, start } };
  return { ...undo, displaces: { workOrder: now, start: displaces.workOrder.at.start } };
}

export function isSamePlacement(a: Placement | null, b: Placement | null): boolean {
  if (!a || !b) return a === b;
  return a.start === b.start && a.minutes === b.minutes && crewKey(a) === crewKey(b);
}

const crewKey = ({ technicianIds: [lead, ...helpers] }: Placement) => [lead, ...helpers.toSorted()].join();

export const dropWorkOrder = ({
  id,
  number,
  version,
  status,
  technicianIds,
  start,
  minutes,
}: SchedulerWorkOrder): DropWorkOrder => ({
  ...{ id, number, version, status },
  at: { technicianIds, start, minutes },
});

export const dropWorkOrderFromTray = ({ id, number, version, status }: TrayWorkOrder): DropWorkOrder => ({
  ...{ id, number, version, status },
  at: null,
});
