import { type BookingRequest, checkBooking } from "~/domain/scheduling/check-booking.server";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, staleVersion } from "~/domain/shared/errors";
import type { WorkOrder } from "./load.server";

type RefusedBooking = { error: DomainError; request: BookingRequest };

/**
 * Reports the job that took a technician's time concurrently: an override covers only the overlaps known when the reason
 * was given. @throws DomainError conflict, as in `checkBooking`
 */
export async function nameOverlap(ctx: Ctx, me: Member, { error, request }: RefusedBooking): Promise<void> {
  if (error.message === TECHNICIAN_BOOKED) await checkBooking(ctx, me, { ...request, overrideReason: null });
}

const TECHNICIAN_BOOKED = "The technician has another job at that time.";

const byDatabase = (message: string) => () =>
  new DomainError("conflict", message, { details: { refusedBy: "database" } });

/** Refusals by the database, including lost races. The caller reads again for details. */
export const refusals: ConstraintErrors = {
  work_order_moved: byDatabase("Someone else just changed this work order."),
  technician_booked: byDatabase(TECHNICIAN_BOOKED),
  technician_inactive: byDatabase("A technician of this booking no longer works here."),
  work_order_archived: byDatabase("The details of this work order were just archived. Please try again."),
  stock_location_inactive: byDatabase(
    "A part came from a location that is inactive now. Activate it first, or bill the part.",
  ),
  stock_item_inactive: byDatabase("A part is an item that is inactive now. Activate it first, or bill the part."),
  followed_up: byDatabase("This task already has a follow-up, or it did not fail."),
  "work_orders.org_id, work_orders.technician_id": byDatabase("The technician is on another job."),
};

/** True if the database refused what was valid when it was read. */
export function isDatabaseRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && error.extras.details?.refusedBy === "database";
}

/** The error for a change based on an older version; `current` is the work order now. */
export function stale(current: WorkOrder): DomainError {
  const { orgId: _, createdBy: __, statusSince: ___, invited: ____, ...rest } = current;
  const { leadFirstName: _____, detailArchived: ______, withoutAccess: _______, ...shown } = rest;
  return staleVersion("work order", shown);
}
