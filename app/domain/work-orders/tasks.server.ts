import { and, eq, exists, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { tenantMembers } from "#drizzle/schema/platform";
import { workOrderNotes, workOrderSignatures, workOrders, workOrderTasks } from "#drizzle/schema/work-orders";
import { type FollowUpDraft, followUpDraft } from "~/domain/service-types/follow-up";
import type { PlaybookTask } from "~/domain/service-types/playbook";
import {
  isUnsafe,
  judge,
  resultDescription,
  type TaskResult,
  takesResult,
  type Verdict,
} from "~/domain/service-types/results";
import { taskNotFound } from "~/domain/service-types/tasks.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField } from "~/domain/shared/errors";
import {
  assertHolds,
  assertRowChanged,
  type Change,
  type Commit,
  once,
  type Write,
} from "~/domain/shared/write.server";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { boardEvent } from "./board-event";
import { type DeviceTime, timeOnWorkOrder } from "./device-clock";
import { allowEvidence } from "./former-crew.server";
import { checklistChange, isFinished, isTask, taskGone, taskRefusals } from "./internal/checklist.server";
import { allowCrewOrOffice, allowOnWorkOrder, idOfWorkOrder, readCrew } from "./load.server";
import type { SignatureInput } from "./schema";

/**
 * Checks or clears a task. Checking one that someone has completed meanwhile changes nothing, unless `version` says that its result
 * was shown: then the check replaces it.
 * @throws DomainError not_found; forbidden; conflict once completed, or with `{ theirs }` if another result was recorded since
 *   `version`
 */
export async function tickTask(
  ctx: Ctx,
  ref: string,
  input: { taskId: string; done: boolean; version?: number } & DeviceTime,
): Promise<{ id: string }> {
  const member = allowCrewOrOffice(ctx);
  return once(ctx, { useCase: "tickTask", retention: "forever" }, { ref, input }, async (commit) => {
    const { id: workOrderId, crew, isArchived, createdAt } = await readCrew(ctx, member, ref);
    allowOnWorkOrder(ctx, { crew });
    if (isArchived) throw isFinished();
    const { taskId, done } = input;
    const doneAt = timeOnWorkOrder(input, { now: ctx.now, createdAt });
    const mine = { outcome: done ? ("pass" as const) : null, result: null };
    const values = {
      ...(done ? { doneAt, doneBy: member.userId } : { doneAt: null, doneBy: null }),
      ...{ outcome: mine.outcome, result: null, unsafe: false },
    };
    const isThis = isTask(member, workOrderId, taskId);
    const isUnseen = done && input.version === undefined;
    const change = {
      ...checklistChange(ctx, member, {
        workOrderId,
        writes: [
          ctx.db
            .update(workOrderTasks)
            .set({ ...values, version: nextVersion })
            .where(and(isThis, atVersion(input), isUnseen ? isNull(workOrderTasks.doneAt) : undefined)),
          isUnseen
            ? assertHolds(ctx, "task_gone", exists(ctx.db.select().from(workOrderTasks).where(isThis)))
            : expectTask(ctx, input),
        ],
        audit: { action: "work_order_task.tick", after: { id: taskId, done } },
      }),
      result: { id: taskId },
    };
    return commitRecorded(ctx, member, { ...input, workOrderId, mine, commit, change });
  });
}

/**
 * Stores the customer's signature, which is never changed or deleted.
 * @throws DomainError not_found; forbidden for members neither in the office nor, when it was signed, on the job
 */
export async function signWorkOrder(ctx: Ctx, ref: string, input: SignatureInput): Promise<{ id: string }> {
  const member = allowCrewOrOffice(ctx);
  return once(ctx, { useCase: "signWorkOrder", retention: "forever" }, { ref, input }, async (commit) => {
    const { id: workOrderId, crew, createdAt } = await readCrew(ctx, member, ref);
    const signedAt = timeOnWorkOrder(input, { now: ctx.now, createdAt });
    await allowEvidence(ctx, member, { workOrderId, crew, at: signedAt });
    const id = ctx.newId();
    const { signerName, strokes } = input;
    const row = { orgId: member.orgId, workOrderId, id, userId: member.userId, signedAt, signerName, strokes };
    return commit(member, {
      ...checklistChange(ctx, member, {
        workOrderId,
        writes: [
          ctx.db.insert(workOrderSignatures).values(row),
          ctx.db
            .update(workOrderTasks)
            .set({
              doneAt: signedAt,
              doneBy: member.userId,
              outcome: "pass",
              result: { kind: "signature", signatureId: id },
              version: nextVersion,
            })
            .where(
              and(
                eq(workOrderTasks.orgId, member.orgId),
                eq(workOrderTasks.workOrderId, workOrderId),
                eq(workOrderTasks.kind, "signature"),
                isNull(workOrderTasks.doneAt),
              ),
            ),
        ],
        audit: { action: "work_order.sign", after: { id, signerName } },
      }),
      result: { id },
    });
  });
}

/** Completes the first open reading task of the checklist with the reading, unless the job is over. */
export function completeReadingTask(
  ctx: Ctx,
  me: Member,
  { workOrderId, readingId, at }: { workOrderId: string; readingId: string; at: string },
): Write {
  return ctx.db
    .update(workOrderTasks)
    .set({
      doneAt: at,
      doneBy: me.userId,
      outcome: "pass",
      result: { kind: "reading", readingId, withinLimits: null },
      version: nextVersion,
    })
    .where(
      and(
        eq(workOrderTasks.orgId, me.orgId),
        eq(workOrderTasks.workOrderId, workOrderId),
        sql`${workOrderTasks.id} = (SELECT t.id FROM work_order_tasks t WHERE t.org_id = ${me.orgId} AND t.work_order_id = ${workOrderId}
          AND t.kind = 'reading' AND t.done_at IS NULL ORDER BY t.position, t.id LIMIT 1)`,
        isWorkOrderOpen(me, workOrderId),
      ),
    );
}

/** Opens the task that a removed reading had completed, unless the job is over. */
export function reopenReadingTask(
  ctx: Ctx,
  me: Member,
  { workOrderId, readingId }: { workOrderId: string; readingId: string },
): Write {
  return ctx.db
    .update(workOrderTasks)
    .set({ doneAt: null, doneBy: null, outcome: null, result: null, version: nextVersion })
    .where(
      and(
        eq(workOrderTasks.orgId, me.orgId),
        eq(workOrderTasks.workOrderId, workOrderId),
        eq(workOrderTasks.kind, "reading"),
        sql`${workOrderTasks.result} ->> 'readingId' = ${readingId}`,
        isWorkOrderOpen(me, workOrderId),
      ),
    );
}

function isWorkOrderOpen({ orgId }: Member, workOrderId: string) {
  return sql`(SELECT w.status FROM work_orders w WHERE w.org_id = ${orgId} AND w.id = ${workOrderId}) NOT IN ('completed', 'closed', 'cancelled')`;
}

interface RecordedTask {
  workOrderId: string;
  taskId: string;
  /** The task's version as shown; omitted: any result is overwritten. */
  version?: number;
  mine: { outcome: "pass" | "fail" | null; result: TaskResult | null };
}

export const nextVersion = sql`${workOrderTasks.version} + 1`;

function atVersion({ version }: { version?: number }) {
  return version === undefined ? undefined : eq(workOrderTasks.version, version);
}

/** For use after an update of the task; `taskRefusals` gives the reason if no row matched. */
function expectTask(ctx: Ctx, { version }: { version?: number }) {
  return assertRowChanged(ctx, version === undefined ? "task_gone" : "task_changed");
}

/**
 * Writes unless the task already has this result.
 * @throws DomainError conflict with `{ theirs: { version } }` if another result was recorded since it was shown, even
 *   concurrently: both versions are kept until the user decides
 */
async function commitRecorded<R>(
  ctx: Ctx,
  me: Member,
  recorded: RecordedTask & { commit: Commit; change: Change<R> },
): Promise<R> {
  const { commit, change } = recorded;
  const unchanged = { writes: [], result: change.result };
  if (await isAlreadyRecorded(ctx, me, recorded)) return commit(me, unchanged);
  try {
    return await commit(me, change);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "conflict" && (await isAlreadyRecorded(ctx, me, recorded))))
      throw error;
    return commit(me, unchanged);
  }
}

async function isAlreadyRecorded(
  ctx: Ctx,
  me: Member,
  { workOrderId, taskId, version, mine }: RecordedTask,
): Promise<boolean> {
  if (version === undefined) return false;
  const [now] = await ctx.db
    .select({
      version: named(workOrderTasks.version, "task_version"),
      title: workOrderTasks.title,
      unit: workOrderTasks.unit,
      result: workOrderTasks.result,
      outcome: workOrderTasks.outcome,
      doneAt: workOrderTasks.doneAt,
      firstName: namedOrNull(tenantMembers.firstName, "by_first_name"),
      lastName: namedOrNull(tenantMembers.lastName, "by_last_name"),
    })
    .from(workOrderTasks)
    .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, workOrderTasks.doneBy)))
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
  const who = now.firstName === null ? "Someone else" : `${now.firstName} ${now.lastName}`;
  const words = now.doneAt === null ? "cleared the result" : resultDescription(now, now.result);
  throw new DomainError("conflict", `${now.title}: ${who} ${words}.`, {
    details: { theirs: { version: now.version } },
  });
}

const Ids = z.array(z.string());

type TaskRef = { ref: string; taskId: string; version?: number } & DeviceTime;
type Recorded = { id: string; verdict: Verdict; followUp: FollowUpDraft | null };

/**
 * Records a task's result. A failed task counts as done, and `followUp` proposes the work order
 * to create; it is not written.
 * @throws DomainError not_found; forbidden; invalid for a result of another kind; conflict once the job is finished, or with
 *   `{ theirs }` if another result was recorded since `version`
 */
export async function recordResult(ctx: Ctx, which: TaskRef, result: TaskResult): Promise<Recorded> {
  const { ref, taskId } = which;
  const me = allowCrewOrOffice(ctx);
  return once(ctx, { useCase: "recordResult", retention: "forever" }, { ...which, result }, async (commit) => {
    const { id: workOrderId, crew, isArchived, createdAt } = await readCrew(ctx, me, ref);
    allowOnWorkOrder(ctx, { crew });
    if (isArchived) throw isFinished();
    const { task, source } = await taskOnWorkOrder(ctx, me, { ref: workOrderId, taskId });
    if (!takesResult(task, result)) throw otherKind(task);
    if (task.required && isUnexplained(result)) throw invalidField("remark", "Enter why it does not apply");
    const verdict = judge(task, result);
    const now = ctx.now.toISOString();
    const at = timeOnWorkOrder(which, { now: ctx.now, createdAt });
    const done = verdict.outcome === "open" ? null : at;
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
            unsafe: isUnsafe(task, result),
            version: nextVersion,
          })
          .where(and(isTask(me, workOrderId, taskId), atVersion(which))),
        expectTask(ctx, which),
        ...(isUnsafe(task, result) ? [safetyNote(ctx, me, { workOrderId, at, body: verdict.message ?? "" })] : []),
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
    return commitRecorded(ctx, me, { ...which, workOrderId, mine: { outcome, result }, commit, change });
  });
}

/** A required task may be skipped only with a reason. */
function isUnexplained(result: TaskResult): boolean {
  return result.kind === "check" && result.answer === "not_applicable" && !result.remark;
}

/** Shows the office the unsafe reading among the notes at once, even if the figure is corrected later. */
function safetyNote(ctx: Ctx, me: Member, note: { workOrderId: string; at: string; body: string }): Write {
  const { workOrderId, at, body } = note;
  return ctx.db.insert(workOrderNotes).values({
    ...{ orgId: me.orgId, workOrderId, id: ctx.newId(), userId: me.userId, createdAt: at, updatedAt: at },
    ...{ body: `UNSAFE. ${body}`.slice(0, 4000), customerVisible: false },
  });
}

/**
 * Returns a task of a work order as its playbook defines it, with its result and the site for a follow-up.
 * @throws DomainError not_found
 */
async function taskOnWorkOrder(ctx: Ctx, me: Member, { ref, taskId }: TaskRef) {
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

function otherKind({ title, kind }: PlaybookTask): DomainError {
  const text = `${title} needs a result of type ${kind}`;
  return new DomainError("invalid", text, { fields: { kind: [text] } });
}
