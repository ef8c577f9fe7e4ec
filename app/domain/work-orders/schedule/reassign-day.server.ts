import { and, eq, isNull, sql } from "drizzle-orm";
import { dayReassignments } from "#drizzle/schema/scheduler";
import { type Booking, checkDayBookings } from "~/domain/scheduling/check-booking.server";
import { readDayPlan } from "~/domain/scheduling/day.server";
import {
  type AppliedChange,
  proposeDay,
  type Reassignment,
  statusWhenReassigned,
  undoing,
} from "~/domain/scheduling/reassign-day";
import type { ReassignDay } from "~/domain/scheduling/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { HOUR_SECONDS, isScheduleDate, MINUTE_MS } from "~/domain/shared/time/dates";
import { dayBounds, wallTimeOf } from "~/domain/shared/time/time-zones";
import { type AuditEntry, assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { intervalOf, NO_WINDOW, windowAfter, windowColumnsOf, windowOf } from "~/domain/technicians/arrival-window";
import { boardEvent } from "~/domain/work-orders/board-event";
import { type Changing, changeStatus } from "~/domain/work-orders/internal/status-change.server";
import { refusals } from "~/domain/work-orders/refusals.server";

/** How far a start without a promised window may move. */
const SLACK_MINUTES = 60;
/** A proposal older than this is computed again, since the day has moved on. */
const MAX_AGE_MS = 30 * MINUTE_MS;

interface DayOut {
  technicianId: string;
  /** Civil day of the business. */
  date: string;
  /** Whether jobs of the other technicians may move too. */
  movesOthers: boolean;
}

/** Limited because a proposal plans the routes of a whole team. */
const PROPOSALS: Limit = {
  ...{ name: "reassignments", what: "reassignment proposals", seconds: HOUR_SECONDS },
  ...{ perPerson: 120, perBusiness: 600 },
};

export type ReassignmentProposal = Awaited<ReturnType<typeof proposeReassignment>>;

/**
 * Proposes who takes over the day of a technician who is out, today unless a day is given. Changes nothing.
 * @throws DomainError not_found; forbidden; invalid for an invalid day
 */
export async function proposeReassignment(
  ctx: Ctx,
  day: { technicianId: string; date: string | null; movesOthers?: boolean },
) {
  const me = allow(ctx, "work_orders.write");
  const at = ctx.now.getTime();
  const date = day.date ?? wallTimeOf(at, me.timeZone).date;
  if (!isScheduleDate(date)) throw notFound("This is not a valid day");
  const { proposal } = await proposalAt(ctx, me, {
    technicianId: day.technicianId,
    date,
    movesOthers: day.movesOthers ?? false,
    at,
    // Counted while the day is read, and checked before planning.
    allowed: limitUse(ctx, PROPOSALS),
  });
  return proposal;
}

/** Returns the proposal as of an instant: the same day gives the same proposal, identified by its fingerprint. */
async function proposalAt(
  ctx: Ctx,
  me: Member,
  { technicianId, date, movesOthers, at, allowed }: DayOut & { at: number; allowed?: Promise<void> },
) {
  const [{ team, plan, rows, measuredDrives }] = await Promise.all([
    readDayPlan(ctx, me, dayBounds(date, me.timeZone)),
    allowed,
  ]);
  const out = team.find(({ id }) => id === technicianId);
  if (!out) throw notFound("Technician not found");
  const facts = new Map(rows.map((row) => [row.workOrderId, row]));
  const jobs = plan.jobs.map((workOrder) => ({
    ...workOrder,
    priority: facts.get(workOrder.id)?.priority ?? ("normal" as const),
  }));
  const present = team.filter(({ id, status }) => id === technicianId || status !== "on_leave");
  const { changes, leftOver, driveMinutes } = proposeDay({
    technicianId,
    date,
    now: at,
    team: present,
    jobs,
    drive: plan.drive,
    slackMinutes: SLACK_MINUTES,
    movesOthers,
  });
  const versioned = changes
    .map((change) => ({ ...change, version: facts.get(change.workOrderId)?.version ?? 0 }))
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.from.start - b.from.start);
  const names = Object.fromEntries(team.map(({ id, name }) => [id, name]));
  const fingerprint = await sha256(JSON.stringify(versioned));
  const proposal = {
    ...{ technicianId, name: out.name, date, movesOthers, zone: me.timeZone, at, fingerprint, names },
    changes: versioned.map((change) => ({ ...change, ...customerOf(facts.get(change.workOrderId), me.timeZone) })),
    leftOver,
    driveMinutes,
    driveBasis: measuredDrives > 0 ? ("partly_measured" as const) : ("estimate" as const),
  };
  return { proposal, facts, team, plan };
}

type Facts = Awaited<ReturnType<typeof readDayPlan>>["rows"][number];

/** The customer affected by a change, the zone in which they read times, and the promised window. */
function customerOf(row: Facts | undefined, businessZone: string) {
  return {
    zone: row?.timeZone ?? businessZone,
    title: row?.title ?? "",
    priority: row?.priority ?? ("normal" as const),
    customerName: row?.customerName ?? "",
    customerPhone: row?.customerPhone ?? null,
    window: row ? intervalOf(windowOf(row)) : null,
  };
}

/**
 * Reassigns a day as proposed, entirely or not at all. The proposal is computed again, so its bookings follow the same
 * rules.
 * @throws DomainError not_found; forbidden; conflict with `{ changed: true }` if the day is no longer as proposed
 */
export async function reassignDay(ctx: Ctx, input: ReassignDay): Promise<{ id: string; jobs: number }> {
  const me = allow(ctx, "work_orders.write");
  return once(ctx, "reassignDay", input, async (commit) => {
    if (Math.abs(ctx.now.getTime() - input.at) > MAX_AGE_MS) throw changedSince();
    const { proposal, facts, team, plan } = await proposalAt(ctx, me, input);
    if (proposal.fingerprint !== input.fingerprint) throw changedSince();
    const chosen = proposal.changes.filter(({ workOrderId }) => !input.leaveOut.includes(workOrderId));
    if (chosen.length === 0) throw new DomainError("conflict", "There is nothing to reassign.");
    const bookings = chosen.map(({ workOrderId, to }) => ({ id: workOrderId, ...to }));
    checkDayBookings(bookings, { team, plan }, { isPartial: chosen.length < proposal.changes.length });
    const id = ctx.newId();
    const changes = chosen.flatMap((change): AppliedChange[] => {
      const row = facts.get(change.workOrderId);
      return row ? [appliedChange(ctx, me, [change, row])] : [];
    });
    const { writes, audit } = reassign(ctx, me, changes.map(doing));
    return commit(me, {
      writes: [
        ...writes,
        ctx.db.insert(dayReassignments).values({
          orgId: me.orgId,
          id,
          technicianId: input.technicianId,
          date: input.date,
          changes,
          createdBy: me.userId,
          createdAt: ctx.now.toISOString(),
        }),
      ],
      audit: [
        {
          action: "scheduler.reassign_day",
          entity: "technician",
          entityId: input.technicianId,
          after: { date: input.date, changes },
        },
        ...audit,
      ],
      publish: changes.map(({ id }) => boardEvent(me, "changed", id)),
      result: { id, jobs: changes.length },
      refusals: { ...refusals, work_order_moved: changedSince, technician_booked: changedSince },
    });
  });
}

/**
 * Undoes a reassigned day, entirely or not at all. Undoing it again changes nothing. Conflicts that a reason can override do not
 * matter: the jobs were booked with them before.
 * @throws DomainError not_found; forbidden; conflict if one of its jobs was changed since, or its technician may no longer do it
 */
export async function undoReassignment(ctx: Ctx, id: string): Promise<{ id: string; jobs: number }> {
  const me = allow(ctx, "work_orders.write");
  return once(ctx, "undoReassignment", { id }, async (commit) => {
    const [done] = await ctx.db
      .select()
      .from(dayReassignments)
      .where(and(eq(dayReassignments.orgId, me.orgId), eq(dayReassignments.id, id)));
    if (!done) throw notFound();
    const { changes, undoneAt, technicianId, date } = done;
    if (undoneAt) return { id, jobs: changes.length };
    const { team, plan } = await readDayPlan(ctx, me, dayBounds(date, me.timeZone));
    const bookings = changes.map(({ id, before }) => ({
      ...{ id, technicianIds: before.technicianIds, start: Date.parse(before.start) },
    }));
    checkDayBookings(bookings, { team, plan });
    const { writes, audit } = reassign(ctx, me, undoing(changes));
    const undo = { action: "scheduler.undo_reassign_day", entity: "technician", entityId: technicianId, after: { id } };
    return commit(me, {
      writes: [
        ctx.db
          .update(dayReassignments)
          .set({ undoneAt: ctx.now.toISOString() })
          .where(
            and(eq(dayReassignments.orgId, me.orgId), eq(dayReassignments.id, id), isNull(dayReassignments.undoneAt)),
          ),
        assertRowChanged(ctx, "reassignment_undone"),
        ...writes,
      ],
      audit: [undo, ...audit],
      publish: changes.map(({ id }) => boardEvent(me, "changed", id)),
      result: { id, jobs: changes.length },
      refusals: { ...refusals, reassignment_undone: movedOn, work_order_moved: movedOn, technician_booked: movedOn },
    });
  });
}

/**
 * Changes the people and times of many work orders, if each is unchanged since it was read. Crews are removed first,
 * because jobs may swap times.
 */
function reassign(ctx: Ctx, me: Member, jobs: readonly Reassignment[]): { writes: Write[]; audit: AuditEntry[] } {
  const ids = JSON.stringify(jobs.map(({ id }) => id));
  const released = ctx.db.run(sql`DELETE FROM appointment_technicians WHERE org_id = ${me.orgId} AND appointment_id IN (
      SELECT a.id FROM appointments a JOIN json_each(${ids}) job ON job.value = a.work_order_id
      WHERE a.org_id = ${me.orgId} AND a.state = 'booked')`);
  const changed = jobs.map(({ id, version, before, from, to }) => {
    const workOrder = asRead({ id, version, status: from, ...before });
    return changeStatus(ctx, me, { workOrder, to: to.status, version, booking: bookingOf(to) });
  });
  return { writes: [released, ...changed.flatMap((one) => one.writes)], audit: changed.flatMap((one) => one.audit) };
}

type Read = Pick<Changing, "id" | "version" | "status"> & Reassignment["before"];

/** The other facts do not matter: none of the transitions here requires them. */
function asRead({ start, end, technicianIds, window = NO_WINDOW, ...row }: Read): Changing {
  return {
    ...row,
    windowStart: window.windowStart,
    windowEnd: window.windowEnd,
    technicianId: technicianIds[0] ?? null,
    crew: [...technicianIds],
    scheduledStart: start,
    scheduledEnd: end,
    durationMinutes: Math.round((Date.parse(end) - Date.parse(start)) / MINUTE_MS),
    holdReason: null,
    noCharge: false,
    signatureRequired: false,
    signed: false,
    openTasks: [],
    hasParts: false,
    otherWorkOrder: null,
  };
}

function bookingOf({ start, end, technicianIds, overrideReason, window = NO_WINDOW }: Reassignment["to"]): Booking {
  const [leadId = null, ...helperIds] = technicianIds;
  return { start, end, leadId, helperIds, overrideReason, overrideOf: overrideReason === null ? [] : null, window };
}

interface ProposedChange {
  workOrderId: string;
  version: number;
  from: { technicianIds: readonly string[] };
  to: { technicianIds: readonly string[]; start: number };
}
type Row = Awaited<ReturnType<typeof proposalAt>>["facts"] extends Map<string, infer R> ? R : never;

function appliedChange(
  ctx: Ctx,
  me: Member,
  [{ workOrderId, version, from, to }, row]: [ProposedChange, Row],
): AppliedChange {
  const { startsAt: start, endsAt: end, status, overrideReason } = row;
  const length = Date.parse(end) - Date.parse(start);
  const window = windowColumnsOf(row);
  const newStart = new Date(to.start).toISOString();
  return {
    id: workOrderId,
    version,
    before: { technicianIds: from.technicianIds, start, end, status, overrideReason, window },
    after: {
      technicianIds: to.technicianIds,
      start: newStart,
      end: new Date(to.start + length).toISOString(),
      status: statusWhenReassigned(status),
      overrideReason: null,
      window: windowAfter(window, { start: newStart, input: {}, at: ctx.now.toISOString(), by: me.userId }),
    },
  };
}

const doing = ({ id, version, before, after }: AppliedChange): Reassignment => ({
  ...{ id, version, before, from: before.status },
  to: after,
});

const changedSince = () =>
  new DomainError("conflict", "The day has changed since this plan was made. Please review it again.", {
    details: { changed: true },
  });

const movedOn = () =>
  new DomainError(
    "conflict",
    "Some of these jobs have changed since then, so they can't be moved back together. Move them one at a time.",
  );
