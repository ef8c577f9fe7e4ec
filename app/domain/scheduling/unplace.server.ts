import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { once } from "~/domain/shared/write.server";
import { readJob } from "~/domain/work-orders/job.server";
import { historyWrite, statusWrites } from "~/domain/work-orders/move-writes.server";
import { formatWorkOrderNumber, STATUS_LABELS } from "~/domain/work-orders/rules";
import { boardEvent, isDatabaseRefusal, refusals, stale } from "~/domain/work-orders/write-parts.server";

export interface Unplaced {
  id: string;
  version: number;
  /** What to tell about it: it was on somebody's phone. */
  notice: string | null;
}

/**
 * Takes a work order out of the day. One that was sent out is called back first, at the same stroke: its history shows both
 * steps. One that waits for a place already stays as it is.
 * @throws DomainError not_found; forbidden; conflict with `{ current }` for a stale version; conflict for one that has set out
 */
export async function unplaceWorkOrder(ctx: Ctx, ref: string, asked: { version?: number }): Promise<Unplaced> {
  const me = allow(ctx, "work_orders.write");
  return once(ctx, "unplaceWorkOrder", { ref, asked }, async (commit) => {
    const job = await readJob(ctx, me, ref);
    const { id, status, version } = job;
    if (status === "unscheduled") return { id, version, notice: null };
    if (asked.version !== undefined && asked.version !== version) throw stale(job);
    if (status !== "scheduled" && status !== "dispatched" && status !== "on_hold") throw hasSetOut(job);
    const sentOut = status === "dispatched";
    const input = { to: "unscheduled" as const, version };
    const steps = sentOut
      ? [
          { job, input: { to: "scheduled" as const } },
          { job: { ...job, status: "scheduled" as const }, input },
        ]
      : [{ job, input }];
    try {
      return await commit(me, {
        writes: [
          ...statusWrites(ctx, me, { job, input, booking: null }),
          ...steps.map((step) => historyWrite(ctx, me, step)),
        ],
        audit: [
          {
            action: "work_order.move",
            entity: "work_order",
            entityId: id,
            before: { status },
            after: { status: "unscheduled" },
          },
        ],
        publish: [boardEvent(me, "moved", id)],
        result: {
          id,
          version: version + 1,
          notice: sentOut ? "It had been sent out and is off the technician's phone again." : null,
        },
        refusals,
      });
    } catch (error) {
      throw isDatabaseRefusal(error) ? stale(await readJob(ctx, me, id)) : error;
    }
  });
}

function hasSetOut({ number, status }: Parameters<typeof stale>[0]): DomainError {
  const message = `${formatWorkOrderNumber(number)} is ${STATUS_LABELS[status]}: only what nobody has set out for can wait for a place again.`;
  return new DomainError("conflict", message, { details: { from: status, to: "unscheduled" } });
}
