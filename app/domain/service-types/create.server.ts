import { serviceTypes } from "#drizzle/schema/service-types";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { once } from "~/domain/shared/write.server";
import { checkPartItems } from "./parts.server";
import type { NewServiceType } from "./schema";
import { insertTasks } from "./tasks.server";

const nameTaken = () =>
  new DomainError("conflict", "A service type with this name already exists", {
    fields: { name: ["A service type with this name already exists"] },
  });

export const refusals = { "index 'service_types_name'": nameTaken, "service_types.org_id": nameTaken };

/** Adds a service type, with its tasks if given. @throws DomainError conflict for a name in use; invalid for an unknown item */
export async function createServiceType(ctx: Ctx, input: NewServiceType): Promise<{ id: string }> {
  const me = allow(ctx, "service_types.write");
  return once(ctx, "createServiceType", input, async (commit) => {
    await checkPartItems(ctx, me, { parts: input.parts });
    const id = ctx.newId();
    const now = ctx.now.toISOString();
    const { tasks = [], price, ...columns } = input;
    return commit(me, {
      writes: [
        ctx.db
          .insert(serviceTypes)
          .values({ orgId: me.orgId, id, ...columns, priceMinor: price, createdAt: now, updatedAt: now }),
        insertTasks(ctx, me, { serviceTypeId: id, tasks }),
      ],
      audit: [{ action: "service_type.create", entity: "service_type", entityId: id, after: input }],
      result: { id },
      refusals,
    });
  });
}
