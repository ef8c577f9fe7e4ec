import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { serviceTasks, serviceTypes } from "#drizzle/schema/service-types";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound, staleVersion } from "~/domain/shared/errors";
import { nudged } from "~/domain/shared/nudged";
import { decodeCursor, page } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { type AuditEntry, assertHolds, assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { skillKey } from "~/domain/technicians/technician";
import { serviceTypeNotFound, serviceTypeRow, taskColumns, tasksOf } from "./detail.server";
import type { NewTask, ReorderTasks, TaskChange, TaskFilter, TasksBySkills } from "./schema";
import { MAX_TASKS, nextSequence, reorderTasks, taskProblems } from "./service-type";

type Task = Awaited<ReturnType<typeof findTask>>;

/** Adds a task after the others. @throws DomainError not_found; conflict if there are too many */
export async function addTask(ctx: Ctx, serviceTypeId: string, input: NewTask): Promise<{ id: string }> {
  const me = allow(ctx, "service_types.write");
  return once(ctx, "addServiceTask", { serviceTypeId, input }, async (commit) => {
    const [known] = await serviceTypeRow(ctx, me, serviceTypeId);
    if (!known) throw serviceTypeNotFound();
    const id = ctx.newId();
    const stored = sql`(SELECT count(*) FROM service_tasks t INDEXED BY service_tasks_sequence
      WHERE t.org_id = ${me.orgId} AND t.service_type_id = ${serviceTypeId})`;
    return commit(me, {
      writes: [
        assertHolds(ctx, "service_tasks_full", sql`${stored} < ${MAX_TASKS}`),
        insertTasks(ctx, me, { serviceTypeId, tasks: [input], ids: [id] }),
        ...newPlaybook(ctx, me, serviceTypeId),
      ],
      audit: [entry("service_task.create", serviceTypeId, { after: { id, ...input } })],
      result: { id },
      refusals: {
        service_tasks_full: () => new DomainError("conflict", `A service type can have at most ${MAX_TASKS} tasks`),
      },
    });
  });
}

/** Changes the given fields. @throws DomainError not_found; invalid with the fields; conflict with `{ current }` when stale */
export async function changeTask(ctx: Ctx, id: string, input: TaskChange): Promise<{ id: string }> {
  const me = allow(ctx, "service_types.write");
  return once(ctx, "changeServiceTask", { id, input }, async (commit) => {
    const stored = await findTask(ctx, id);
    if (stored.version !== input.version) throw staleVersion("task", stored);
    const changed = changedTask(stored, input);
    refuseProblems(changed);
    if (JSON.stringify(changed) === JSON.stringify(stored)) return { id };
    const { serviceTypeId: _, sequence: __, id: ___, ...values } = changed;
    try {
      return await commit(me, {
        writes: [
          ctx.db
            .update(serviceTasks)
            .set({
              ...values,
              skillKeys: changed.skills.map(skillKey),
              version: stored.version + 1,
              updatedAt: ctx.now.toISOString(),
            })
            .where(and(isTask(me, id), eq(serviceTasks.version, stored.version))),
          assertRowChanged(ctx, "stale"),
          ...newPlaybook(ctx, me, stored.serviceTypeId),
        ],
        audit: [entry("service_task.update", stored.serviceTypeId, { before: stored, after: changed })],
        result: { id },
      });
    } catch (error) {
      const current = await findTask(ctx, id);
      throw current.version === stored.version ? error : staleVersion("task", current);
    }
  });
}

/** Archives a task: removed from the playbook, but it can be restored. @throws DomainError not_found */
export async function archiveTask(ctx: Ctx, id: string): Promise<{ id: string }> {
  allow(ctx, "service_types.write");
  const { version, active } = await findTask(ctx, id);
  return active ? changeTask(ctx, id, { version, active: false }) : { id };
}

/** Deletes a task permanently; later ones move up. Work orders keep their copies. @throws DomainError not_found */
export async function deleteTask(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "service_types.write");
  return once(ctx, "deleteServiceTask", { id }, async (commit) => {
    const stored = await findTask(ctx, id);
    const { serviceTypeId } = stored;
    const place = sql`(SELECT gone.sequence FROM service_tasks gone WHERE gone.org_id = ${me.orgId} AND gone.id = ${id})`;
    return commit(me, {
      writes: [
        ctx.db
          .update(serviceTasks)
          .set({ sequence: sql`${serviceTasks.sequence} - 1` })
          .where(
            and(
              eq(serviceTasks.orgId, me.orgId),
              eq(serviceTasks.serviceTypeId, serviceTypeId),
              sql`${serviceTasks.sequence} > ${place}`,
            ),
          ),
        ctx.db.delete(serviceTasks).where(isTask(me, id)),
        assertRowChanged(ctx, "task_gone"),
        ...newPlaybook(ctx, me, serviceTypeId),
      ],
      audit: [entry("service_task.delete", serviceTypeId, { before: stored })],
      result: { id },
      refusals: { task_gone: taskNotFound },
    });
  });
}

/**
 * Reorders the given tasks; the others keep their positions.
 * @throws DomainError not_found; invalid for a task that is unknown or listed twice; conflict if tasks changed in the meantime
 */
export async function reorderServiceTasks(ctx: Ctx, serviceTypeId: string, input: ReorderTasks) {
  const me = allow(ctx, "service_types.write");
  return once(ctx, "reorderServiceTasks", { serviceTypeId, input }, async (commit) => {
    const [[serviceType], tasks] = await ctx.db.batch([
      serviceTypeRow(ctx, me, serviceTypeId),
      tasksOf(ctx, me, serviceTypeId),
    ]);
    if (!serviceType) throw serviceTypeNotFound();
    const ordered = reorderTasks(tasks, input.tasks);
    if (!ordered) {
      const text = "Some of these tasks do not exist or are listed twice";
      throw new DomainError("invalid", text, { fields: { tasks: [text] } });
    }
    const ids = ordered.map((task) => task.id);
    if (ids.join() === tasks.map((task) => task.id).join()) return { id: serviceTypeId };
    return commit(me, {
      ...inOrder(ctx, me, { serviceTypeId, version: serviceType.version, ids }),
      result: { id: serviceTypeId },
    });
  });
}

/**
 * Moves a task one place up or down; at either end it stays.
 * @throws DomainError not_found; conflict if tasks changed in the meantime
 */
export async function moveServiceTask(ctx: Ctx, serviceTypeId: string, input: TaskMove): Promise<{ id: string }> {
  const me = allow(ctx, "service_types.write");
  return once(ctx, "moveServiceTask", { serviceTypeId, input }, async (commit) => {
    const { id, direction } = input;
    const [[serviceType], tasks] = await ctx.db.batch([
      serviceTypeRow(ctx, me, serviceTypeId),
      tasksOf(ctx, me, serviceTypeId),
    ]);
    if (!serviceType) throw serviceTypeNotFound();
    const ids = tasks.map((task) => task.id);
    if (!ids.includes(id)) throw taskNotFound();
    const moved = nudged(ids, id, direction === "up" ? -1 : 1);
    const change =
      moved.join() === ids.join()
        ? { writes: [] }
        : inOrder(ctx, me, { serviceTypeId, version: serviceType.version, ids: moved });
    return commit(me, { ...change, result: { id } });
  });
}

interface TaskMove {
  id: string;
  direction: "up" | "down";
}

interface TaskOrder {
  serviceTypeId: string;
  version: number;
  ids: string[];
}

/** The playbook with its tasks in this order. */
function inOrder(ctx: Ctx, me: Member, { serviceTypeId, version, ids }: TaskOrder) {
  return {
    writes: [...newPlaybook(ctx, me, serviceTypeId, version), renumber(ctx, me, serviceTypeId, ids)],
    audit: [entry("service_task.reorder", serviceTypeId, { after: { order: ids } })],
  };
}

function renumber(ctx: Ctx, me: Member, serviceTypeId: string, ids: string[]): Write {
  const order = JSON.stringify(ids);
  return ctx.db
    .update(serviceTasks)
    .set({ sequence: sql`(SELECT o.key + 1 FROM json_each(${order}) o WHERE o.value = ${serviceTasks.id})` })
    .where(and(eq(serviceTasks.orgId, me.orgId), eq(serviceTasks.serviceTypeId, serviceTypeId)));
}

function isTask(me: Member, id: string) {
  return and(eq(serviceTasks.orgId, me.orgId), eq(serviceTasks.id, id));
}

/** The stored task with the given changes; one that is no longer a measurement loses its unit and limits. */
function changedTask(stored: Task, { version: _, ...input }: TaskChange): Task {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const measured = (input.kind ?? stored.kind) === "measurement" ? {} : { unit: null, min: null, max: null };
  return { ...stored, ...measured, ...given };
}

function refuseProblems(task: Task): void {
  const problems = taskProblems(task);
  const [first] = problems;
  if (!first) return;
  const fields = Object.fromEntries(problems.map(({ field, message }) => [field, [message]]));
  throw new DomainError("invalid", first.message, { fields });
}

function entry(action: string, serviceTypeId: string, change: Pick<AuditEntry, "before" | "after">): AuditEntry {
  return { action, entity: "service_type", entityId: serviceTypeId, ...change };
}

export const taskNotFound = () => notFound("Task not found");

/** Returns all tasks of a service type in order; only active ones on request. @throws DomainError not_found */
export async function tasksOfServiceType(ctx: Ctx, id: string, { activeOnly }: { activeOnly: boolean }) {
  const me = allow(ctx, "service_types.read");
  const [[known], tasks] = await ctx.db.batch([serviceTypeRow(ctx, me, id), tasksOf(ctx, me, id)]);
  if (!known) throw serviceTypeNotFound();
  return activeOnly ? tasks.filter((task) => task.active) : tasks;
}

/** The sequence number the next task would get. @throws DomainError not_found */
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

/** Returns the tasks of all service types, by service type and sequence. */
export async function listTasks(ctx: Ctx, filter: TaskFilter) {
  const { serviceTypeId, kind, active } = filter;
  return taskPage(ctx, filter, [
    serviceTypeId ? eq(serviceTasks.serviceTypeId, serviceTypeId) : undefined,
    kind && eq(serviceTasks.kind, kind),
    active === undefined ? undefined : eq(serviceTasks.active, active),
  ]);
}

/** Returns active tasks that a technician with these skills can do: no required skill is missing. */
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
  const key = decodeCursor(cursor, ["text", "number", "text"]);
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

/** Adds tasks after the existing ones, continuing their numbering. */
export function insertTasks(
  ctx: Ctx,
  me: Member,
  { serviceTypeId, tasks, ids = [] }: { serviceTypeId: string; tasks: readonly NewTask[]; ids?: string[] },
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
 * Marks a service type's playbook as changed. With `version`, rolls back the batch if someone else changed it in the meantime.
 */
function newPlaybook(ctx: Ctx, me: Member, serviceTypeId: string, version?: number): Write[] {
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
