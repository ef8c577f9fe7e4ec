import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { serviceTasks } from "#drizzle/schema/service-types";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { decodeCursor, page } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { skillKey } from "~/domain/technicians/rules";
import { taskColumns } from "./columns.server";
import { serviceTypeNotFound, serviceTypeRow, tasksOf } from "./detail.server";
import { nextSequence } from "./rules";
import type { TaskFilter, TasksBySkills } from "./schema";

export const taskNotFound = () => notFound("Task not found");

/** All tasks of a service type in order; those in use alone where asked. @throws DomainError not_found */
export async function tasksOfServiceType(ctx: Ctx, id: string, { activeOnly }: { activeOnly: boolean }) {
  const me = allow(ctx, "service_types.read");
  const [[known], tasks] = await ctx.db.batch([serviceTypeRow(ctx, me, id), tasksOf(ctx, me, id)]);
  if (!known) throw serviceTypeNotFound();
  return activeOnly ? tasks.filter((task) => task.active) : tasks;
}

/** The place that a task added now would have. @throws DomainError not_found */
export async function nextTaskSequence(ctx: Ctx, id: string): Promise<number> {
  return nextSequence(await tasksOfServiceType(ctx, id, { activeOnly: false }));
}

/** @throws DomainError not_found */
export async function findTask(ctx: Ctx, id: string) {
  const me = allow(ctx, "service_types.read");
  const [task] = await ctx.db
    .select(taskColumns)
    .from(serviceTasks)
    .where(and(eq(serviceTasks.orgId, me.orgId), eq(serviceTasks.id, id)));
  if (!task) throw taskNotFound();
  return task;
}

/** Tasks of every service type, by service type and place. */
export async function listTasks(ctx: Ctx, filter: TaskFilter) {
  const { serviceTypeId, kind, active } = filter;
  return taskPage(ctx, filter, [
    serviceTypeId ? eq(serviceTasks.serviceTypeId, serviceTypeId) : undefined,
    kind && eq(serviceTasks.kind, kind),
    active === undefined ? undefined : eq(serviceTasks.active, active),
  ]);
}

/** The tasks in use that somebody with these skills can do: each asks for none that is missing. */
export async function tasksBySkills(ctx: Ctx, { skills, ...paging }: TasksBySkills) {
  const held = JSON.stringify(skills.map(skillKey));
  return taskPage(ctx, paging, [
    eq(serviceTasks.active, true),
    sql`NOT EXISTS (SELECT 1 FROM json_each(${serviceTasks.skillKeys}) k WHERE k.value NOT IN (SELECT value FROM json_each(${held})))`,
  ]);
}

async function taskPage(
  ctx: Ctx,
  { limit, cursor }: { limit: number; cursor?: string },
  conditions: (SQL | undefined)[],
) {
  const me = allow(ctx, "service_types.read");
  const key = decodeCursor(cursor, 3);
  const place = sql`(${serviceTasks.serviceTypeId}, ${serviceTasks.sequence}, ${serviceTasks.id})`;
  const rows = await ctx.db
    .select(taskColumns)
    .from(serviceTasks)
    .where(
      and(
        eq(serviceTasks.orgId, me.orgId),
        ...conditions,
        key ? sql`${place} > (${key[0]}, ${key[1]}, ${key[2]})` : undefined,
      ),
    )
    .orderBy(asc(serviceTasks.serviceTypeId), asc(serviceTasks.sequence), asc(serviceTasks.id))
    .limit(limit + 1);
  const all = !key && rows.length <= limit;
  return page(rows, limit, all ? rows.length : null, (row) => [row.serviceTypeId, row.sequence, row.id]);
}
