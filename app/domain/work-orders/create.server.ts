import { sql } from "drizzle-orm";
import { sequences } from "#drizzle/schema/platform";
import { workOrderHistory, workOrders, workOrderTasks } from "#drizzle/schema/work-orders";
import { bare } from "~/domain/addresses/schema";
import { insertAddress } from "~/domain/addresses/writes.server";
import { checkUnits, equipmentRows } from "~/domain/equipment/job-units.server";
import { followUpWrites, jobOfTask } from "~/domain/service-types/follow-up.server";
import type { Playbook } from "~/domain/service-types/playbook";
import { copyTasks, needsSignature, playbookColumns, playbookFor } from "~/domain/service-types/playbook.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { once, type Write } from "~/domain/shared/write.server";
import { actorKinds } from "./access.server";
import { bookingConflicts } from "./bookings.server";
import { checkMove } from "./check-move";
import { checkCrew, endOf, startOf } from "./schedule.server";
import type { CreateWorkOrder } from "./schema";
import { siteOf } from "./site.server";
import { type Booking, bookVisit } from "./visits.server";
import { boardEvent, isDatabaseRefusal, refusals } from "./write-parts.server";

/** Minutes a job takes until somebody says otherwise. */
export const usualDuration = 60;

/**
 * A new work order. It starts unscheduled; with a start it is booked and scheduled in the same batch, `also` with it.
 * @throws DomainError forbidden; invalid with the field; conflict with `{ missing }` when a technician is booked then
 */
export async function createWorkOrder(
  ctx: Ctx,
  given: CreateWorkOrder,
  also: (workOrderId: string) => Write[] = () => [],
): Promise<{ id: string }> {
  const member = allow(ctx, "work_orders.write");
  return once(ctx, "createWorkOrder", given, async (commit) => {
    const id = ctx.newId();
    const units = { id, customerId: given.customerId, equipmentIds: given.equipmentIds ?? [] };
    await checkUnits(ctx, member, units);
    const newSite = newSiteOf(ctx, given);
    const siteAddressId = await siteOf(ctx, member, { ...given, newSiteId: newSite?.id });
    const playbook = given.serviceTypeId ? await playbookFor(ctx, member, given.serviceTypeId) : null;
    const input = withPlaybook(given, playbook);
    const booking = bookingOf(member, input);
    await checkCrew(ctx, member, booking ?? { leadId: input.technicianId ?? null, helperIds: [] });
    if (booking) await checkBooking(ctx, member, { id, booking });
    const change = {
      writes: [
        // First: what the search index writes on its way counts as changes to the assertion behind them.
        ...(input.followUpOf ? followUpWrites(ctx, member, { ...input.followUpOf, followUpId: id }) : []),
        ...also(id),
        ...(newSite ? insertAddress(ctx, member, newSite) : []),
        nextNumber(ctx, member),
        insertRow(ctx, member, { id, siteAddressId, booking, input, playbook }),
        ...historyRows(ctx, member, { id, booking }),
        ...(booking ? bookVisit(ctx, member, id, booking) : []),
        ...(playbook ? [copyTasks(ctx, member, id, playbook)] : []),
        ...equipmentRows(ctx, member, units),
        ...taskRows(ctx, member, { id, titles: input.tasks ?? [], after: playbook?.tasks.length ?? 0 }),
      ],
      audit: [{ action: "work_order.create", entity: "work_order", entityId: id, after: { ...input, siteAddressId } }],
      publish: [boardEvent(member, "created", id)],
      result: { id },
      refusals,
    };
    try {
      return await commit(member, change);
    } catch (error) {
      if (isDatabaseRefusal(error) && booking) await checkBooking(ctx, member, { id, booking });
      throw error;
    }
  });
}

/** The address that comes with the job, as a row of its own. @throws DomainError forbidden */
function newSiteOf(ctx: Ctx, { customerId, newSite }: CreateWorkOrder) {
  if (!newSite) return null;
  allow(ctx, "customers.write");
  const input = { ...bare, ...newSite, type: "service" as const, isPrimary: false };
  return { id: ctx.newId(), customerId, input };
}

/** What the service type says where the office said nothing. */
function withPlaybook(input: CreateWorkOrder, playbook: Playbook | null): CreateWorkOrder {
  if (!playbook) return input;
  return {
    ...input,
    durationMinutes: input.durationMinutes ?? playbook.durationMinutes,
    signatureRequired: input.signatureRequired || needsSignature(playbook),
  };
}

function bookingOf(member: Member, input: CreateWorkOrder): Booking | null {
  const start = startOf(member, input);
  if (!start) return null;
  const leadId = input.technicianId ?? null;
  const helperIds = (input.helperIds ?? []).filter((one) => one !== leadId);
  const end = endOf(start, input.durationMinutes ?? usualDuration);
  return { start, end, leadId, helperIds, overrideReason: input.overrideReason ?? null };
}

async function checkBooking(ctx: Ctx, member: Member, { id, booking }: { id: string; booking: Booking }) {
  const conflicts = await bookingConflicts(ctx, member, { workOrderId: id, booking });
  const verdict = checkMove({
    from: "unscheduled",
    to: "scheduled",
    actorKind: actorKinds(member, []),
    facts: {
      startAt: booking.start,
      durationMinutes: usualDuration,
      conflicts,
      overrideReason: booking.overrideReason,
    },
  });
  if (!verdict.ok) throw new DomainError("conflict", verdict.message, { details: { missing: verdict.missing } });
}

function nextNumber(ctx: Ctx, member: Member): Write {
  return ctx.db
    .insert(sequences)
    .values({ orgId: member.orgId, name: "work_orders", value: 1 })
    .onConflictDoUpdate({ target: [sequences.orgId, sequences.name], set: { value: sql`${sequences.value} + 1` } });
}

interface NewRow {
  id: string;
  siteAddressId: string;
  booking: Booking | null;
  input: CreateWorkOrder;
  playbook: Playbook | null;
}

function insertRow(ctx: Ctx, member: Member, { id, siteAddressId, booking, input, playbook }: NewRow): Write {
  const now = ctx.now.toISOString();
  return ctx.db.insert(workOrders).values({
    orgId: member.orgId,
    id,
    number: sql`(SELECT s.value FROM sequences s WHERE s.org_id = ${member.orgId} AND s.name = 'work_orders')`,
    title: input.title,
    description: input.description,
    status: booking ? "scheduled" : "unscheduled",
    priority: input.priority ?? "normal",
    customerId: input.customerId,
    siteAddressId,
    technicianId: input.technicianId,
    scheduledStart: booking?.start,
    scheduledEnd: booking?.end,
    durationMinutes: input.durationMinutes ?? usualDuration,
    arrivalWindowMinutes: input.arrivalWindowMinutes,
    signatureRequired: input.signatureRequired ?? false,
    noCharge: input.noCharge ?? false,
    ...(playbook && playbookColumns(playbook)),
    callbackOf: input.followUpOf && jobOfTask(member, input.followUpOf),
    version: booking ? 2 : 1,
    createdBy: member.userId,
    createdAt: now,
    updatedAt: now,
  });
}

function historyRows(ctx: Ctx, member: Member, { id, booking }: { id: string; booking: Booking | null }): Write[] {
  const at = ctx.now.toISOString();
  const common = { orgId: member.orgId, workOrderId: id, userId: member.userId, occurredAt: at, recordedAt: at };
  // Two rows of one instant are told apart by their ids, so these are given in order.
  const [first = "", second = ""] = [ctx.newId(), ctx.newId()].sort();
  const created = { ...common, id: first, fromStatus: null, toStatus: "unscheduled" as const };
  const scheduled = {
    ...common,
    id: second,
    fromStatus: "unscheduled" as const,
    toStatus: "scheduled" as const,
    reason: booking?.overrideReason,
  };
  return (booking ? [created, scheduled] : [created]).map((row) => ctx.db.insert(workOrderHistory).values(row));
}

type AddedTasks = { id: string; titles: string[]; after: number };

function taskRows(ctx: Ctx, member: Member, { id, titles, after }: AddedTasks): Write[] {
  return titles.map((title, index) =>
    ctx.db
      .insert(workOrderTasks)
      .values({ orgId: member.orgId, workOrderId: id, id: ctx.newId(), position: after + index + 1, title }),
  );
}
