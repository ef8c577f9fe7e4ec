import { type BookingRequest, checkBooking, siteOf } from "~/domain/scheduling/check-booking.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { once } from "~/domain/shared/write.server";
import { windowOf } from "~/domain/technicians/arrival-window";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { bookable } from "~/domain/work-orders/schedule/bookable";
import { startOf, windowInput } from "~/domain/work-orders/schedule/schedule-input";
import { boardEvent } from "./board-event";
import { changeStatus, judgeTransition, type StatusChange } from "./internal/status-change.server";
import {
  allowCrewOrOffice,
  allowOnWorkOrder,
  noticeAbout,
  readWorkOrder,
  restoreIfArchived,
  type WorkOrder,
} from "./load.server";
import { isDatabaseRefusal, nameOverlap, refusals, stale } from "./refusals.server";
import type { ChangeStatus } from "./schema";
import { VIEW_ONLY } from "./work-order";

interface StatusChanged {
  id: string;
  number: number;
  status: WorkOrderStatus;
  /** The previous status. */
  from: WorkOrderStatus;
  /** False: the status was already set and nothing was written. */
  changed: boolean;
  /** A message about the change: a technician it was dispatched to cannot see it yet. */
  notice: string | null;
}

/**
 * Changes a work order's status with all consequences, or not at all. Setting the same status again changes nothing.
 * @throws DomainError not_found; forbidden; conflict with `{ from, to, allowed, missing }` for a transition that is not in the
 *   table or lacks something, as in `checkBooking` if a technician cannot be booked, with `{ current }` for a stale version
 */
export async function changeWorkOrderStatus(ctx: Ctx, ref: string, input: ChangeStatus): Promise<StatusChanged> {
  const me = allowCrewOrOffice(ctx);
  return once(ctx, { useCase: "changeWorkOrderStatus", retention: "forever" }, { ref, input }, async (commit) => {
    const workOrder = await readWorkOrder(ctx, me, ref);
    const { id, number } = workOrder;
    const asItIs = { id, number, status: input.to, from: workOrder.status, changed: false, notice: null };
    const change = await plan(ctx, me, { workOrder, input });
    // Stores only the idempotency key, so that a retry after later changes still does nothing.
    if (!change) return commit(me, { writes: [], result: asItIs });
    await restoreIfArchived(ctx, me, workOrder);
    try {
      const { writes, audit } = changeStatus(ctx, me, change);
      const result = { ...asItIs, changed: true, notice: noticeAbout(workOrder, input.to) };
      return await commit(me, { writes, audit, publish: [boardEvent(me, "moved", id)], result, refusals });
    } catch (error) {
      if (!isDatabaseRefusal(error)) throw error;
      // Valid when read but refused by the database: read again to report what changed.
      const current = await readWorkOrder(ctx, me, id);
      if (current.status === input.to) return asItIs;
      const again = await plan(ctx, me, { workOrder: current, input });
      if (again?.request) await nameOverlap(ctx, me, { error, request: again.request });
      throw current.version === workOrder.version ? new DomainError("conflict", error.message) : stale(current);
    }
  });
}

type Planned = { workOrder: WorkOrder; input: ChangeStatus };

/** Returns the change with its booking, if any; null if there is nothing to do. @throws DomainError if it is refused */
async function plan(ctx: Ctx, me: Member, { workOrder, input }: Planned) {
  allowOnWorkOrder(ctx, workOrder, VIEW_ONLY);
  if (input.to === workOrder.status) return null;
  if (input.version !== undefined && input.version !== workOrder.version) throw stale(workOrder);
  const { to, version, durationMinutes: minutes = workOrder.durationMinutes } = input;
  const books = to === "scheduled" && workOrder.status !== "dispatched";
  const zone = books ? await zoneOfSite(ctx, me, { workOrder, input }) : me.timeZone;
  const start = books ? (startOf(zone, input) ?? null) : null;
  const given = { ...input, startAt: start, durationMinutes: minutes };
  const change: StatusChange & { request?: BookingRequest } = { workOrder, to, version, given };
  judgeTransition(me, change);
  if (!start) return change;
  const leadId = input.technicianId === undefined ? workOrder.technicianId : input.technicianId;
  const request = {
    workOrder: bookable(workOrder),
    start,
    minutes,
    leadId,
    helperIds: input.helperIds ?? workOrder.helperIds,
    overrideReason: input.overrideReason ?? null,
    window: windowInput(input, zone, windowOf(workOrder)),
  };
  const { booking } = await checkBooking(ctx, me, request);
  return { ...change, booking, request };
}

/** Returns the zone of a given date and time; not needed for instants. */
async function zoneOfSite(ctx: Ctx, me: Member, { workOrder, input }: Planned): Promise<string> {
  if (input.scheduledStart) return me.timeZone;
  const [site] = await siteOf(ctx, me, workOrder.siteAddressId);
  return site?.timeZone ?? me.timeZone;
}
