import { and, eq, inArray, type SQL } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { technicians } from "#drizzle/schema/technicians";
import { driveLookup } from "~/domain/scheduling/routing/drive-times.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField } from "~/domain/shared/errors";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import {
  intervalOf,
  keepsWindow,
  sameWindow,
  type WindowColumns,
  type WindowInput,
  windowAfter,
  windowOf,
} from "~/domain/technicians/arrival-window";
import { neighborsOf, otherJobsOf, type PlannedWorkOrder, planOf } from "~/domain/technicians/calendar";
import type { WorkOrderDemands } from "~/domain/technicians/qualification";
import { type Conflict, dateConflicts, judge, workOrderConflicts } from "./conflicts";
import { type DayPlan, readDayPlan } from "./day.server";
import { resolutionsOf } from "./resolutions";

/** The requested booking; instants as ISO text. Without technicians it blocks no calendar. */
export interface BookingRequest {
  workOrder: {
    id: string;
    label: string;
    customerId: string;
    siteAddressId: string;
    demands: WorkOrderDemands;
    /** The current start; null: unscheduled. */
    scheduledStart: string | null;
    window: WindowColumns;
  };
  /** The window to promise; omitted: unchanged. */
  window?: WindowInput;
  start: string;
  minutes: number;
  leadId: string | null;
  helperIds: readonly string[];
  /** Books despite conflicts that a reason can override. */
  overrideReason: string | null;
  /** Another work order that changes in the same step, usually only its start to make room; null: no longer booked. */
  displaced?: { id: string; start: string | null; technicianIds?: readonly string[]; minutes?: number };
}

/** Technicians and time, as checked by `checkBooking` and ready to be written. */
export interface Booking {
  start: string;
  end: string;
  leadId: string | null;
  helperIds: readonly string[];
  /** Null if nothing had to be overridden. */
  overrideReason: string | null;
  /** Ids of the work orders it may overlap for that reason; null: any. */
  overrideOf: readonly string[] | null;
  /** The promised window from then on. */
  window: WindowColumns;
}

export interface CheckedBooking {
  booking: Booking;
  /** Conflicts that do not prevent the booking. */
  warnings: readonly Conflict[];
  /** The checked job and its day; null without technicians. */
  judged: { planned: PlannedWorkOrder; day: DayPlan } | null;
}

/**
 * Checks every booking, for all screens and the API: the promised window and the day itself, and for each technician overlap,
 * drive time, time off, shift, skill and certificate. The database's overlap trigger decides races.
 * @throws DomainError invalid with the field for technicians who are unknown or have left; conflict with `{ conflicts,
 *   resolutions, overridable, missing }`: each with a message, and up to three resolutions, same day first
 */
export async function checkBooking(ctx: Ctx, me: Member, request: BookingRequest): Promise<CheckedBooking> {
  const { start, minutes, leadId, overrideReason } = request;
  const helperIds = [...new Set(request.helperIds)].filter((id) => id !== leadId);
  const end = new Date(Date.parse(start) + minutes * MINUTE_MS).toISOString();
  checkWindow({ start, window: request.window, was: request.workOrder.window });
  const window = windowAfter(request.workOrder.window, {
    ...{ start, at: ctx.now.toISOString(), by: me.userId },
    input: request.window ?? {},
  });
  const booking = { start, end, leadId, helperIds, overrideReason: null, overrideOf: [], window };
  const isUnassigned = leadId === null && helperIds.length === 0;
  if (isUnassigned && !isQuestionable(ctx, request)) return { booking, warnings: [], judged: null };
  const [schedule] = await Promise.all([
    readDaySchedule(ctx, me, request),
    checkTechnicians(ctx, me, { leadId, helperIds }),
  ]);
  const judged = isUnassigned ? null : schedule;
  const { team, plan } = schedule.day;
  const conflicts = [
    ...dayConflicts(ctx, request, schedule.planned),
    ...workOrderConflicts(schedule.planned, team, plan),
  ];
  const verdict = judge(conflicts, overrideReason);
  switch (verdict.kind) {
    case "free":
      return { booking, warnings: verdict.warnings, judged };
    case "overridden":
      return {
        booking: { ...booking, overrideReason, overrideOf: verdict.overlapping },
        warnings: verdict.warnings,
        judged,
      };
    case "refused": {
      const { message, overridable } = verdict;
      const resolutions = resolutionsOf(schedule.planned, team, plan);
      const missing = [{ need: "technician_free_and_skilled", message }];
      throw new DomainError("conflict", message, { details: { conflicts, resolutions, overridable, missing } });
    }
  }
}

/**
 * Checks that the booked technicians may do a job whose requirements change; its time stays as it is.
 * @throws DomainError conflict, as in `checkBooking`
 */
export async function checkRequirements(ctx: Ctx, me: Member, request: BookingRequest): Promise<void> {
  const { planned, day } = await readDaySchedule(ctx, me, request);
  const conflicts = workOrderConflicts(planned, day.team, day.plan).filter(({ kind }) => kind === "qualification");
  const verdict = judge(conflicts, null);
  if (verdict.kind !== "refused") return;
  const { message, overridable } = verdict;
  const missing = [{ need: "technician_free_and_skilled", message }];
  throw new DomainError("conflict", message, { details: { conflicts, resolutions: [], overridable, missing } });
}

type WindowCheck = { start: string | null; window?: WindowInput; was: WindowColumns };

/** @throws DomainError invalid for a changed window that does not contain the start */
export function checkWindow({ start, window: { arrivalWindow } = {}, was }: WindowCheck): void {
  if (!arrivalWindow || start === null || sameWindow(arrivalWindow, windowOf(was))) return;
  if (keepsWindow(Date.parse(start), intervalOf(arrivalWindow))) return;
  throw invalidField("arrivalWindow", "The start must be within the arrival window");
}

/** Only a changed start is checked: a late job may keep its start. */
function isNewStart({ start, workOrder }: BookingRequest): boolean {
  return workOrder.scheduledStart === null || Date.parse(workOrder.scheduledStart) !== Date.parse(start);
}

function dayConflicts(ctx: Ctx, request: BookingRequest, planned: PlannedWorkOrder): Conflict[] {
  return isNewStart(request) ? dateConflicts(planned, ctx.now.getTime()) : [];
}

/** Whether the time of an unassigned job needs a closer check. */
function isQuestionable(ctx: Ctx, request: BookingRequest): boolean {
  const { start, minutes, workOrder } = request;
  const at = { start: Date.parse(start), minutes, zone: "UTC" };
  const leaves = !keepsWindow(at.start, intervalOf(windowOf(workOrder.window)));
  return leaves || (isNewStart(request) && dateConflicts(at, ctx.now.getTime()).length > 0);
}

/**
 * Returns the displaced work order's own booking, checked together with the new one. Its conflicts cannot be overridden.
 * @throws DomainError conflict
 */
export function checkDisplaced(
  judged: { planned: PlannedWorkOrder; day: DayPlan },
  other: Pick<Booking, "start" | "leadId" | "helperIds" | "window"> & { id: string },
) {
  const { team, plan } = judged.day;
  const jobs = [...plan.jobs.filter(({ id }) => id !== judged.planned.id), judged.planned];
  const moved = jobs.find(({ id }) => id === other.id);
  if (!moved) return null;
  const verdict = judge(workOrderConflicts({ ...moved, status: "scheduled" }, team, planOf(jobs, plan.drive)), null);
  if (verdict.kind === "refused")
    throw new DomainError("conflict", `${moved.label} can no longer be moved to make room. ${verdict.message}`);
  const { id: _, ...booking } = other;
  const end = new Date(Date.parse(other.start) + moved.minutes * MINUTE_MS).toISOString();
  return { ...booking, end, overrideReason: null, overrideOf: [] } satisfies Booking;
}

/** A work order's technicians and start, as they will be. */
interface DayBooking {
  id: string;
  technicianIds: readonly string[];
  start: number;
}

/**
 * Checks bookings of one day that change together. What a reason can override does not matter: a proposed day has none of it,
 * and an undone one was booked with it. `isPartial`: some of the proposed changes are left out, so the others may not fit.
 * @throws DomainError conflict
 */
export function checkDayBookings(
  bookings: readonly DayBooking[],
  { team, plan: read }: Pick<DayPlan, "team" | "plan">,
  { isPartial = false } = {},
): void {
  const jobs = read.jobs.map((one) => ({ ...one, ...bookings.find(({ id }) => id === one.id) }));
  const plan = planOf(jobs, read.drive);
  for (const workOrder of jobs.filter((one) => bookings.some(({ id }) => id === one.id))) {
    const { label, technicianIds } = workOrder;
    if (technicianIds.some((technicianId) => !team.some((technician) => technician.id === technicianId)))
      throw new DomainError("conflict", `A technician of ${label} no longer works here. Move the jobs one at a time.`);
    const conflicts = workOrderConflicts(workOrder, team, plan);
    const blocked = conflicts.find(({ severity }) => severity === "blocked");
    if (blocked) throw new DomainError("conflict", `${label} can't be booked that way: ${blocked.message}`);
    const misfit = isPartial && conflicts.find(({ kind }) => kind === "double_booking" || kind === "drive");
    if (misfit) throw new DomainError("conflict", `Without the jobs left out, ${label} doesn't fit: ${misfit.message}`);
  }
}

/** @throws DomainError invalid for technicians who are unknown or have left */
export async function checkTechnicians(
  ctx: Ctx,
  me: Member,
  { leadId, helperIds }: { leadId: string | null; helperIds: readonly string[] },
): Promise<void> {
  const wanted = [...(leadId ? [leadId] : []), ...helperIds];
  if (wanted.length === 0) return;
  const found = await ctx.db
    .select({ id: technicians.id, firstName: technicians.firstName, status: technicians.status })
    .from(technicians)
    .where(and(eq(technicians.orgId, me.orgId), inArray(technicians.id, wanted)));
  for (const id of wanted) {
    const field = id === leadId ? "technicianId" : "helperIds";
    const technician = found.find((one) => one.id === id);
    if (!technician) throw invalidField(field, "Choose a technician from the list");
    if (technician.status === "inactive") throw invalidField(field, `${technician.firstName} no longer works here`);
  }
}

/** Reads the days around the job, with any measured drives to and from it. */
async function readDaySchedule(ctx: Ctx, me: Member, request: BookingRequest) {
  const { workOrder, start, minutes, displaced } = request;
  const at = Date.parse(start);
  const [[site], [customer], read] = await Promise.all([
    siteOf(ctx, me, workOrder.siteAddressId),
    ctx.db
      .select({ name: customers.name })
      .from(customers)
      .where(and(eq(customers.orgId, me.orgId), eq(customers.id, workOrder.customerId))),
    readDayPlan(ctx, me, { start: at, end: at + minutes * MINUTE_MS }),
  ]);
  const day = displaced ? withDisplaced(read, displaced) : read;
  const planned: PlannedWorkOrder = {
    id: workOrder.id,
    label: workOrder.label,
    customerName: customer?.name ?? "the customer",
    // Checked as if it were already booked.
    status: "scheduled",
    technicianIds: [...new Set([...(request.leadId ? [request.leadId] : []), ...request.helperIds])],
    start: at,
    minutes,
    place: {
      addressId: workOrder.siteAddressId,
      latitude: site?.latitude ?? null,
      longitude: site?.longitude ?? null,
    },
    zone: site?.timeZone ?? me.timeZone,
    demands: workOrder.demands,
    arrivalWindow: intervalOf(windowOf(workOrder.window)),
  };
  const legs = planned.technicianIds.flatMap((id) => {
    const { before, after } = neighborsOf(planned, otherJobsOf(id, planned, day.plan));
    return [
      ...(before ? [{ from: before.place, to: planned.place }] : []),
      ...(after ? [{ from: planned.place, to: after.place }] : []),
    ];
  });
  const drive = await driveLookup(ctx, legs, { otherwise: day.plan.drive });
  return { planned, day: { ...day, plan: { ...day.plan, drive } } };
}

/** The day with the displaced job at its new place, if it still has one. */
function withDisplaced(day: DayPlan, { id, start, ...place }: NonNullable<BookingRequest["displaced"]>): DayPlan {
  const jobs = day.plan.jobs.flatMap((planned) =>
    planned.id !== id ? [planned] : start === null ? [] : [{ ...planned, ...place, start: Date.parse(start) }],
  );
  return { ...day, plan: { ...day.plan, ...planOf(jobs, day.plan.drive) } };
}

/** Returns the location and zone of a site; no row for an address created with its work order. */
export function siteOf(ctx: Ctx, me: Member, siteAddressId: string | SQL) {
  return ctx.db
    .select({
      addressId: named(addresses.id, "site_id"),
      latitude: addresses.latitude,
      longitude: addresses.longitude,
      timeZone: addresses.timeZone,
    })
    .from(addresses)
    .where(and(eq(addresses.orgId, me.orgId), eq(addresses.id, siteAddressId)));
}
