import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { todos } from "#drizzle/schema/todos";
import { liveMessage } from "~/domain/live/message";
import { activeMember } from "~/domain/shared/active-member.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, staleVersion } from "~/domain/shared/errors";
import type { OutboxMessage } from "~/domain/shared/outbox.server";
import { allowMember } from "~/domain/shared/permissions";
import type { CivilDate } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, differences, once, type Write } from "~/domain/shared/write.server";
import { allowOnTodo, type TodoRow, todoNotFound } from "./list.server";
import { type QuickTodo, readQuickTodo } from "./quick-add";
import type { QuickAdd, TodoChange, TodoInput } from "./schema";
import { isSubject, SUBJECT_NOUNS } from "./subjects.server";
import {
  ABOUT_NOTHING,
  MAX_TITLE,
  nextDue,
  reminderAt,
  SUBJECT_FIELDS,
  SUBJECT_KINDS,
  type SubjectIds,
  subjectIn,
} from "./todo";

/** Adds a to-do. @throws DomainError invalid with the field for records of another business */
export async function createTodo(ctx: Ctx, input: TodoInput): Promise<{ id: string }> {
  const me = allowMember(ctx);
  return once(ctx, "createTodo", input, async (commit) => {
    refuseTwoRecords(input);
    await checkReferences(ctx, me, input);
    const { id, write } = insertTodo(ctx, me, input);
    return commit(me, {
      writes: [write],
      audit: [{ action: "todo.create", entity: "todo", entityId: id, after: { title: input.title } }],
      publish: [todoEvent(me, id)],
      result: { id },
    });
  });
}

/** Adds a to-do from one line of text, assigned to its author. Returns how it was parsed. */
export async function quickAddTodo(ctx: Ctx, { text }: QuickAdd) {
  const me = allowMember(ctx);
  const read = readQuickTodo(text, { now: ctx.now.getTime(), zone: me.timeZone });
  return { ...(await addReadTodo(ctx, read)), ...read };
}

/** Adds a parsed line of text, assigned to its author. */
export function addReadTodo(ctx: Ctx, { repeat, ...read }: QuickTodo): Promise<{ id: string }> {
  const me = allowMember(ctx);
  return createTodo(ctx, {
    ...read,
    ...{ repeatUnit: repeat?.unit ?? null, repeatEvery: repeat?.every ?? 1, repeatFrom: repeat?.from ?? "due" },
    ...{ ...ABOUT_NOTHING, notes: null, assigneeId: me.userId, reminderMinutes: read.dueAt === null ? null : 0 },
  });
}

type OfficeTodo = Pick<Member, "orgId"> & Pick<TodoInput, "title" | "notes" | "dueOn"> & Partial<SubjectIds>;

/**
 * A to-do from the system, assigned to nobody, for the batch of what it is about: the statement and the event for open screens.
 * A long title is cut.
 */
export function officeTodo(ctx: Ctx, { orgId, title, ...todo }: OfficeTodo): { write: Write; publish: OutboxMessage } {
  const id = ctx.newId();
  const input: TodoInput = {
    ...{ ...ABOUT_NOTHING, ...todo, title: title.slice(0, MAX_TITLE), assigneeId: null, dueAt: null },
    ...{ repeatUnit: null, repeatEvery: 1, repeatFrom: "due", reminderMinutes: null },
  };
  const write = newRow(ctx, { ...columnsOf(input), orgId, id, seriesId: id, createdBy: "system" });
  return { write, publish: todoEvent({ orgId }, id) };
}

function insertTodo(ctx: Ctx, me: Member, input: TodoInput) {
  const id = ctx.newId();
  const write = newRow(ctx, {
    ...columnsOf(input),
    ...{ orgId: me.orgId, id, seriesId: id, anchorOn: input.repeatUnit && input.dueOn },
    ...{ remindAt: reminderOf(ctx, me, input), createdBy: writerOf(me) },
  });
  return { id, write };
}

function newRow(ctx: Ctx, row: Omit<typeof todos.$inferInsert, "createdAt" | "updatedAt">) {
  const at = ctx.now.toISOString();
  return ctx.db.insert(todos).values({ ...row, createdAt: at, updatedAt: at });
}

const reminderOf = ({ now }: Ctx, { timeZone }: Member, todo: Parameters<typeof reminderAt>[0]) =>
  reminderAt(todo, { now, zone: timeZone });

const writerOf = (me: Member) => me.userId ?? "system";

/** The columns of a to-do; the interval is dropped if it does not repeat. */
function columnsOf({ repeatEvery, repeatFrom, ...input }: TodoInput) {
  const repeats = input.repeatUnit !== null;
  return { ...input, repeatEvery: repeats ? repeatEvery : null, repeatFrom: repeats ? repeatFrom : null };
}

/** Saves the whole to-do. @throws DomainError not_found; conflict with `{ current }`; invalid with the field */
export async function updateTodo(ctx: Ctx, id: string, { version, ...input }: TodoChange): Promise<{ id: string }> {
  const me = allowMember(ctx);
  return once(ctx, "updateTodo", { id, version, input }, async (commit) => {
    const stored = await allowOnTodo(ctx, id);
    const wanted = columnsOf(input);
    const { before, after } = differences(stored, wanted);
    refuseTwoRecords(wanted);
    // References the reader may not open stay, so only changed ones are checked.
    await checkReferences(ctx, me, after);
    if (stored.version !== version) throw staleVersion("to-do", stored);
    if (Object.keys(after).length === 0) return { id };
    const again = "dueOn" in after || "repeatUnit" in after || "repeatEvery" in after;
    return commit(me, {
      writes: [
        change(ctx, me, stored, {
          ...after,
          ...(again && { anchorOn: wanted.repeatUnit && wanted.dueOn }),
          ...(REMINDED_BY.some((field) => field in after) && { remindAt: reminderOf(ctx, me, wanted) }),
        }),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [{ action: "todo.update", entity: "todo", entityId: id, before, after }],
      publish: [todoEvent(me, id)],
      result: { id },
      refusals: { stale: () => staleVersion("to-do", stored) },
    });
  });
}

/** Changes of these fields reset the reminder. */
const REMINDED_BY = ["dueOn", "dueAt", "reminderMinutes", "assigneeId"];

/** Updates the row only if it is still as it was read. */
function change(ctx: Ctx, me: Member, stored: TodoRow, set: object, where: SQL = isNull(todos.deletedAt)): Write {
  return ctx.db
    .update(todos)
    .set({ ...set, version: stored.version + 1, updatedAt: ctx.now.toISOString() })
    .where(and(eq(todos.orgId, me.orgId), eq(todos.id, stored.id), eq(todos.version, stored.version), where));
}

/** Notifies open screens of a changed to-do; each reads only what its user may see. */
export const todoEvent = ({ orgId }: Pick<Member, "orgId">, todoId: string): OutboxMessage =>
  liveMessage(orgId, { kind: "todo", todoId });

const changedMeanwhile = () => new DomainError("conflict", "Someone else just changed this to-do. Reload the list.");

/** Raised by the index on the occurrences of a series; deleted ones do not count. */
const OCCURRENCE_TAKEN = "todos.series_id";

/**
 * Marks a to-do as done; a repeating one also gets its next occurrence, unless it has one that was restored while it was open
 * again. If it is already done, nothing happens.
 * @throws DomainError not_found; conflict if someone else changes it at the same moment
 */
export async function completeTodo(ctx: Ctx, id: string): Promise<{ id: string; nextDueOn: CivilDate | null }> {
  const me = allowMember(ctx);
  return once(ctx, "completeTodo", { id }, async (commit) => {
    const stored = await allowOnTodo(ctx, id);
    if (stored.doneAt !== null) return { id, nextDueOn: null };
    const next = nextOf(ctx, me, stored);
    const nextDueOn = next && (await dueOfNext(ctx, me, { stored, dueOn: next.dueOn }));
    return commit(me, {
      writes: [
        change(ctx, me, stored, { doneAt: ctx.now.toISOString(), doneBy: writerOf(me) }, isNull(todos.doneAt)),
        assertRowChanged(ctx, "todo_changed"),
        ...(next ? [newRow(ctx, next).onConflictDoNothing()] : []),
      ],
      audit: [{ action: "todo.complete", entity: "todo", entityId: id, after: { nextDueOn: nextDueOn ?? undefined } }],
      publish: [todoEvent(me, id)],
      result: { id, nextDueOn },
      refusals: { todo_changed: changedMeanwhile },
    });
  });
}

/** The condition for the next occurrence in the series, unless it is deleted. */
const follows = (me: Member, { seriesId, occurrence }: TodoRow) =>
  and(
    eq(todos.orgId, me.orgId),
    eq(todos.seriesId, seriesId),
    eq(todos.occurrence, occurrence + 1),
    isNull(todos.deletedAt),
  );

/** When the next occurrence is due: one there already, null if that is done, or else the given day. */
async function dueOfNext(ctx: Ctx, me: Member, { stored, dueOn }: { stored: TodoRow; dueOn: CivilDate }) {
  const [there] = await ctx.db
    .select({ dueOn: todos.dueOn, doneAt: todos.doneAt })
    .from(todos)
    .where(follows(me, stored));
  if (!there) return dueOn;
  return there.doneAt === null ? there.dueOn : null;
}

/** The next occurrence of a series; null if it does not repeat. */
function nextOf(ctx: Ctx, me: Member, stored: TodoRow) {
  const { dueOn, anchorOn, repeatEvery, repeatUnit, repeatFrom } = stored;
  if (dueOn === null || anchorOn === null || repeatEvery === null || repeatUnit === null || repeatFrom === null)
    return null;
  const repeat = { every: repeatEvery, unit: repeatUnit, from: repeatFrom };
  const next = nextDue({ dueOn, anchorOn, repeat }, todayOf(ctx, me));
  const { title, notes, assigneeId, dueAt, seriesId, reminderMinutes } = stored;
  const about = subjectIn(stored);
  return {
    ...{ title, notes, assigneeId, dueAt, seriesId, reminderMinutes },
    ...(about && { [SUBJECT_FIELDS[about.kind]]: about.id }),
    remindAt: reminderOf(ctx, me, { dueOn: next, dueAt, reminderMinutes }),
    ...{ orgId: me.orgId, id: ctx.newId(), occurrence: stored.occurrence + 1 },
    ...{ dueOn: next, repeatEvery, repeatUnit, repeatFrom, anchorOn: repeatFrom === "due" ? anchorOn : next },
    createdBy: stored.createdBy,
  };
}

/**
 * Reopens a completed to-do. Its next occurrence is removed, unless it has been changed.
 * @throws DomainError not_found; conflict if the next occurrence was changed or is done
 */
export async function reopenTodo(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allowMember(ctx);
  return once(ctx, "reopenTodo", { id }, async (commit) => {
    const stored = await allowOnTodo(ctx, id);
    if (stored.doneAt === null) return { id };
    return commit(me, {
      writes: [
        // Only if unchanged since it was created.
        ctx.db.delete(todos).where(and(follows(me, stored), eq(todos.version, 1), isNull(todos.doneAt))),
        change(
          ctx,
          me,
          stored,
          { doneAt: null, doneBy: null, remindAt: reminderOf(ctx, me, stored) },
          sql`not exists (select 1 from todos n where n.org_id = ${me.orgId} and n.series_id = ${stored.seriesId}
            and n.occurrence = ${stored.occurrence + 1} and n.deleted_at is null)`,
        ),
        assertRowChanged(ctx, "todo_changed"),
      ],
      audit: [{ action: "todo.reopen", entity: "todo", entityId: id }],
      publish: [todoEvent(me, id)],
      result: { id },
      refusals: {
        todo_changed: () =>
          new DomainError("conflict", "The next one in this series was already changed. Open that one instead."),
      },
    });
  });
}

/** Deletes a to-do, with its series if it repeats; it can be restored for 30 days. @throws DomainError not_found */
export async function deleteTodo(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allowMember(ctx);
  return once(ctx, "deleteTodo", { id }, async (commit) => {
    const stored = await allowOnTodo(ctx, id);
    return commit(me, {
      writes: [change(ctx, me, stored, { deletedAt: ctx.now.toISOString() }), assertRowChanged(ctx, "todo_changed")],
      audit: [{ action: "todo.delete", entity: "todo", entityId: id, before: { title: stored.title } }],
      publish: [todoEvent(me, id)],
      result: { id },
      refusals: { todo_changed: changedMeanwhile },
    });
  });
}

/** Restores a deleted to-do. @throws DomainError not_found if it is not deleted; conflict if its series has another in its place */
export async function restoreTodo(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allowMember(ctx);
  return once(ctx, "restoreTodo", { id }, async (commit) => {
    const stored = await allowOnTodo(ctx, id, { deleted: true });
    // A reminder that was sent is not sent again.
    const remindAt = stored.remindAt === null ? null : reminderOf(ctx, me, stored);
    return commit(me, {
      writes: [
        change(ctx, me, stored, { deletedAt: null, remindAt }, isNotNull(todos.deletedAt)),
        assertRowChanged(ctx, "todo_gone"),
      ],
      audit: [{ action: "todo.restore", entity: "todo", entityId: id, after: { title: stored.title } }],
      publish: [todoEvent(me, id)],
      result: { id },
      refusals: {
        todo_gone: todoNotFound,
        [OCCURRENCE_TAKEN]: () =>
          new DomainError(
            "conflict",
            "Another to-do of this series has taken its place. Delete that one first, then restore this one.",
          ),
      },
    });
  });
}

type References = Partial<SubjectIds> & { assigneeId?: string | null };

/** @throws DomainError invalid with the field */
function refuseTwoRecords(wanted: SubjectIds): void {
  const [, second] = SUBJECT_KINDS.filter((kind) => wanted[SUBJECT_FIELDS[kind]]);
  if (second) throw invalidField(SUBJECT_FIELDS[second], "A to-do can be about one record only");
}

/**
 * Checks that the people and records a to-do refers to belong to the business and that the author may open them.
 * @throws DomainError invalid with the field
 */
async function checkReferences(ctx: Ctx, me: Member, wanted: References): Promise<void> {
  const { assigneeId } = wanted;
  const record = subjectIn(wanted);
  const [isKnown, assignee] = await Promise.all([
    !record || isSubject(ctx, me, record),
    assigneeId && assigneeId !== me.userId ? activeMember(ctx, me, assigneeId) : [1],
  ]);
  if (record && !isKnown)
    throw invalidField(SUBJECT_FIELDS[record.kind], `Choose ${SUBJECT_NOUNS[record.kind]} from the list`);
  if (assignee.length === 0) throw invalidField("assigneeId", "Choose a person from the list");
}
