import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { named } from "#drizzle/d1/columns";
import { workOrders, workOrderTasks } from "#drizzle/schema/work-orders";
import { type FollowUpDraft, followUpDraft } from "~/domain/service-types/follow-up";
import type { PlaybookTask } from "~/domain/service-types/playbook";
import { judge, type TaskResult, type Verdict } from "~/domain/service-types/results";
import { taskNotFound } from "~/domain/service-types/tasks.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { allowCrewOrOffice, allowOnWorkOrder } from "./access.server";
import { boardEvent } from "./change-status.server";
import { idOfWorkOrder, readCrew } from "./load.server";
import { atVersion, expectTask, nextVersion, putDown, taskRefusals } from "./tasks.server";
import { formatWorkOrderNumber } from "./work-order";

const Ids = z.array(z.string());

type TaskRef = { ref: string; taskId: string; version?: number };
type Recorded = { id: string; verdict: Verdict; followUp: FollowUpDraft | null };

/**
 * Puts down what was found for a task of a work order. What failed counts as done, and `followUp` proposes the work order
 * that should come of it; nothing of that is written.
 * @throws DomainError not_found; forbidden; invalid for a result of another kind; conflict once the job is finished, or with
 *   `{ theirs }` where something else was put down since `version`
 */
export async function recordResult(ctx: Ctx, which: TaskRef, result: TaskResult): Promise<Recorded> {
  const { ref, taskId } = which;
  const me = allowCrewOrOffice(ctx);
  return once(ctx, { useCase: "recordResult", retention: "forever" }, { ...which, result }, async (commit) => {
    const { id: workOrderId, crew } = await readCrew(ctx, me, ref);
    allowOnWorkOrder(ctx, { crew });
    const { task, source } = await taskOnJob(ctx, me, { ref: workOrderId, taskId });
    if (result.kind !== task.kind) throw otherKind(task);
    const verdict = judge(task, result);
    const now = ctx.now.toISOString();
    const done = verdict.outcome === "open" ? null : now;
    const outcome = verdict.outcome === "open" ? null : verdict.outcome;
    const recorded = { id: taskId, verdict, followUp: followUpDraft(task, result, source) };
    const change = {
      writes: [
        ctx.db
          .update(workOrders)
          .set({ updatedAt: now })
          .where(
            and(
              eq(workOrders.orgId, me.orgId),
              eq(workOrders.id, workOrderId),
              sql`${workOrders.status} NOT IN ('completed', 'closed', 'cancelled')`,
            ),
          ),
        assertRowChanged(ctx, "work_order_done"),
        ctx.db
          .update(workOrderTasks)
          .set({
            result,
            outcome,
            doneAt: done,
            doneBy: done && me.userId,
            version: nextVersion,
          })
          .where(and(isTask(me, workOrderId, taskId), atVersion(which))),
        expectTask(ctx, which),
      ],
      audit: [
        {
          action: "work_order_task.result",
          entity: "work_order",
          entityId: workOrderId,
          after: { id: taskId, result, outcome: verdict.outcome },
        },
      ],
      publish: [boardEvent(me, "changed", workOrderId)],
      result: recorded,
      refusals: taskRefusals,
    };
    return putDown(ctx, me, { ...which, workOrderId, mine: { outcome, result }, commit, change });
  });
}

/** A task of a work order as its playbook has it, with its result and where a follow-up would go. @throws DomainError not_found */
async function taskOnJob(ctx: Ctx, me: Member, { ref, taskId }: TaskRef) {
  const [row] = await ctx.db
    .select({
      id: named(workOrderTasks.id, "task_id"),
      sequence: workOrderTasks.position,
      title: named(workOrderTasks.title, "task_title"),
      instructions: workOrderTasks.instructions,
      kind: workOrderTasks.kind,
      required: workOrderTasks.required,
      skills: workOrderTasks.skills,
      unit: workOrderTasks.unit,
      min: workOrderTasks.min,
      max: workOrderTasks.max,
      result: workOrderTasks.result,
      followUpId: workOrderTasks.followUpId,
      workOrderId: named(workOrders.id, "job_id"),
      number: workOrders.number,
      customerId: workOrders.customerId,
      siteAddressId: workOrders.siteAddressId,
      about:
        sql<string>`(SELECT json_group_array(we.equipment_id) FROM work_order_equipment we WHERE we.org_id = ${me.orgId} AND we.work_order_id = ${workOrders.id})`.as(
          "about",
        ),
    })
    .from(workOrderTasks)
    .innerJoin(workOrders, and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, workOrderTasks.workOrderId)))
    .where(
      and(
        eq(workOrderTasks.orgId, me.orgId),
        eq(workOrderTasks.workOrderId, idOfWorkOrder(me, ref)),
        eq(workOrderTasks.id, taskId),
      ),
    );
  if (!row) throw taskNotFound();
  const { workOrderId, number, customerId, siteAddressId, about, result, followUpId, ...task } = row;
  const label = formatWorkOrderNumber(number);
  return {
    task: task satisfies PlaybookTask,
    result,
    followUpId,
    source: { workOrderId, label, customerId, siteAddressId, equipmentIds: Ids.parse(JSON.parse(about)) },
  };
}

function isTask(me: Member, workOrderId: string, taskId: string) {
  return and(
    eq(workOrderTasks.orgId, me.orgId),
    eq(workOrderTasks.workOrderId, workOrderId),
    eq(workOrderTasks.id, taskId),
  );
}

function otherKind({ title, kind }: PlaybookTask): DomainError {
  const text = `${title} takes a result of the kind ${kind}`;
  return new DomainError("invalid", text, { fields: { kind: [text] } });
}
