import { and, eq, sql } from "drizzle-orm";
import { serviceTypes } from "#drizzle/schema/service-types";
import type { Ctx, Member } from "~/domain/shared/context";
import { assertRowChanged, type Write } from "~/domain/shared/write.server";
import { skillKey } from "~/domain/technicians/rules";
import type { NewTask } from "./schema";

/** Puts tasks behind those that are there, numbered on from the last. */
export function insertTasks(
  ctx: Ctx,
  me: Member,
  serviceTypeId: string,
  tasks: readonly NewTask[],
  ids: string[] = [],
) {
  const rows = JSON.stringify(
    tasks.map((task, index) => [
      ids[index] ?? ctx.newId(),
      task.title,
      task.instructions ?? null,
      task.kind,
      task.required ? 1 : 0,
      JSON.stringify(task.skills ?? []),
      JSON.stringify((task.skills ?? []).map(skillKey)),
      task.active ? 1 : 0,
      task.unit ?? null,
      task.min ?? null,
      task.max ?? null,
    ]),
  );
  const now = ctx.now.toISOString();
  return ctx.db.run(sql`INSERT INTO service_tasks (org_id, service_type_id, sequence, id, title, instructions, kind, required, skills, skill_keys, active, unit, min_value, max_value, created_at, updated_at)
      SELECT ${me.orgId}, ${serviceTypeId},
        key + 1 + (SELECT coalesce(max(t.sequence), 0) FROM service_tasks t WHERE t.org_id = ${me.orgId} AND t.service_type_id = ${serviceTypeId}),
        value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10, ${now}, ${now}
      FROM json_each(${rows})`);
}

/**
 * Says that the playbook of a service type is another one from now on. With `version`, undoes the batch where somebody else
 * changed it meanwhile.
 */
export function newPlaybook(ctx: Ctx, me: Member, serviceTypeId: string, version?: number): Write[] {
  const which = and(
    eq(serviceTypes.orgId, me.orgId),
    eq(serviceTypes.id, serviceTypeId),
    version === undefined ? undefined : eq(serviceTypes.version, version),
  );
  return [
    ctx.db
      .update(serviceTypes)
      .set({
        version: sql`${serviceTypes.version} + 1`,
        playbookVersion: sql`${serviceTypes.playbookVersion} + 1`,
        updatedAt: ctx.now.toISOString(),
      })
      .where(which),
    assertRowChanged(ctx, "stale"),
  ];
}
