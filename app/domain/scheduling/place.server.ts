import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { instantOf } from "~/domain/shared/time-zones";
import { once } from "~/domain/shared/write.server";
import { type Job, readJob } from "~/domain/work-orders/job.server";
import { formatWorkOrderNumber, type WorkOrderStatus } from "~/domain/work-orders/rules";
import { checkCrew, refusedField } from "~/domain/work-orders/schedule.server";
import { boardEvent, isDatabaseRefusal, refusals, stale } from "~/domain/work-orders/write-parts.server";
import { type Conflict, jobConflicts } from "./conflicts";
import { type DayPlan, readDayPlan, siteOfJob } from "./day-plan.server";
import { cheapestFixes } from "./fixes";
import { neighboursOf, otherJobsOf, type PlannedJob } from "./jobs";
import { roomMaker, roomWrites, withRoom } from "./make-room.server";
import { driveLookup } from "./measured-drives.server";
import { demandsOf, type Place, placeWrites } from "./place-writes.server";
import { judge, placingOf, underWayRefusal } from "./placement";
import { MINUTE_MS } from "./rules";
import type { PlaceWorkOrder } from "./schema";

export interface Placed {
  id: string;
  number: number;
  status: WorkOrderStatus;
  version: number;
  scheduledStart: string;
  scheduledEnd: string;
  technicianIds: readonly string[];
  /** What to tell about the time: the clocks skip it or show it twice. */
  notice: string | null;
  /** What speaks against it without standing in its way. */
  warnings: readonly Conflict[];
}

/**
 * Gives a work order a place in somebody's day: books, moves, hands over or resizes it, with its helpers, or not at all.
 * @throws DomainError not_found; forbidden; invalid with the field; conflict with `{ current }` for a stale version, with
 *   `{ conflicts, fixes, overridable, missing }` where something speaks against it: each in words, and the two cheapest ways out
 */
export async function placeWorkOrder(ctx: Ctx, ref: string, input: PlaceWorkOrder): Promise<Placed> {
  const me = allow(ctx, "work_orders.write");
  return once(ctx, "placeWorkOrder", { ref, input }, async (commit) => {
    const [job, [site], other] = await Promise.all([
      readJob(ctx, me, ref),
      siteOfJob(ctx, me, ref),
      roomMaker(ctx, me, input.makeRoom),
    ]);
    if (!site) throw new Error("a work order has a site");
    if (job.version !== input.version) throw stale(job);
    const placing = placingOf(job.status);
    if (typeof placing === "string") throw new DomainError("conflict", placing);
    const asked = placeAsked(job, { input, zone: site.timeZone ?? me.timeZone });
    const planned = plannedJob(job, { asked, site, zone: site.timeZone ?? me.timeZone });
    const [read] = await Promise.all([readDayAround(ctx, me, planned), checkCrew(ctx, me, asked)]);
    const room = other && input.makeRoom ? { other, asked: input.makeRoom } : null;
    const day = room ? withRoom(read, room.other, room.asked) : read;
    const { warnings, overrideOf } = allowed(planned, day, input.overrideReason ?? null);
    const made = room ? roomWrites(ctx, me, { ...room, day, planned }) : { writes: [], audit: [] };
    const place: Place = { ...asked, visit: placing.visit, status: placing.status, overrideOf };
    const result: Placed = {
      id: job.id,
      number: job.number,
      status: placing.status,
      version: job.version + 1,
      scheduledStart: asked.start,
      scheduledEnd: asked.end,
      technicianIds: planned.technicianIds,
      notice: asked.notice,
      warnings,
    };
    const overrideReason = overrideOf ? (input.overrideReason ?? null) : null;
    const { writes, audit } = placeWrites(ctx, me, job, { ...place, overrideReason });
    try {
      return await commit(me, {
        writes: [...made.writes, ...writes],
        audit: [...made.audit, ...audit],
        publish: [
          boardEvent(me, placing.status === job.status ? "changed" : "moved", job.id),
          ...(other ? [boardEvent(me, "changed", other.id)] : []),
        ],
        result,
        refusals,
      });
    } catch (error) {
      if (!isDatabaseRefusal(error)) throw error;
      await roomMaker(ctx, me, input.makeRoom);
      throw await whyRefused(ctx, me, { job, planned, reason: input.overrideReason ?? null, error });
    }
  });
}

type Asked = ReturnType<typeof placeAsked>;

/** The place that is meant; what the input leaves out stays as it is. @throws DomainError invalid with the field */
function placeAsked(job: Job, { input, zone }: { input: PlaceWorkOrder; zone: string }) {
  const { instant, notice } = startAsked(job, input, zone);
  const minutes = input.durationMinutes ?? job.durationMinutes;
  const leadId = input.technicianId ?? job.technicianId;
  if (!leadId) throw refusedField("technicianId", "Choose a technician");
  const helperIds = (input.helperIds ?? job.helperIds).filter((id) => id !== leadId);
  const was = { start: Date.parse(job.scheduledStart ?? ""), leadId: job.technicianId };
  const refusal = underWayRefusal(job.status, was, { start: instant, leadId });
  if (refusal) throw new DomainError("conflict", refusal);
  const [start, end] = [instant, instant + minutes * MINUTE_MS].map((at) => new Date(at).toISOString());
  return { start: start ?? "", end: end ?? "", minutes, leadId, helperIds, notice };
}

function startAsked(job: Job, input: PlaceWorkOrder, zone: string): { instant: number; notice: string | null } {
  const { start, startDate: date, startTime: time, occurrence } = input;
  if (start) return { instant: Date.parse(start), notice: null };
  if (!date && !time && job.scheduledStart) return { instant: Date.parse(job.scheduledStart), notice: null };
  if (!date) throw refusedField("startDate", "Choose the day");
  if (!time) throw refusedField("startTime", "Choose the time");
  const found = instantOf({ date, time }, zone);
  if (found.kind === "overlap" && occurrence === "second") return { instant: found.second, notice: null };
  return { instant: found.instant, notice: found.kind === "exact" ? null : found.notice };
}

type Site = Awaited<ReturnType<typeof siteOfJob>>[number];

function plannedJob(job: Job, { asked, site, zone }: { asked: Asked; site: Site; zone: string }): PlannedJob {
  return {
    id: job.id,
    label: formatWorkOrderNumber(job.number),
    // Judged as the booking that it is about to be.
    status: "scheduled",
    technicianIds: [asked.leadId, ...asked.helperIds],
    start: Date.parse(asked.start),
    minutes: asked.minutes,
    place: { addressId: site.addressId, latitude: site.latitude, longitude: site.longitude },
    zone,
    demands: demandsOf(job),
    arrivalWindow: null,
  };
}

/** The days around the job, with the drives to it and on from it as they were measured, if they were. */
async function readDayAround(ctx: Ctx, me: Member, planned: PlannedJob): Promise<DayPlan> {
  const { start, minutes, place, technicianIds } = planned;
  const day = await readDayPlan(ctx, me, { start, end: start + minutes * MINUTE_MS });
  const legs = technicianIds.flatMap((id) => {
    const { before, after } = neighboursOf(planned, otherJobsOf(id, planned, day.plan));
    return [
      ...(before ? [{ from: before.place, to: place }] : []),
      ...(after ? [{ from: place, to: after.place }] : []),
    ];
  });
  return { ...day, plan: { ...day.plan, drive: await driveLookup(ctx, legs, day.plan.drive) } };
}

/** @throws DomainError conflict when something speaks against it and no reason lets it stand */
function allowed(planned: PlannedJob, { team, plan }: DayPlan, reason: string | null) {
  const conflicts = jobConflicts(planned, team, plan);
  const verdict = judge(conflicts, reason);
  switch (verdict.kind) {
    case "free":
      return { warnings: verdict.warnings, overrideOf: null };
    case "overridden":
      return { warnings: verdict.warnings, overrideOf: verdict.beside };
    case "refused": {
      const { message, overridable } = verdict;
      const fixes = cheapestFixes(planned, team, plan);
      const missing = [{ need: "technician_free_and_skilled", message }];
      throw new DomainError("conflict", message, { details: { conflicts, fixes, overridable, missing } });
    }
  }
}

type Refused = { job: Job; planned: PlannedJob; reason: string | null; error: DomainError };

/** Somebody was faster: says with which job, or that the work order itself has changed. */
async function whyRefused(ctx: Ctx, me: Member, { job, planned, reason, error }: Refused): Promise<DomainError> {
  const [current, day] = await Promise.all([readJob(ctx, me, job.id), readDayAround(ctx, me, planned)]);
  if (current.version !== job.version) return stale(current);
  try {
    allowed(planned, day, reason);
  } catch (refusal) {
    if (refusal instanceof DomainError) return refusal;
    throw refusal;
  }
  return new DomainError("conflict", error.message);
}
