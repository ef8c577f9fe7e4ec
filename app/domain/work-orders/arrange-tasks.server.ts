import { and, eq, sql } from "drizzle-orm";
import { workOrderTasks } from "#drizzle/schema/work-orders";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertHolds, assertRowChanged, once } from "~/domain/shared/write.server";
import { checklistChange, isFinished, isTask, taskGone, taskRefusals } from "./internal/checklist.server";
import { readCrew } from "./load.server";
import type { TaskInput } from "./schema";
import { MAX_TASKS } from "./work-order";

/**
 * Adds a task to the checklist; office only.
 * @throws DomainError not_found; forbidden; conflict once completed, or with `MAX_TASKS`
 */
export async function addTask(ctx: Ctx, ref: string, input: TaskInput): Promise<{ id: string }> {
  const member = allow(ctx, "work_orders.write");
  return once(ctx, "addTask", { ref, input }, async (commit) => {
    const { id: workOrderId } = await readCrew(ctx, member, ref);
    const id = ctx.newId();
    const position = sql`(SELECT coalesce(max(p.position), 0) + 1 FROM work_order_tasks p WHERE p.org_id = ${member.orgId} AND p.work_order_id = ${workOrderId})`;
    const row = { orgId: member.orgId, workOrderId, id, position };
    return commit(member, {
      ...checklistChange(ctx, member, {
        workOrderId,
        writes: [
          assertHolds(
            ctx,
            "too_many_tasks",
            sql`(SELECT count(*) FROM work_order_tasks c WHERE c.org_id = ${member.orgId} AND c.work_order_id = ${workOrderId}) < ${MAX_TASKS}`,
          ),
          ctx.db.insert(workOrderTasks).values({ ...row, ...input }),
        ],
        audit: { action: "work_order_task.create", after: { id, ...input } },
      }),
      result: { id },
      refusals: { ...taskRefusals, too_many_tasks: tooManyTasks },
    });
  });
}

const tooManyTasks = () => new DomainError("conflict", `A work order can have at most ${MAX_TASKS} tasks.`);

/** Moves a task one position up or down. @throws DomainError not_found; forbidden; conflict once completed */
export async function moveTask(
  ctx: Ctx,
  ref: string,
  input: { taskId: string; direction: "up" | "down" },
): Promise<{ id: string }> {
  const member = allow(ctx, "work_orders.write");
  return once(ctx, "moveTask", { ref, input }, async (commit) => {
    const { id: workOrderId, isArchived } = await readCrew(ctx, member, ref);
    if (isArchived) throw isFinished();
    const tasks = await ctx.db
      .select({ id: workOrderTasks.id })
      .from(workOrderTasks)
      .where(and(eq(workOrderTasks.orgId, member.orgId), eq(workOrderTasks.workOrderId, workOrderId)))
      .orderBy(workOrderTasks.position, workOrderTasks.id);
    const order = tasks.map((task) => task.id);
    const at = order.indexOf(input.taskId);
    if (at < 0) throw taskGone();
    const to = Math.min(Math.max(at + (input.direction === "up" ? -1 : 1), 0), order.length - 1);
    order.splice(to, 0, ...order.splice(at, 1));
    return commit(member, {
      ...checklistChange(ctx, member, {
        workOrderId,
        writes: [
          ctx.db.run(sql`UPDATE work_order_tasks SET position = o.key + 1 FROM json_each(${JSON.stringify(order)}) o
            WHERE work_order_tasks.org_id = ${member.orgId} AND work_order_tasks.work_order_id = ${workOrderId} AND work_order_tasks.id = o.value`),
        ],
        audit: { action: "work_order_task.move", after: { id: input.taskId, direction: input.direction } },
      }),
      result: { id: input.taskId },
    });
  });
}

/** Removes a task from the checklist. @throws DomainError not_found; forbidden; conflict once completed */
export async function removeTask(ctx: Ctx, ref: string, taskId: string): Promise<{ id: string }> {
  const member = allow(ctx, "work_orders.write");
  return once(ctx, "removeTask", { ref, taskId }, async (commit) => {
    const { id: workOrderId } = await readCrew(ctx, member, ref);
    return commit(member, {
      ...checklistChange(ctx, member, {
        workOrderId,
        writes: [
          ctx.db.delete(workOrderTasks).where(isTask(member, workOrderId, taskId)),
          assertRowChanged(ctx, "task_gone"),
        ],
        audit: { action: "work_order_task.delete", before: { id: taskId } },
      }),
      result: { id: taskId },
    });
  });
}
