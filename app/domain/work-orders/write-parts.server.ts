import type { LiveEvent } from "~/domain/providers";
import type { Member } from "~/domain/shared/context";
import type { ConstraintTexts } from "~/domain/shared/database-errors.server";
import { DomainError } from "~/domain/shared/errors";
import type { OutboxMessage } from "~/domain/shared/outbox.server";
import type { WorkOrder } from "./load.server";

/** Tells other open screens that this work order changed. */
export function boardEvent(member: Member, kind: LiveEvent["kind"], workOrderId: string): OutboxMessage {
  return { topic: "board", orgId: member.orgId, event: { kind, workOrderId, by: member.name } };
}

const byDatabase = (message: string) => () =>
  new DomainError("conflict", message, { details: { refusedBy: "database" } });

/** What the database may refuse, whoever was faster. Its caller reads anew and says more. */
export const refusals: ConstraintTexts = {
  work_order_moved: byDatabase("Someone else changed this work order in the meantime."),
  technician_booked: byDatabase("The technician has another job at that time."),
  followed_up: byDatabase("This task has its follow-up already, or did not fail."),
  "work_orders.org_id, work_orders.technician_id": byDatabase("The technician is on another job."),
};

/** True when the database refused what looked right when it was read. */
export function isDatabaseRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && error.extras.details?.refusedBy === "database";
}

/** A change made on an older version; `current` is the work order as it is now. */
export function stale(current: WorkOrder): DomainError {
  const { orgId: _, createdBy: __, ...shown } = current;
  return new DomainError("conflict", "Someone else changed this work order in the meantime.", {
    details: { current: shown },
  });
}
