import { and, eq, inArray, sql } from "drizzle-orm";
import { members } from "#drizzle/schema/identity";
import { issues } from "#drizzle/schema/issues";
import { labelsOf } from "~/domain/issues/config/labels.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { keysOf } from "~/domain/shared/objects";
import { allow } from "~/domain/shared/permissions";
import { assertHolds, differences, once } from "~/domain/shared/write.server";
import { statesOf } from "./board.server";
import { projectsOf } from "./choices.server";
import { checkReferences } from "./internal/references.server";
import { type IssuePriority, MAX_LABELS_PER_ISSUE } from "./issue";
import type { ChangeIssues } from "./schema";
import { KIND_OF_FIELD } from "./update.server";

type Wanted = ChangeIssues["issues"][number];

/** The fields of an issue that a list can change. */
interface Facts {
  stateId: string;
  priority: IssuePriority;
  projectId: string | null;
  assigneeId: string | null;
  labelIds: readonly string[];
  milestone: string | null;
  deleted: boolean;
}

interface Stored extends Facts {
  id: string;
  number: number;
  version: number;
}

export interface ManyChanged {
  changed: { id: string; number: number; version: number }[];
  /** Issues that already had the requested values. */
  unchanged: number;
  /** Why an issue was not changed; a number if the issue is known. */
  refused: { id: string; number: number | null; message: string }[];
  /** Undoes the change when sent as `issues`, unless an issue was changed since. */
  undo: ({ id: string; version: number } & Partial<Facts>)[];
}

/**
 * Changes many issues in one batch; those that cannot be changed are returned with the reason.
 * @throws DomainError invalid with the field if `change` refers to something outside the business; conflict if an issue was
 *   changed concurrently
 */
export async function changeIssues(ctx: Ctx, input: ChangeIssues): Promise<ManyChanged> {
  const me = allow(ctx, "issues.write");
  return once(ctx, "changeIssues", input, async (commit) => {
    const { addLabelIds = [], removeLabelIds: _, deleted: __, ...facts } = input.change;
    const [stored, known] = await Promise.all([
      storedOf(ctx, me, input.issues),
      knownTo(ctx, me, input.issues),
      checkReferences(ctx, me, { ...facts, labelIds: addLabelIds }),
    ]);
    const result: ManyChanged = { changed: [], unchanged: 0, refused: [], undo: [] };
    const rows: { was: Stored; given: Partial<Facts>; before: Partial<Facts> }[] = [];
    for (const one of input.issues) {
      const was = stored.get(one.id);
      const refuse = (message: string) => result.refused.push({ id: one.id, number: was?.number ?? null, message });
      if (!was) {
        refuse("This issue wasn't found.");
        continue;
      }
      const given = givenTo(was, one, input.change);
      const problem = problemOf(was, { one, given, known });
      const { before, after } = differences(was, given);
      if (problem) refuse(problem);
      else if (Object.keys(after).length === 0) result.unchanged += 1;
      else {
        const version = was.version + 1;
        rows.push({ was, given: after, before });
        result.changed.push({ id: was.id, number: was.number, version });
        result.undo.push({ id: was.id, version, ...before });
      }
    }
    if (rows.length === 0) return result;
    const at = ctx.now.toISOString();
    const ids = JSON.stringify(rows.map(({ was }) => was.id));
    const next = JSON.stringify(Object.fromEntries(rows.map(({ was, given }) => [was.id, { ...was, ...given }])));
    const of = (field: keyof Stored) => sql`json_extract(${next}, '$."' || issues.id || ${`".${field}`})`;
    const asRead = sql`org_id = ${me.orgId} and id in (select value from json_each(${ids})) and version = ${of("version")}`;
    return commit(me, {
      writes: [
        // Must precede the update: with many rows, the search index's own writes make changes() unreliable.
        assertHolds(ctx, "issues_moved_on", sql`(select count(*) from issues where ${asRead}) = ${rows.length}`),
        ctx.db.run(sql`
          update issues set state_id = ${of("stateId")}, priority = ${of("priority")}, project_id = ${of("projectId")},
            assignee_id = ${of("assigneeId")}, label_ids = ${of("labelIds")}, milestone = ${of("milestone")},
            deleted_at = case when ${of("deleted")} then coalesce(deleted_at, ${at}) end,
            deleted_by = case when ${of("deleted")} then coalesce(deleted_by, ${me.userId}) end,
            updated_at = ${at}, version = version + 1
          where ${asRead}`),
        ctx.db.run(sql`
          insert into issue_activity (org_id, issue_id, id, kind, user_id, before, after, at)
          select ${me.orgId}, value ->> 'issueId', value ->> 'id', value ->> 'kind', ${me.userId}, value ->> 'before', value ->> 'after', ${at}
          from json_each(${JSON.stringify(rows.flatMap((row) => activityOf(ctx, row)))})`),
      ],
      audit: rows.map(({ was, given, before }) => ({
        action: "issue.update",
        entity: "issue",
        entityId: was.id,
        before,
        after: given,
      })),
      result,
      refusals: {
        issues_moved_on: () =>
          new DomainError(
            "conflict",
            "One of these issues was changed at the same moment. Nothing was saved. Try again.",
          ),
      },
    });
  });
}

async function storedOf(ctx: Ctx, me: Member, wanted: readonly Wanted[]): Promise<Map<string, Stored>> {
  const rows = await ctx.db
    .select({
      id: issues.id,
      number: issues.number,
      version: issues.version,
      stateId: issues.stateId,
      priority: issues.priority,
      projectId: issues.projectId,
      assigneeId: issues.assigneeId,
      labelIds: issues.labelIds,
      milestone: issues.milestone,
      deletedAt: issues.deletedAt,
    })
    .from(issues)
    .where(
      and(
        eq(issues.orgId, me.orgId),
        sql`${issues.id} in (select value from json_each(${JSON.stringify(wanted.map(({ id }) => id))}))`,
      ),
    );
  return new Map(rows.map(({ deletedAt, ...row }) => [row.id, { ...row, deleted: deletedAt !== null }]));
}

interface Known {
  stateId: ReadonlySet<string>;
  projectId: ReadonlySet<string>;
  labelIds: ReadonlySet<string>;
  assigneeId: ReadonlySet<string>;
}

/** The allowed values of the rows' own fields; `change` is checked separately. */
async function knownTo(ctx: Ctx, me: Member, wanted: readonly Wanted[]): Promise<Known | null> {
  if (!wanted.some(({ id: _, version: __, ...own }) => Object.keys(own).length > 0)) return null;
  const people = [...new Set(wanted.flatMap(({ assigneeId }) => assigneeId ?? []))];
  const [[states, labels, projects], active] = await Promise.all([
    ctx.db.batch([statesOf(ctx, me), labelsOf(ctx, me), projectsOf(ctx, me)]),
    people.length === 0
      ? []
      : ctx.db
          .select({ id: members.userId })
          .from(members)
          .where(
            and(
              eq(members.orgId, me.orgId),
              eq(members.status, "active"),
              inArray(members.userId, sql`(select value from json_each(${JSON.stringify(people)}))`),
            ),
          ),
  ]);
  const ids = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id));
  return {
    stateId: ids(states),
    projectId: ids(projects),
    labelIds: ids(labels),
    assigneeId: ids(active),
  };
}

function givenTo(was: Stored, { id: _, version: __, ...own }: Wanted, change: ChangeIssues["change"]): Partial<Facts> {
  const { addLabelIds = [], removeLabelIds = [], ...facts } = change;
  const labelIds = [...new Set([...was.labelIds, ...addLabelIds])].filter((id) => !removeLabelIds.includes(id));
  return { ...facts, labelIds, ...own };
}

interface Sought {
  one: Wanted;
  given: Partial<Facts>;
  known: Known | null;
}

function problemOf(was: Stored, { one, given, known }: Sought): string | null {
  if (one.version !== undefined && one.version !== was.version) return "Someone changed it since.";
  if (was.deleted && given.deleted !== false) return "It's in the trash.";
  if ((given.labelIds?.length ?? 0) > MAX_LABELS_PER_ISSUE) {
    return `An issue can have at most ${MAX_LABELS_PER_ISSUE} labels.`;
  }
  if (!known) return null;
  const isGone = (field: "stateId" | "projectId" | "assigneeId") => {
    const value = one[field];
    return value !== undefined && value !== null && !known[field].has(value);
  };
  if (isGone("stateId")) return "Its state no longer exists.";
  if (isGone("projectId")) return "Its project no longer exists.";
  if (isGone("assigneeId")) return "The person is no longer a member.";
  if (one.labelIds?.some((id) => !known.labelIds.has(id))) return "One of its labels no longer exists.";
  return null;
}

type Row = { was: Stored; given: Partial<Facts>; before: Partial<Facts> };

function activityOf(ctx: Ctx, { was, given, before }: Row) {
  const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
  return keysOf(given).map((field) => ({
    issueId: was.id,
    id: ctx.newId(),
    ...(field === "deleted"
      ? { kind: given.deleted ? "deleted" : "restored", before: null, after: null }
      : {
          kind: KIND_OF_FIELD[field],
          before: json(before[field]),
          after: json(given[field]),
        }),
  }));
}
