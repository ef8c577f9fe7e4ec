import { sql } from "drizzle-orm";
import { workOrders } from "#drizzle/schema/work-orders";
import {
  copyTasks,
  needsSignature,
  playbookColumns,
  playbookFor,
  takesPlaybook,
} from "~/domain/service-types/playbook.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { boardEvent } from "./change-status.server";
import { readCrew } from "./load.server";

/**
 * Gives an open work order that was booked without one the playbook of a service type; its tasks follow those that are
 * there. @throws DomainError not_found; invalid with the field; conflict when it has a playbook or is finished
 */
export async function applyPlaybook(ctx: Ctx, ref: string, serviceTypeId: string): Promise<{ id: string }> {
  const me = allow(ctx, "work_orders.write");
  return once(ctx, "applyPlaybook", { ref, serviceTypeId }, async (commit) => {
    const { id } = await readCrew(ctx, me, ref);
    const playbook = await playbookFor(ctx, me, serviceTypeId);
    const signs = needsSignature(playbook) ? { signatureRequired: true } : {};
    return commit(me, {
      writes: [
        ctx.db
          .update(workOrders)
          .set({
            ...playbookColumns(playbook),
            ...signs,
            version: sql`${workOrders.version} + 1`,
            updatedAt: ctx.now.toISOString(),
          })
          .where(takesPlaybook(me, id)),
        assertRowChanged(ctx, "has_playbook"),
        copyTasks(ctx, me, id, playbook),
      ],
      audit: [
        {
          action: "work_order.playbook",
          entity: "work_order",
          entityId: id,
          after: { serviceTypeId, version: playbook.version },
        },
      ],
      publish: [boardEvent(me, "changed", id)],
      result: { id },
      refusals: {
        has_playbook: () => new DomainError("conflict", "This work order has a playbook already, or is finished."),
      },
    });
  });
}
