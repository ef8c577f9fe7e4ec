import { and, eq } from "drizzle-orm";
import { serviceTypes } from "#drizzle/schema/service-types";
import type { Ctx } from "~/domain/shared/context";
import { staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { refusals } from "./create.server";
import { findServiceType, type ServiceTypeDetail } from "./detail.server";
import { checkPartItems } from "./parts.server";
import { type ServiceTypeTemplate, takePlaybook, versionAfter } from "./playbook";
import type { ServiceTypeChange } from "./schema";

/**
 * Changes the given fields. The playbook gets a new version if a job booked now would get a different one; jobs booked earlier
 * keep theirs.
 * @throws DomainError not_found; conflict with `{ current }` for a stale version, or for a name in use; invalid for an unknown item
 */
export async function updateServiceType(ctx: Ctx, id: string, input: ServiceTypeChange): Promise<{ id: string }> {
  const me = allow(ctx, "service_types.write");
  return once(ctx, "updateServiceType", { id, input }, async (commit) => {
    const stored = await findServiceType(ctx, id);
    if (stored.version !== input.version) throw staleVersion("service type", stored);
    await checkPartItems(ctx, me, { parts: input.parts, before: stored.parts });
    const { version, price, ...given } = input;
    const columns = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const changed = { ...stored, ...columns, priceMinor: price === undefined ? stored.priceMinor : price };
    const { before, after } = difference(stored, changed);
    if (Object.keys(after).length === 0) return { id };
    const values = {
      ...after,
      playbookVersion: versionAfter(playbookOf(stored), playbookOf(changed)),
      version: version + 1,
      updatedAt: ctx.now.toISOString(),
    };
    try {
      return await commit(me, {
        writes: [
          ctx.db
            .update(serviceTypes)
            .set(values)
            .where(and(eq(serviceTypes.orgId, me.orgId), eq(serviceTypes.id, id), eq(serviceTypes.version, version))),
          assertRowChanged(ctx, "stale"),
        ],
        audit: [{ action: "service_type.update", entity: "service_type", entityId: id, before, after }],
        result: { id },
        refusals,
      });
    } catch (error) {
      const current = await findServiceType(ctx, id);
      throw current.version === version ? error : staleVersion("service type", current);
    }
  });
}

/** Archives a service type, so that it can no longer be booked; existing jobs keep it. @throws DomainError not_found */
export async function archiveServiceType(ctx: Ctx, id: string): Promise<{ id: string }> {
  allow(ctx, "service_types.write");
  const { version, active } = await findServiceType(ctx, id);
  return active ? updateServiceType(ctx, id, { version, active: false }) : { id };
}

/** The template for a job booked now. */
export function templateOf(serviceType: Omit<ServiceTypeDetail, "tasks" | "jobs" | "rights">): ServiceTypeTemplate {
  const { id, name, durationMinutes, skills, certifications, refrigerantWork, parts } = serviceType;
  const { playbookVersion: version, priceMinor: price } = serviceType;
  return { id, version, name, durationMinutes, price, skills, certifications, refrigerantWork, parts };
}

function playbookOf(serviceType: Omit<ServiceTypeDetail, "jobs" | "rights">) {
  return takePlaybook(templateOf(serviceType), serviceType.tasks);
}

/** The differences in the form of the audit log. */
function difference(stored: ServiceTypeDetail, changed: ServiceTypeDetail) {
  const names = Object.keys(changed).filter(
    (name) => JSON.stringify(Reflect.get(stored, name)) !== JSON.stringify(Reflect.get(changed, name)),
  );
  const pick = (from: ServiceTypeDetail) => Object.fromEntries(names.map((name) => [name, Reflect.get(from, name)]));
  return { before: pick(stored), after: pick(changed) };
}
