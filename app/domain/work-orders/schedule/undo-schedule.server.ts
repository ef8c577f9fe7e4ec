import { and, desc, eq } from "drizzle-orm";
import { type BookingChange, type ReplacedSchedule, workOrderHistory } from "#drizzle/schema/work-orders";
import { type Booking, type BookingRequest, checkBooking } from "~/domain/scheduling/check-booking.server";
import type { Conflict } from "~/domain/scheduling/conflicts";
import type { UndoScheduleChange } from "~/domain/scheduling/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { type AuditEntry, once, type Write } from "~/domain/shared/write.server";
import { sameWindow, WINDOW_OVER, type WindowColumns, windowOf } from "~/domain/technicians/arrival-window";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { boardEvent } from "~/domain/work-orders/board-event";
import { replacedSchedule } from "~/domain/work-orders/internal/replaced-schedule.server";
import { changeStatus } from "~/domain/work-orders/internal/status-change.server";
import { readWorkOrder, unreachableAmong, type WorkOrder } from "~/domain/work-orders/load.server";
import { isDatabaseRefusal, nameOverlap, refusals } from "~/domain/work-orders/refusals.server";
import { reachNotice } from "~/domain/work-orders/work-order";
import { bookable } from "./bookable";
import { RECALLED, releaseCrew } from "./schedule.server";
import { entriesSince, stepsBack } from "./schedule-undo";

interface ScheduleUndone {
  id: string;
  number: number;
  status: WorkOrderStatus;
  version: number;
  /** Null: it is unscheduled again. */
  scheduledStart: string | null;
  scheduledEnd: string | null;
  technicianIds: readonly string[];
  /** A message about the change: it is on a technician's phone again, or no longer. */
  notice: string | null;
  /** Conflicts that do not prevent the booking. */
  warnings: readonly Conflict[];
  /** Undoes the undo. */
  changeId: string | null;
}

/**
 * Undoes a change of a work order's schedule and restores exactly what it replaced: status and hold reason, time, people,
 * promised window, override reason and planned reservations. A job that was moved to make room goes back in the same batch.
 * @throws DomainError not_found; forbidden; conflict if the schedule has changed since, or as in `checkBooking` if the earlier
 *   booking has conflicts by now
 */
export async function undoScheduleChange(ctx: Ctx, ref: string, input: UndoScheduleChange): Promise<ScheduleUndone> {
  const me = allow(ctx, "work_orders.write");
  return once(ctx, "undoScheduleChange", { ref, input }, async (commit) => {
    const plan = await planUndo(ctx, me, { ref, input });
    const { workOrder, change } = plan.own;
    const { id, number } = workOrder;
    const { before, replaced } = change;
    const own = restore(ctx, me, plan.own);
    const other = plan.other && restore(ctx, me, plan.other);
    const isSentOut = workOrder.status === "unscheduled" && replaced.status === "dispatched";
    const reach = isSentOut ? reachNotice(await unreachableAmong(ctx, me, before.technicianIds)) : null;
    const result: ScheduleUndone = {
      ...{ id, number, status: replaced.status, version: own.version, changeId: own.changeId },
      ...{ scheduledStart: before.start, scheduledEnd: before.end, technicianIds: before.technicianIds },
      notice: reach ?? noticeOf(workOrder.status, replaced.status),
      warnings: plan.own.warnings,
    };
    try {
      return await commit(me, {
        // Crews are removed first, because the two jobs may swap times.
        writes: [...(other ? [releaseCrew(ctx, me, id), ...other.writes] : []), ...own.writes],
        audit: [...(other?.audit ?? []), ...own.audit],
        publish: [
          boardEvent(me, replaced.status === workOrder.status ? "changed" : "moved", id),
          ...(plan.other ? [boardEvent(me, "changed", plan.other.workOrder.id)] : []),
        ],
        result,
        refusals,
      });
    } catch (error) {
      if (!isDatabaseRefusal(error)) throw error;
      // Lost a race: report the conflicting job, or that a work order has changed.
      const again = await planUndo(ctx, me, { ref, input });
      if (again.own.request) await nameOverlap(ctx, me, { error, request: again.own.request });
      throw new DomainError("conflict", error.message);
    }
  });
}

function noticeOf(from: WorkOrderStatus, to: WorkOrderStatus): string | null {
  if (from === "unscheduled" && to === "dispatched") return "It is back on the technician's phone.";
  return from === "dispatched" && to === "unscheduled" ? RECALLED : null;
}

type Change = Required<BookingChange> & { id: string; recordedAt: readonly string[] };

/** A work order and what is restored. */
interface Restored {
  workOrder: WorkOrder;
  change: Change;
  /** What the undo itself replaces. */
  replaces: ReplacedSchedule;
  /** Null: it was not booked before. */
  booking: Booking | null;
  request: BookingRequest | null;
  warnings: readonly Conflict[];
  window: WindowColumns;
}

/** Reads the change and checks its undo. @throws DomainError as `undoScheduleChange` */
async function planUndo(ctx: Ctx, me: Member, { ref, input }: { ref: string; input: UndoScheduleChange }) {
  const workOrder = await readWorkOrder(ctx, me, ref);
  const change = changeToUndo(await historyOf(ctx, me, workOrder.id), ({ id }) => id === input.changeId);
  if (!change) throw changedSince(workOrder);
  const pair = change.replaced.displaced ? await displacedBy(ctx, me, change) : null;
  const own = await checked(ctx, me, { workOrder, change, input, together: pair });
  const other = pair && (await movedBack(ctx, me, { ...pair, input: null, together: { workOrder, change } }));
  return { own, other };
}

const changedSince = ({ number }: WorkOrder) =>
  new DomainError(
    "conflict",
    `${formatWorkOrderNumber(number)} has changed since then, so this can't be undone. Move it yourself instead.`,
  );

/** More than a screen's undos, each of which writes up to two entries and undoes up to two. */
const MAX_ENTRIES = 200;

/** Newest first. */
function historyOf(ctx: Ctx, me: Member, workOrderId: string) {
  return ctx.db
    .select({ id: workOrderHistory.id, booking: workOrderHistory.booking, recordedAt: workOrderHistory.recordedAt })
    .from(workOrderHistory)
    .where(and(eq(workOrderHistory.orgId, me.orgId), eq(workOrderHistory.workOrderId, workOrderId)))
    .orderBy(desc(workOrderHistory.id))
    .limit(MAX_ENTRIES);
}

type Entry = Awaited<ReturnType<typeof historyOf>>[number];

/** Null if the schedule has changed since, or was not changed there. */
function changeToUndo(history: readonly Entry[], isIt: (entry: Entry) => boolean): Change | null {
  const entries = history.map((entry) => ({ ...entry, undoes: entry.booking?.replaced?.undoes ?? null }));
  const since = entriesSince(entries, isIt);
  const found = since?.find(isIt);
  const { before, after, replaced } = found?.booking ?? {};
  if (!since || !found || !before || !after || !replaced) return null;
  return { ...{ id: found.id, before, after, replaced }, recordedAt: since.map(({ recordedAt }) => recordedAt) };
}

/** The work order that was moved in the same step. @throws DomainError conflict if it has changed since */
async function displacedBy(ctx: Ctx, me: Member, { replaced, recordedAt }: Change) {
  const workOrder = await readWorkOrder(ctx, me, replaced.displaced ?? "");
  const isFromSameStep = (entry: Entry) => entry.recordedAt === recordedAt.at(-1) && !!entry.booking?.replaced;
  const change = changeToUndo(await historyOf(ctx, me, workOrder.id), isFromSameStep);
  if (!change) throw changedSince(workOrder);
  return { workOrder, change };
}

interface Undoing {
  workOrder: WorkOrder;
  change: Change;
  /** Null for the job that only made room. */
  input: UndoScheduleChange | null;
  /** The other job that is moved back in the same step. */
  together: { workOrder: WorkOrder; change: Change } | null;
}

/** @throws DomainError conflict, as in `checkBooking`, if the earlier booking has conflicts by now */
async function checked(ctx: Ctx, me: Member, { workOrder, change, input, together }: Undoing): Promise<Restored> {
  const { before, replaced } = change;
  const window = windowBefore(workOrder, replaced.window);
  const replaces = await replacedSchedule(ctx, me, workOrder);
  const undone = {
    ...{ workOrder, change, window },
    replaces: { ...replaces, displaced: together && input ? together.workOrder.id : null, undoes: change.id },
  };
  const start = bookedStart(change);
  if (start === null) return { ...undone, booking: null, request: null, warnings: [] };
  const leadId = replaced.technicianId;
  const overrideReason = input?.overrideReason ?? null;
  const request: BookingRequest = {
    // The start is not a new one: it may be in the past by now.
    workOrder: { ...bookable(workOrder), window, scheduledStart: start },
    window: { customerNotified: input?.customerNotified },
    ...{ start, minutes: replaced.durationMinutes, leadId },
    helperIds: before.technicianIds.filter((id) => id !== leadId),
    overrideReason: overrideReason ?? replaced.overrideReason,
    ...(together && { displaced: { id: together.workOrder.id, ...placeOf(together.change) } }),
  };
  const { booking, warnings } = await checkBooking(ctx, me, request);
  // Without a new reason, it may only overlap the jobs for which the earlier one was given.
  const earlier = { overrideReason: replaced.overrideReason, overrideOf: replaced.overrideOf };
  return { ...undone, booking: { ...booking, ...(overrideReason ? {} : earlier) }, request, warnings };
}

/** @throws DomainError conflict that names the job: only the other one's conflicts can be overridden */
async function movedBack(ctx: Ctx, me: Member, undoing: Undoing): Promise<Restored> {
  try {
    return await checked(ctx, me, undoing);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "conflict") throw error;
    const reference = formatWorkOrderNumber(undoing.workOrder.number);
    throw new DomainError("conflict", `${reference}, which made room, can't be moved back. ${error.message}`);
  }
}

const BOOKED: readonly WorkOrderStatus[] = ["scheduled", "dispatched", "en_route", "in_progress"];

/** Null: it was not booked before the change. */
function bookedStart({ before, replaced }: Change): string | null {
  return BOOKED.includes(replaced.status) ? before.start : null;
}

function placeOf(change: Change) {
  const { technicianIds } = change.before;
  return { start: bookedStart(change), technicianIds, minutes: change.replaced.durationMinutes };
}

/** The window promised before. If the customer was notified of another one since, they have to be notified again. */
function windowBefore(now: WindowColumns, before: WindowColumns): WindowColumns {
  if (now.windowNotifiedAt === null || sameWindow(windowOf(now), windowOf(before))) return before;
  const { windowStart, windowEnd } = before;
  return { ...before, ...WINDOW_OVER, windowStart, windowEnd };
}

const UNDONE = "Schedule change undone";

/** The writes that restore the work order, through each status on the way back. */
function restore(ctx: Ctx, me: Member, { workOrder, change, booking, window, replaces }: Restored) {
  const { before, replaced, recordedAt } = change;
  const steps = stepsBack(workOrder.status, replaced.status);
  const at = booking ? 0 : steps.length - 1;
  const given = { holdReason: replaced.holdReason, reason: UNDONE };
  const values = {
    ...{ technicianId: replaced.technicianId, durationMinutes: replaced.durationMinutes, ...window },
    ...{ scheduledStart: before.start, scheduledEnd: before.end },
  };
  const done: { writes: Write[]; audit: AuditEntry[]; changeId: string | null } = {
    ...{ writes: [], audit: [], changeId: null },
  };
  let now: Parameters<typeof changeStatus>[2]["workOrder"] = workOrder;
  for (const [step, to] of steps.entries()) {
    const restored = {
      booking: booking ?? undefined,
      values,
      replaced: replaces,
      undo: { before, replaced, recordedAt },
    };
    const changed = changeStatus(ctx, me, {
      ...{ workOrder: now, to, given, version: now.version },
      ...(step === at && restored),
    });
    done.writes.push(...changed.writes);
    done.audit.push(...changed.audit);
    if (step === at) done.changeId = changed.changeId;
    now = { ...changed.after, technicianId: replaced.technicianId };
  }
  return { ...done, version: now.version };
}
