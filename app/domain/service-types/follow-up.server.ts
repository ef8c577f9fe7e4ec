import { and, eq, isNull, sql } from "drizzle-orm";
import { workOrderTasks } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { assertRowChanged, type Write } from "~/domain/shared/write.server";

type FollowUp = { workOrderId: string; taskId: string; followUpId: string };

/** The work order of a task by its id; null where it is nobody's or another business's, so that no foreign key has to tell. */
export function jobOfTask(me: Member, { workOrderId }: { workOrderId: string }) {
  return sql`(SELECT w.id FROM work_orders w WHERE w.org_id = ${me.orgId} AND w.id = ${workOrderId})`;
}

/** Ties a new work order to the failed task that it follows up; one for a task, however often it is asked for. */
export function followUpWrites(ctx: Ctx, me: Member, { workOrderId, taskId, followUpId }: FollowUp): Write[] {
  return [
    ctx.db
      .update(workOrderTasks)
      .set({ followUpId })
      .where(
        and(
          eq(workOrderTasks.orgId, me.orgId),
          eq(workOrderTasks.workOrderId, workOrderId),
          eq(workOrderTasks.id, taskId),
          eq(workOrderTasks.outcome, "fail"),
          isNull(workOrderTasks.followUpId),
        ),
      ),
    assertRowChanged(ctx, "followed_up"),
  ];
}
