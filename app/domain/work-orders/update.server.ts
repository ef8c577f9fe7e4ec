import { and, eq, sql } from "drizzle-orm";
import { workOrderHistory, workOrders } from "#drizzle/schema/work-orders";
import { changeUnits, checkUnits } from "~/domain/equipment/job-units.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { bookingConflicts } from "./bookings.server";
import { type Job, readJob } from "./job.server";
import { type Replanned, replan } from "./replan.server";
import { checkCrew } from "./schedule.server";
import type { UpdateWorkOrder } from "./schema";
import { siteOf } from "./site.server";
import { bookVisit, rebookVisit, visitWrites } from "./visits.server";
import { boardEvent, isDatabaseRefusal, refusals, stale } from "./write-parts.server";

/**
 * Changes what is given and keeps the booked visit truthful. A start schedules an unscheduled work order; taking the start
 * away from a scheduled one unschedules it.
 * @throws DomainError not_found; forbidden; invalid with the field; conflict with `{ current }` for a stale version, with
 *   `{ missing }` when a technician is booked then
 */
export async function updateWorkOrder(ctx: Ctx, ref: string, input: UpdateWorkOrder): Promise<{ id: string }> {
  const member = allow(ctx, "work_orders.write");
  return once(ctx, "updateWorkOrder", { ref, input }, async (commit) => {
    const job = await readJob(ctx, member, ref);
    if (job.version !== input.version) throw stale(job);
    if (job.status === "closed") throw new DomainError("conflict", "A closed work order stays as it is.");
    const plan = replan(member, job, input);
    await checkCrew(ctx, member, plan);
    await checkBooking(ctx, member, { job, plan });
    const values = { ...(await factsOf(ctx, member, { job, input })), ...columnsOf(plan) };
    const { before, after } = changes(job, values);
    const { customerId } = values;
    // Another customer's units are left behind with the customer.
    const equipmentIds = input.equipmentIds ?? (customerId === job.customerId ? undefined : []);
    const units = equipmentIds && { id: job.id, customerId, equipmentIds };
    if (units) await checkUnits(ctx, member, units);
    try {
      return await commit(member, {
        writes: [
          ...rowWrites(ctx, member, { job, values }),
          ...visitWritesOf(ctx, member, { job, plan }),
          ...historyWrites(ctx, member, { job, plan }),
          ...(units ? changeUnits(ctx, member, units) : []),
        ],
        audit: [
          {
            action: "work_order.update",
            entity: "work_order",
            entityId: job.id,
            before,
            after: { ...after, equipmentIds },
          },
        ],
        publish: [boardEvent(member, plan.status === job.status ? "changed" : "moved", job.id)],
        result: { id: job.id },
        refusals,
      });
    } catch (error) {
      if (!isDatabaseRefusal(error)) throw error;
      await checkBooking(ctx, member, { job, plan });
      const current = await readJob(ctx, member, job.id);
      throw current.version === job.version ? new DomainError("conflict", error.message) : stale(current);
    }
  });
}

interface Planned {
  job: Job;
  plan: Replanned;
}

async function checkBooking(ctx: Ctx, member: Member, { job, plan }: Planned): Promise<void> {
  if (!plan.booking || plan.visit === "keep" || plan.booking.overrideReason) return;
  const conflicts = await bookingConflicts(ctx, member, { workOrderId: job.id, booking: plan.booking });
  if (conflicts.length === 0) return;
  const message = conflicts.join(" ");
  throw new DomainError("conflict", message, {
    details: { missing: [{ need: "technician_free_and_skilled", message }] },
  });
}

async function factsOf(ctx: Ctx, member: Member, { job, input }: { job: Job; input: UpdateWorkOrder }) {
  const { title, description, priority, arrivalWindowMinutes, signatureRequired, noCharge } = input;
  const customerId = input.customerId ?? job.customerId;
  const sameCustomer = customerId === job.customerId;
  const siteAddressId =
    sameCustomer && (input.siteAddressId ?? job.siteAddressId) === job.siteAddressId
      ? job.siteAddressId
      : await siteOf(ctx, member, { customerId, siteAddressId: input.siteAddressId });
  return {
    customerId,
    siteAddressId,
    title: title ?? job.title,
    description: description === undefined ? job.description : description,
    priority: priority ?? job.priority,
    arrivalWindowMinutes: arrivalWindowMinutes === undefined ? job.arrivalWindowMinutes : arrivalWindowMinutes,
    signatureRequired: signatureRequired ?? job.signatureRequired,
    noCharge: noCharge ?? job.noCharge,
  };
}

function columnsOf({ status, start, end, durationMinutes, leadId }: Replanned) {
  return { status, scheduledStart: start, scheduledEnd: end, durationMinutes, technicianId: leadId };
}

type Values = Awaited<ReturnType<typeof factsOf>> & ReturnType<typeof columnsOf>;

function rowWrites(ctx: Ctx, member: Member, { job, values }: { job: Job; values: Values }): Write[] {
  return [
    ctx.db
      .update(workOrders)
      .set({ ...values, version: sql`${workOrders.version} + 1`, updatedAt: ctx.now.toISOString() })
      .where(
        and(
          eq(workOrders.orgId, member.orgId),
          eq(workOrders.id, job.id),
          eq(workOrders.version, job.version),
          eq(workOrders.status, job.status),
        ),
      ),
    assertRowChanged(ctx, "work_order_moved"),
  ];
}

function visitWritesOf(ctx: Ctx, member: Member, { job, plan }: Planned): Write[] {
  const { booking, visit } = plan;
  if (plan.status === "unscheduled" && job.status === "scheduled") return visitWrites(ctx, member, job, "unscheduled");
  if (!booking || visit === "keep") return [];
  return visit === "new" ? bookVisit(ctx, member, job.id, booking) : rebookVisit(ctx, member, job.id, booking);
}

function historyWrites(ctx: Ctx, member: Member, { job, plan }: Planned): Write[] {
  if (plan.status === job.status) return [];
  const at = ctx.now.toISOString();
  return [
    ctx.db.insert(workOrderHistory).values({
      orgId: member.orgId,
      workOrderId: job.id,
      id: ctx.newId(),
      fromStatus: job.status,
      toStatus: plan.status,
      reason: plan.booking?.overrideReason ?? null,
      userId: member.userId,
      occurredAt: at,
      recordedAt: at,
    }),
  ];
}

/** The columns that differ, as the audit log keeps them. */
function changes(job: Job, values: Values) {
  const changed = Object.entries(values).filter(([name, value]) =>
    Object.entries(job).some(([key, was]) => key === name && was !== value),
  );
  const names = new Set(changed.map(([name]) => name));
  return {
    before: Object.fromEntries(Object.entries(job).filter(([name]) => names.has(name))),
    after: Object.fromEntries(changed),
  };
}
