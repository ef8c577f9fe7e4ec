import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { namedEach } from "#drizzle/d1/columns";
import { containsText } from "#drizzle/d1/contains-text";
import { todos } from "#drizzle/schema/todos";
import { activeMembers, fullName } from "~/domain/shared/active-members.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { type BackCursor, bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allowMember } from "~/domain/shared/permissions";
import { asciiLowerCase } from "~/domain/shared/text/ascii-case";
import { addDays } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import type { TodoFilter } from "./schema";
import { aboutOpenable, isSubject, labelOfSubject, noSuchRecord, type Subject, shownLabel } from "./subjects.server";
import { MAX_COUNTED, SUBJECT_FIELDS, SUBJECT_KINDS, type SubjectKind, seesEveryTodo, subjectIn } from "./todo";

export const todoNotFound = () => notFound("To-do not found");

/**
 * A list of to-dos: open ones by due date, done ones by completion, latest first. Rows read do not grow with the table.
 * @throws DomainError forbidden for the team's list, invalid for a cursor of another list; not_found for a record of another
 * business or one that the reader may not open
 */
export async function listTodos(ctx: Ctx, { list, about, limit, ...at }: TodoFilter & BackCursor) {
  const me = allowMember(ctx);
  if (list === "team" && !seesEveryTodo(me)) throw new DomainError("forbidden", "This list is for the office.");
  const direction = parseCursor(at, 2);
  const { index, where, key, sort } = listOf(me, list);
  const record = recordOf(about);
  const { beyond, order } = keyset(direction, [key, sql`id`], sort);
  const of = record
    ? sql`indexed by ${sql.raw(indexOf(record.kind))} where org_id = ${me.orgId} and ${columnOf(record.kind)} = ${record.id}`
    : sql`indexed by ${index} where org_id = ${me.orgId}`;
  const [rows, isKnown] = await Promise.all([
    todoRows(
      ctx,
      me,
      sql`select * from todos ${of} and ${where} ${beyond ? sql`and ${beyond}` : sql``}
        order by ${sql.join(order, sql`, `)} limit ${limit + 1}`,
    ).orderBy(...keyset(direction, [sql`todos.${key}`, sql`todos.id`], sort).order),
    !record || isSubject(ctx, me, { ...record, inTrash: true }),
  ]);
  if (!isKnown) throw noSuchRecord();
  const cut = bidirectionalPage(rows, { limit, total: null, direction }, (row) => [
    (list === "done" ? row.doneAt : row.dueKey) ?? "",
    row.id,
  ]);
  return { ...cut, items: cut.items.map((row) => todoOf(me, row)), today: todayOf(ctx, me) };
}

/** The record of a filter such as `customer:<id>`. */
function recordOf(about: string | undefined): { kind: SubjectKind; id: string } | null {
  const kind = SUBJECT_KINDS.find((each) => about?.startsWith(`${each}:`));
  return kind && about ? { kind, id: asciiLowerCase(about.slice(kind.length + 1)) } : null;
}

const columnOf = (kind: SubjectKind) => sql.identifier(todos[SUBJECT_FIELDS[kind]].name);
/** The index of a kind's column; a lead's other index has open to-dos only. */
const indexOf = (kind: SubjectKind) =>
  kind === "lead" ? "todos_of_lead" : `todos_${kind.replace(/[A-Z]/g, (letter) => `_${asciiLowerCase(letter)}`)}`;

function listOf(me: Member, list: TodoFilter["list"]): { index: SQL; where: SQL; key: SQL; sort?: "desc" } {
  const open = sql`done_at is null and deleted_at is null`;
  const done = sql`done_at is not null and deleted_at is null`;
  switch (list) {
    case "mine":
      return { ...OPEN, index: sql`todos_assigned`, where: sql`assignee_id = ${me.userId} and ${open}` };
    case "unassigned":
      return { ...OPEN, index: sql`todos_assigned`, where: sql`assignee_id is null and ${open} and ${free(me)}` };
    case "team":
      return { ...OPEN, index: sql`todos_open`, where: open };
    case "done":
      return seesEveryTodo(me)
        ? { ...DONE, index: sql`todos_done`, where: done }
        : { ...DONE, index: sql`todos_done_by`, where: sql`done_by = ${me.userId} and ${done}` };
  }
}

const OPEN = { key: sql`due_key` };
const DONE = { key: sql`done_at`, sort: "desc" as const };

const hitsShown = 5;
/** Open to-dos checked by the global search, earliest due first. */
const MAX_SCANNED = 300;

/**
 * Part of the global search: open to-dos the reader may see, the team's for the office, their own and unassigned ones for others.
 */
export function findTodos(ctx: Ctx, me: Member, text: string) {
  const open = (
    index: SQL,
    where: SQL,
  ) => sql`select * from (select t.id, t.title, t.due_on, t.due_key from todos t indexed by ${index}
    where t.org_id = ${me.orgId} and ${where} and t.done_at is null and t.deleted_at is null order by t.due_key, t.id limit ${MAX_SCANNED})`;
  const seen = seesEveryTodo(me)
    ? open(sql`todos_open`, sql`true`)
    : sql`${open(sql`todos_assigned`, sql`t.assignee_id = ${me.userId}`)}
        union all ${open(sql`todos_assigned`, sql`t.assignee_id is null and ${free(me)}`)}`;
  return ctx.db.all<{ foundId: string; foundLabel: string; foundDetail: string | null }>(sql`
    select id as foundId, title as foundLabel, due_on as foundDetail from (${seen}) where ${containsText(sql`title`, text)}
    order by due_key, id limit ${hitsShown}`);
}

/** One to-do, however long ago it was done. @throws DomainError not_found, also if the reader may not see it */
export async function findTodo(ctx: Ctx, id: string) {
  const me = allowMember(ctx);
  return todoOf(me, await allowOnTodo(ctx, id));
}

/** A to-do that the member has just changed, even if they handed it to somebody and may no longer see it. @throws DomainError not_found */
export async function findChangedTodo(ctx: Ctx, id: string) {
  const me = allowMember(ctx);
  const [row] = await todoRows(
    ctx,
    me,
    sql`select * from todos where org_id = ${me.orgId} and id = ${id} and deleted_at is null`,
  );
  if (!row) throw todoNotFound();
  return todoOf(me, row);
}

export type Todo = ReturnType<typeof todoOf>;

/** The stored to-do, for members who may see it and so change it. @throws DomainError not_found for all others, or if it is deleted */
export async function allowOnTodo(ctx: Ctx, id: string, { deleted = false } = {}): Promise<TodoRow> {
  const me = allowMember(ctx);
  const [row] = await todoRows(
    ctx,
    me,
    sql`select * from todos where org_id = ${me.orgId} and id = ${id} and ${visible(me)}
      and deleted_at is ${deleted ? sql`not null` : sql`null`}`,
  );
  if (!row) throw todoNotFound();
  return row;
}

/** Condition for the rows of `todos` a member may see. */
function visible(me: Member): SQL {
  if (seesEveryTodo(me)) return sql`true`;
  return sql`((assignee_id is null and ${free(me)}) or assignee_id = ${me.userId} or created_by = ${me.userId} or done_by = ${me.userId})`;
}

/** Which of the unassigned to-dos a member may see: the title of one about a lead or a price would tell what they may not open. */
function free(me: Member): SQL {
  return seesEveryTodo(me) ? sql`true` : sql`(created_by = ${me.userId} or (${aboutOpenable(me)}))`;
}

function todoRows(ctx: Ctx, me: Member, source: SQL) {
  const nameOf = (userId: SQLiteColumn) =>
    sql<
      string | null
    >`(select m.first_name || ' ' || m.last_name from tenant_members m where m.org_id = ${me.orgId} and m.user_id = ${userId})`;
  return ctx.db
    .select({
      ...namedEach(getTableColumns(todos)),
      dueKey: sql<string>`todos.due_key`.as("due_key"),
      assigneeName: nameOf(todos.assigneeId).as("assignee_name"),
      createdByName: nameOf(todos.createdBy).as("created_by_name"),
      doneByName: nameOf(todos.doneBy).as("done_by_name"),
      subjectLabel: labelOfSubject(me).as("subject_label"),
    })
    .from(sql`(${source}) as todos`)
    .$dynamic();
}

export type TodoRow = Awaited<ReturnType<typeof todoRows>>[number];

/** A to-do as shown. */
function todoOf(me: Member, row: TodoRow) {
  const { repeatEvery, repeatUnit, repeatFrom, assigneeId, assigneeName } = row;
  const repeat =
    repeatEvery === null || repeatUnit === null || repeatFrom === null
      ? null
      : { every: repeatEvery, unit: repeatUnit, from: repeatFrom };
  return {
    ...{ id: row.id, title: row.title, notes: row.notes, dueOn: row.dueOn, dueAt: row.dueAt, repeat },
    reminderMinutes: row.reminderMinutes,
    assignee: assigneeId === null ? null : { id: assigneeId, name: assigneeName ?? "" },
    isMine: assigneeId !== null && assigneeId === me.userId,
    subject: subjectOf(row),
    ...{ createdByName: row.createdByName, createdAt: row.createdAt, updatedAt: row.updatedAt },
    ...{ doneAt: row.doneAt, doneByName: row.doneByName, version: row.version },
  };
}

function subjectOf(row: TodoRow): Subject | null {
  const record = subjectIn(row);
  return record && { ...record, label: row.subjectLabel === null ? null : shownLabel(record.kind, row.subjectLabel) };
}

/** How many of the reader's own to-dos are overdue and due today, each counted up to MAX_COUNTED plus one. */
export async function dueTodos(ctx: Ctx): Promise<{ overdue: number; today: number }> {
  const me = allowMember(ctx);
  const today = todayOf(ctx, me);
  const [counted] = await ctx.db.all<{ overdue: number; today: number }>(sql`
    select count(*) filter (where due_on < ${today}) as overdue, count(*) filter (where due_on = ${today}) as today from (
      select due_on from todos indexed by todos_assigned
      where org_id = ${me.orgId} and assignee_id = ${me.userId} and due_key < ${addDays(today, 1)} and done_at is null and deleted_at is null
      order by due_key limit ${MAX_COUNTED + 1})`);
  return counted ?? { overdue: 0, today: 0 };
}

/** Possible assignees of a to-do: all current members. */
export async function todoPeople(ctx: Ctx): Promise<{ value: string; label: string }[]> {
  const people = await activeMembers(ctx, allowMember(ctx), "lastName");
  return people.map((person) => ({ value: person.id, label: fullName(person) }));
}
