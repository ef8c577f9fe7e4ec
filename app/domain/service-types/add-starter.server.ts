import { eq, sql } from "drizzle-orm";
import { serviceTypes } from "#drizzle/schema/service-types";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { once } from "~/domain/shared/write.server";
import { skillKey } from "~/domain/technicians/technician";
import { starterServiceTypes } from "./starter";

/**
 * Adds the usual service types with their playbooks to a business. Existing names are left unchanged, so that repeated or
 * concurrent calls add nothing twice.
 * @returns how many were missing
 */
export async function addStarterServiceTypes(ctx: Ctx): Promise<{ added: number }> {
  const me = allow(ctx, "service_types.write");
  return once(ctx, "addStarterServiceTypes", {}, async (commit) => {
    const known = await ctx.db
      .select({ name: sql<string>`lower(name)`.as("known_name") })
      .from(serviceTypes)
      .where(eq(serviceTypes.orgId, me.orgId));
    const names = new Set(known.map(({ name }) => name));
    const missing = starterServiceTypes.filter(({ name }) => !names.has(name.toLowerCase()));
    if (missing.length === 0) return { added: 0 };
    const now = ctx.now.toISOString();
    const types = missing.map((type) => ({ ...type, id: ctx.newId() }));
    const typeRows = JSON.stringify(
      types.map((type) => [
        type.id,
        type.name,
        type.description,
        type.category,
        type.minutes,
        type.price === null ? null : type.price * 100,
        JSON.stringify(type.skills),
        JSON.stringify(type.certifications ?? []),
        type.refrigerant ? 1 : 0,
        JSON.stringify(type.parts.map((part) => ({ inventoryItemId: null, ...part }))),
      ]),
    );
    const taskRows = JSON.stringify(
      types.flatMap((type) =>
        type.tasks.map((task, index) => [
          ctx.newId(),
          type.id,
          index + 1,
          task.title,
          task.instructions,
          task.kind,
          task.required ? 1 : 0,
          JSON.stringify(task.skills),
          JSON.stringify(task.skills.map(skillKey)),
          task.unit,
          task.min,
          task.max,
        ]),
      ),
    );
    return commit(me, {
      writes: [
        ctx.db.run(sql`INSERT INTO service_types (org_id, id, name, description, category, duration_minutes, price_minor, skills, certifications, refrigerant_work, parts, created_at, updated_at)
          SELECT ${me.orgId}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9, ${now}, ${now}
          FROM json_each(${typeRows}) WHERE true ON CONFLICT DO NOTHING`),
        // Someone else may have added one of them in the meantime, with its own tasks.
        ctx.db.run(sql`INSERT INTO service_tasks (org_id, id, service_type_id, sequence, title, instructions, kind, required, skills, skill_keys, unit, min_value, max_value, created_at, updated_at)
          SELECT ${me.orgId}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11, ${now}, ${now}
          FROM json_each(${taskRows}) WHERE EXISTS (SELECT 1 FROM service_types t WHERE t.org_id = ${me.orgId} AND t.id = value ->> 1)`),
      ],
      audit: [
        {
          action: "service_type.add_starter",
          entity: "service_type",
          entityId: me.orgId,
          after: { names: missing.map(({ name }) => name) },
        },
      ],
      result: { added: missing.length },
    });
  });
}
