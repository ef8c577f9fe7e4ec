import { and, eq, sql } from "drizzle-orm";
import { workOrders, workOrderTasks } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { type AuditEntry, assertRowChanged, type Write } from "~/domain/shared/write.server";
import { boardEvent } from "~/domain/work-orders/board-event";

interface ChecklistChange {
  workOrderId: string;
  writes: Write[];
  audit: Omit<AuditEntry, "entity" | "entityId">;
}

/** Checklist and signature can only change before the job is completed. */
export function checklistChange(ctx: Ctx, member: Member, { workOrderId, writes, audit }: ChecklistChange) {
  const open = and(
    eq(workOrders.orgId, member.orgId),
    eq(workOrders.id, workOrderId),
    sql`${workOrders.status} NOT IN ('completed', 'closed', 'cancelled')`,
  );
  return {
    writes: [
      ctx.db.update(workOrders).set({ updatedAt: ctx.now.toISOString() }).where(open),
      assertRowChanged(ctx, "work_order_done"),
      ...writes,
    ],
    audit: [{ ...audit, entity: "work_order", entityId: workOrderId }],
    publish: [boardEvent(member, "changed", workOrderId)],
    refusals: taskRefusals,
  };
}

export function isTask(member: Member, workOrderId: string, taskId: string) {
  return and(
    eq(workOrderTasks.orgId, member.orgId),
    eq(workOrderTasks.workOrderId, workOrderId),
    eq(workOrderTasks.id, taskId),
  );
}

export const taskGone = () => notFound("Task not found");

/** Also applies if the checklist is archived: such jobs are finished. */
export const isFinished = () => new DomainError("conflict", "This work order is finished. Reopen it to make changes.");

export const taskRefusals = {
  work_order_done: isFinished,
  task_changed: () => new DomainError("conflict", "Someone else recorded a result for this task at the same time."),
  task_gone: taskGone,
};
