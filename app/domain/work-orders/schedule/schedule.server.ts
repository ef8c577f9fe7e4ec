import { and, eq } from "drizzle-orm";
import { appointmentTechnicians, type ReplacedSchedule } from "#drizzle/schema/work-orders";
import { type CheckedBooking, checkBooking, checkDisplaced, siteOf } from "~/domain/scheduling/check-booking.server";
import { type Conflict, underWayRefusal } from "~/domain/scheduling/conflicts";
import { readDayPlan } from "~/domain/scheduling/day.server";
import { type ScheduleWorkOrder, SlotQuery } from "~/domain/scheduling/schema";
import { EMERGENCY_RESERVE, suggestSlots } from "~/domain/scheduling/slots";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import { allow, can } from "~/domain/shared/permissions";
import { clockChangeNotice } from "~/domain/shared/time/date-format";
import { addDays } from "~/domain/shared/time/dates";
import { instantOf, startOfDay, todayOf } from "~/domain/shared/time/time-zones";
import { type AuditEntry, once, type Write } from "~/domain/shared/write.server";
import { intervalOf, windowColumnsOf, windowOf } from "~/domain/technicians/arrival-window";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { boardEvent } from "~/domain/work-orders/board-event";
import { replacedSchedule } from "~/domain/work-orders/internal/replaced-schedule.server";
import { changeStatus } from "~/domain/work-orders/internal/status-change.server";
import {
  actorRoles,
  customerOf,
  latestAppointment,
  noticeAbout,
  readStoredWorkOrder,
  readWorkOrder,
  siteAddressOf,
  unreachableAmong,
  type WorkOrder,
} from "~/domain/work-orders/load.server";
import { isDatabaseRefusal, nameOverlap, refusals, stale } from "~/domain/work-orders/refusals.server";
import { allowedTransitions, scheduleLocked } from "~/domain/work-orders/transitions";
import { reachNotice } from "~/domain/work-orders/work-order";
import { bookable } from "./bookable";

interface Scheduled {
  id: string;
  number: number;
  status: WorkOrderStatus;
  version: number;
  scheduledStart: string;
  scheduledEnd: string;
  technicianIds: readonly string[];
  /** A message about the booking: the clocks skip the time or show it twice; a technician has not accepted the invitation. */
  notice: string | null;
  /** Conflicts that do not prevent the booking. */
  warnings: readonly Conflict[];
  /** Undoes the change; null if status, time and people are unchanged. */
  changeId: string | null;
}

/**
 * Books, moves, reassigns or resizes a work order with its helpers, or changes nothing.
 * @throws DomainError not_found; forbidden; invalid with the field; conflict with `{ current }` for a stale version, as
 *   in `checkBooking` if the booking has conflicts
 */
export async function scheduleWorkOrder(ctx: Ctx, ref: string, input: ScheduleWorkOrder): Promise<Scheduled> {
  const me = allow(ctx, "work_orders.write");
  return once(ctx, "scheduleWorkOrder", { ref, input }, async (commit) => {
    const [workOrder, other] = await Promise.all([readWorkOrder(ctx, me, ref), displaced(ctx, me, input.displaces)]);
    const { id, number, version } = workOrder;
    if (version !== input.version) throw stale(workOrder);
    const status = statusOnceBooked(me, workOrder);
    const [[site], replaced, otherReplaced] = await Promise.all([
      siteOf(ctx, me, workOrder.siteAddressId),
      replacedSchedule(ctx, me, workOrder),
      other && replacedSchedule(ctx, me, other),
    ]);
    const { request, notice } = requestOf(workOrder, { input, zone: site?.timeZone ?? me.timeZone });
    const checked = await checkBooking(ctx, me, request);
    const { booking, warnings } = checked;
    const room =
      other && otherReplaced && input.displaces
        ? displace(ctx, me, { other, replaced: otherReplaced, start: input.displaces.start, id, checked })
        : null;
    const { writes, audit, changeId } = changeStatus(ctx, me, {
      ...{ workOrder, to: status, booking, version },
      replaced: { ...replaced, displaced: other?.id ?? null },
    });
    const people = [booking.leadId, ...booking.helperIds];
    const reach = status === "dispatched" ? reachNotice(await unreachableAmong(ctx, me, people)) : null;
    const result: Scheduled = {
      ...{ id, number, status, version: version + 1, warnings, changeId },
      notice: [notice, reach].filter(Boolean).join(" ") || null,
      scheduledStart: booking.start,
      scheduledEnd: booking.end,
      technicianIds: [...(booking.leadId ? [booking.leadId] : []), ...booking.helperIds],
    };
    try {
      return await commit(me, {
        writes: [...(room?.writes ?? []), ...writes],
        audit: [...(room?.audit ?? []), ...audit],
        publish: [
          boardEvent(me, status === workOrder.status ? "changed" : "moved", id),
          ...(other ? [boardEvent(me, "changed", other.id)] : []),
        ],
        result,
        refusals,
      });
    } catch (error) {
      if (!isDatabaseRefusal(error)) throw error;
      // Lost a race: report the conflicting job, or that a work order has changed.
      await displaced(ctx, me, input.displaces);
      const current = await readWorkOrder(ctx, me, id);
      if (current.version !== version) throw stale(current);
      await checkBooking(ctx, me, request);
      await nameOverlap(ctx, me, { error, request });
      throw new DomainError("conflict", error.message);
    }
  });
}

/** Returns the status of a work order once it is booked. @throws DomainError conflict for a finished one */
function statusOnceBooked(me: Member, { status, crew }: WorkOrder): WorkOrderStatus {
  switch (status) {
    case "unscheduled":
    case "on_hold":
      return "scheduled";
    case "scheduled":
    case "dispatched":
    case "en_route":
    case "in_progress":
      return status;
    case "completed":
    case "closed":
    case "cancelled":
      throw new DomainError("conflict", scheduleLocked(status), {
        details: { from: status, to: "scheduled", allowed: allowedTransitions(status, actorRoles(me, crew)) },
      });
  }
}

/** Returns the requested booking; omitted fields keep their values. @throws DomainError invalid with the field */
function requestOf(workOrder: WorkOrder, { input, zone }: { input: ScheduleWorkOrder; zone: string }) {
  const { instant, notice } = startOf(workOrder, input, zone);
  const leadId = input.technicianId ?? workOrder.technicianId;
  if (!leadId) throw invalidField("technicianId", "Choose a technician");
  const was = { start: Date.parse(workOrder.scheduledStart ?? ""), leadId: workOrder.technicianId };
  const refusal = underWayRefusal(workOrder.status, was, { start: instant, leadId });
  if (refusal) throw new DomainError("conflict", refusal);
  const request = {
    workOrder: bookable(workOrder),
    start: new Date(instant).toISOString(),
    minutes: input.durationMinutes ?? workOrder.durationMinutes,
    leadId,
    helperIds: input.helperIds ?? workOrder.helperIds,
    overrideReason: input.overrideReason ?? null,
    window: { arrivalWindow: input.arrivalWindow, customerNotified: input.customerNotified },
    ...(input.displaces && { displaced: { id: input.displaces.workOrderId, start: input.displaces.start } }),
  };
  return { request, notice };
}

function startOf({ scheduledStart }: WorkOrder, input: ScheduleWorkOrder, zone: string) {
  const { start, startDate: date, startTime: time, occurrence } = input;
  if (start) return { instant: Date.parse(start), notice: null };
  if (!date && !time && scheduledStart) return { instant: Date.parse(scheduledStart), notice: null };
  if (!date) throw invalidField("startDate", "Choose the day");
  if (!time) throw invalidField("startTime", "Choose the time");
  const found = instantOf({ date, time }, zone);
  if (found.kind === "overlap" && occurrence === "second") return { instant: found.second, notice: null };
  return { instant: found.instant, notice: clockChangeNotice(found) };
}

/** Returns the work order to displace, if any. @throws DomainError not_found; conflict if it has changed since it was shown */
async function displaced(ctx: Ctx, me: Member, input: ScheduleWorkOrder["displaces"]): Promise<WorkOrder | null> {
  if (!input) return null;
  const other = await readWorkOrder(ctx, me, input.workOrderId);
  if (other.version === input.version && (other.status === "scheduled" || other.status === "dispatched")) return other;
  throw changedMeanwhile(other);
}

const changedMeanwhile = ({ number }: WorkOrder) =>
  new DomainError(
    "conflict",
    `${formatWorkOrderNumber(number)}, which had to move to make room, was just changed. Nothing was moved.`,
  );

type Room = { other: WorkOrder; replaced: ReplacedSchedule; start: string; id: string; checked: CheckedBooking };

/**
 * Moves the displaced job to its new time. Its people are released first so that the two jobs can swap times.
 * @throws DomainError conflict if the new time has conflicts
 */
function displace(
  ctx: Ctx,
  me: Member,
  { other, replaced, start, id, checked }: Room,
): { writes: Write[]; audit: AuditEntry[] } {
  const { technicianId: leadId, helperIds, version, status } = other;
  const slot = { id: other.id, start, leadId, helperIds, window: windowColumnsOf(other) };
  const booking = checked.judged && leadId && checkDisplaced(checked.judged, slot);
  if (!booking) throw changedMeanwhile(other);
  const { writes, audit } = changeStatus(ctx, me, { workOrder: other, to: status, booking, version, replaced });
  return { writes: [releaseCrew(ctx, me, id), ...writes], audit };
}

/** Frees the crew of the booked appointment, for a job that takes its time in the same batch. */
export function releaseCrew(ctx: Ctx, me: Member, id: string): Write {
  const booked = latestAppointment(me, id, ["booked"]);
  return ctx.db
    .delete(appointmentTechnicians)
    .where(and(eq(appointmentTechnicians.orgId, me.orgId), eq(appointmentTechnicians.appointmentId, booked)));
}

interface Unscheduled {
  id: string;
  version: number;
  /** A message about the change: the job had been sent to a technician's phone. */
  notice: string | null;
  /** Undoes the change; null if it was unscheduled already. */
  changeId: string | null;
}

/**
 * Removes a work order from the schedule. A dispatched one is recalled first, in the same batch, as two consecutive
 * changes. An unscheduled one stays unchanged.
 * @throws DomainError not_found; forbidden; conflict with `{ current }` for a stale version; conflict if the technician
 *   is already en route
 */
export async function unscheduleWorkOrder(ctx: Ctx, ref: string, input: { version?: number }): Promise<Unscheduled> {
  const me = allow(ctx, "work_orders.write");
  return once(ctx, "unscheduleWorkOrder", { ref, input }, async (commit) => {
    const workOrder = await readWorkOrder(ctx, me, ref);
    const { id, status, version } = workOrder;
    if (status === "unscheduled") return { id, version, notice: null, changeId: null };
    if (input.version !== undefined && input.version !== version) throw stale(workOrder);
    if (status !== "scheduled" && status !== "dispatched" && status !== "on_hold") throw hasSetOut(me, workOrder);
    const sentOut = status === "dispatched";
    const calledBack = sentOut ? changeStatus(ctx, me, { workOrder, to: "scheduled", version }) : null;
    const from = { ...workOrder, ...calledBack?.after };
    const replaced = await replacedSchedule(ctx, me, workOrder);
    const given = changeStatus(ctx, me, { workOrder: from, to: "unscheduled", version: from.version, replaced });
    try {
      return await commit(me, {
        writes: [...(calledBack?.writes ?? []), ...given.writes],
        audit: [...(calledBack?.audit ?? []), ...given.audit],
        publish: [boardEvent(me, "moved", id)],
        result: {
          id,
          version: given.after.version,
          changeId: given.changeId,
          notice: [sentOut && RECALLED, noticeAbout(workOrder, "unscheduled")].filter(Boolean).join(" ") || null,
        },
        refusals,
      });
    } catch (error) {
      throw isDatabaseRefusal(error) ? stale(await readWorkOrder(ctx, me, id)) : error;
    }
  });
}

export const RECALLED = "It was dispatched and has been removed from the technician's phone.";

function hasSetOut(me: Member, { number, status, crew }: WorkOrder): DomainError {
  const message = `${formatWorkOrderNumber(number)} is ${STATUS_LABELS[status]}. Only scheduled and dispatched jobs can be unscheduled.`;
  return new DomainError("conflict", message, {
    details: { from: status, to: "unscheduled", allowed: allowedTransitions(status, actorRoles(me, crew)) },
  });
}

/** Returns openings for the job opened in the scheduler; null for members who may not book. @throws DomainError not_found */
export async function openingsForPanel(ctx: Ctx, ref: string, from: string | undefined) {
  const me = allow(ctx, "work_orders.read");
  const query = SlotQuery.safeParse({ from });
  if (!query.success) throw notFound("This is not a valid day");
  return can(me, "work_orders.write") ? suggestedSlots(ctx, ref, query.data) : null;
}

export type SuggestedSlots = Awaited<ReturnType<typeof suggestedSlots>>;

/**
 * Returns openings in the next days without conflicts for the lead and the job's helpers, the least added drive time
 * first, each with its reason. A tenth of everyone's day is reserved for emergencies.
 * @throws DomainError not_found; forbidden
 */
export async function suggestedSlots(ctx: Ctx, ref: string, { from, days, limit }: SlotQuery) {
  const me = allow(ctx, "work_orders.write");
  const today = todayOf(ctx, me);
  const first = from && from > today ? from : today;
  const period = { start: startOfDay(first, me.timeZone), end: startOfDay(addDays(first, days), me.timeZone) };
  const ownSite = siteAddressOf(me, ref);
  const [workOrder, [site], [customer], { team, plan }] = await Promise.all([
    readStoredWorkOrder(ctx, me, ref),
    siteOf(ctx, me, ownSite),
    customerOf(ctx, me, ref),
    readDayPlan(ctx, me, { ...period, siteAddressId: ownSite }),
  ]);
  const { id, siteAddressId, durationMinutes, priority, helperIds } = workOrder;
  if (!site) throw new Error("a work order has a site");
  const zone = site.timeZone ?? me.timeZone;
  const { label, demands, window } = bookable(workOrder);
  const wanted = {
    ...{ id, label, demands, priority, zone, helperIds },
    status: "scheduled" as const,
    minutes: durationMinutes,
    place: { addressId: siteAddressId, latitude: site.latitude, longitude: site.longitude },
    customerName: customer?.name ?? "the customer",
  };
  const search = { ...plan, period, emergencyReserve: EMERGENCY_RESERVE, limit };
  const promised = intervalOf(windowOf(window));
  const withinWindow = promised ? suggestSlots({ ...wanted, arrivalWindow: promised }, team, search) : [];
  const items = withinWindow.length > 0 ? withinWindow : suggestSlots({ ...wanted, arrivalWindow: null }, team, search);
  /** False: no opening is within the promised window. */
  const keepsPromise = promised === null || withinWindow.length > 0;
  return { workOrderId: id, zone, days, keepsPromise, helperIds, items };
}
