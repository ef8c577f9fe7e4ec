import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { once } from "~/domain/shared/write.server";
import { actorKinds } from "./access.server";
import { bookingConflicts } from "./bookings.server";
import { checkMove, type MoveRefusal } from "./check-move";
import { type Job, readJob } from "./job.server";
import { historyWrite, moveReason, statusWrites } from "./move-writes.server";
import type { WorkOrderStatus } from "./rules";
import { checkCrew, endOf, startOf } from "./schedule.server";
import type { MoveWorkOrder } from "./schema";
import type { Booking } from "./visits.server";
import { boardEvent, isDatabaseRefusal, refusals, stale } from "./write-parts.server";

export interface Moved {
  id: string;
  number: number;
  status: WorkOrderStatus;
  /** False: it was in that state already, nothing was written. */
  changed: boolean;
}

/**
 * Moves a work order to another state, with all that follows from it, or not at all. The same state again changes nothing.
 * @throws DomainError not_found; forbidden; conflict with `{ from, to, allowed, missing }` for a move that is not in the
 *   table, lacks something or meets a booked technician, with `{ current }` for a stale version
 */
export async function moveWorkOrder(ctx: Ctx, ref: string, input: MoveWorkOrder): Promise<Moved> {
  const member = allow(ctx, "work_orders.read");
  return once(ctx, "moveWorkOrder", { ref, input }, async (commit) => {
    const job = await readJob(ctx, member, ref);
    const plan = await planMove(ctx, member, { job, input });
    const same = { id: job.id, number: job.number, status: job.status, changed: false };
    // Nothing is written but the key: sent again when the job has gone on, it still means nothing.
    if (!plan) return commit(member, { writes: [], result: same });
    try {
      return await commit(member, {
        writes: [
          ...statusWrites(ctx, member, { job, input, booking: plan.booking }),
          historyWrite(ctx, member, { job, input }),
        ],
        audit: [
          {
            action: "work_order.move",
            entity: "work_order",
            entityId: job.id,
            before: { status: job.status },
            after: { status: input.to, reason: moveReason(input), overrideReason: input.overrideReason ?? undefined },
          },
        ],
        publish: [boardEvent(member, "moved", job.id)],
        result: { id: job.id, number: job.number, status: input.to, changed: true },
        refusals,
      });
    } catch (error) {
      return await explain(ctx, member, { error, job, input });
    }
  });
}

interface Asked {
  job: Job;
  input: MoveWorkOrder;
}

/** The booking that comes with the move, if any; null when there is nothing to do. @throws DomainError when it is refused */
async function planMove(ctx: Ctx, member: Member, { job, input }: Asked): Promise<{ booking: Booking | null } | null> {
  const kinds = actorKinds(member, job.crew);
  if (kinds.length === 0) throw new DomainError("forbidden", "You can look at this work order, but not move it.");
  if (input.to === job.status) return null;
  if (input.version !== undefined && input.version !== job.version) throw stale(job);
  const booking = input.to === "scheduled" && job.status !== "dispatched" ? bookingOf(member, { job, input }) : null;
  if (booking) await checkCrew(ctx, member, booking);
  const conflicts = booking ? await bookingConflicts(ctx, member, { workOrderId: job.id, booking }) : [];
  const verdict = checkMove({
    from: job.status,
    to: input.to,
    actorKind: kinds,
    facts: {
      startAt: booking?.start,
      durationMinutes: input.durationMinutes ?? job.durationMinutes,
      holdReason: input.holdReason,
      cancelReason: input.cancelReason,
      reason: input.reason,
      hasTechnician: job.technicianId !== null,
      conflicts,
      overrideReason: input.overrideReason,
      started: false,
      technicianOnJob: job.otherJob,
      heldFor: job.holdReason,
      completion: { openTasks: job.openTasks, signatureRequired: job.signatureRequired, signed: job.signed },
      noCharge: job.noCharge,
    },
  });
  if (!verdict.ok) throw refused(job.status, input.to, verdict);
  return { booking };
}

function bookingOf(member: Member, { job, input }: Asked): Booking | null {
  const start = startOf(member, input);
  if (!start) return null;
  const leadId = input.technicianId === undefined ? job.technicianId : input.technicianId;
  const helperIds = (input.helperIds ?? job.helperIds).filter((id) => id !== leadId);
  const end = endOf(start, input.durationMinutes ?? job.durationMinutes);
  return { start, end, leadId, helperIds, overrideReason: input.overrideReason ?? null };
}

function refused(from: WorkOrderStatus, to: WorkOrderStatus, { code, message, allowed, missing }: MoveRefusal) {
  const details = { from, to, allowed, missing };
  return new DomainError(code === "forbidden" ? "forbidden" : "conflict", message, { details });
}

/** The database refused what looked right when it was read: says what happened in between. */
async function explain(ctx: Ctx, member: Member, { error, job, input }: Asked & { error: unknown }): Promise<Moved> {
  if (!isDatabaseRefusal(error)) throw error;
  const current = await readJob(ctx, member, job.id);
  if (current.status === input.to) return { id: job.id, number: job.number, status: input.to, changed: false };
  await planMove(ctx, member, { job: current, input });
  throw current.version === job.version ? new DomainError("conflict", error.message) : stale(current);
}
