import { and, eq, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { users } from "#drizzle/schema/people";
import { workOrderTasks } from "#drizzle/schema/work-orders";
import { resultWords, type TaskResult } from "~/domain/service-types/results";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { assertRowChanged, type Change, type Commit } from "~/domain/shared/write.server";

interface Said {
  workOrderId: string;
  taskId: string;
  /** The task's version as it was seen; absent: whatever stands is overwritten. */
  version?: number;
  mine: { outcome: "pass" | "fail" | null; result: TaskResult | null };
}

export const nextVersion = sql`${workOrderTasks.version} + 1`;

export function atVersion({ version }: { version?: number }) {
  return version === undefined ? undefined : eq(workOrderTasks.version, version);
}

export const taskGone = () => notFound("Task not found");

/** Behind an update of the task; `taskRefusals` says why it met none. */
export function expectTask(ctx: Ctx, { version }: { version?: number }) {
  return assertRowChanged(ctx, version === undefined ? "task_gone" : "task_changed");
}

export const taskRefusals = {
  work_order_done: () => new DomainError("conflict", "This work order is finished. Reopen it to change what was done."),
  task_changed: () => new DomainError("conflict", "Somebody put something down for this task at the same moment."),
  task_gone: taskGone,
};

/**
 * Writes unless the task has what is to be put down already. @throws DomainError conflict with `{ theirs: { version } }` where
 * somebody put down something else after it was seen, if only at this moment: both sides are kept until a person decides
 */
export async function putDown<R>(ctx: Ctx, me: Member, said: Said & { commit: Commit; change: Change<R> }): Promise<R> {
  const { commit, change } = said;
  const asItStands = { writes: [], result: change.result };
  if (await stands(ctx, me, said)) return commit(me, asItStands);
  try {
    return await commit(me, change);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "conflict" && (await stands(ctx, me, said)))) throw error;
    return commit(me, asItStands);
  }
}

async function stands(ctx: Ctx, me: Member, { workOrderId, taskId, version, mine }: Said): Promise<boolean> {
  if (version === undefined) return false;
  const [now] = await ctx.db
    .select({
      version: named(workOrderTasks.version, "task_version"),
      title: workOrderTasks.title,
      unit: workOrderTasks.unit,
      result: workOrderTasks.result,
      outcome: workOrderTasks.outcome,
      doneAt: workOrderTasks.doneAt,
      firstName: namedOrNull(users.firstName, "by_first_name"),
      lastName: namedOrNull(users.lastName, "by_last_name"),
    })
    .from(workOrderTasks)
    .leftJoin(users, eq(users.id, workOrderTasks.doneBy))
    .where(
      and(
        eq(workOrderTasks.orgId, me.orgId),
        eq(workOrderTasks.workOrderId, workOrderId),
        eq(workOrderTasks.id, taskId),
      ),
    );
  if (!now) throw taskGone();
  if (now.version === version) return false;
  if (now.outcome === mine.outcome && JSON.stringify(now.result) === JSON.stringify(mine.result)) return true;
  const who = now.firstName === null ? "Somebody" : `${now.firstName} ${now.lastName}`;
  const words = now.doneAt === null ? "took back what stood there" : resultWords(now, now.result);
  throw new DomainError("conflict", `${now.title}: ${who} ${words} in the meantime.`, {
    details: { theirs: { version: now.version } },
  });
}
