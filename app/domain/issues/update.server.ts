import { and, eq, isNull } from "drizzle-orm";
import { issueActivity, issues } from "#drizzle/schema/issues";
import type { Ctx, Member } from "~/domain/shared/context";
import { staleVersion } from "~/domain/shared/errors";
import { keysOf } from "~/domain/shared/objects";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, differences, once, type Write } from "~/domain/shared/write.server";
import { statesOf } from "./board.server";
import { checkReferences, refusals } from "./internal/references.server";
import type { ActivityKind, Attribution } from "./issue";
import { type IssueRow, readIssue } from "./load.server";
import type { UpdateIssue } from "./schema";

/**
 * Changes the given fields.
 * @throws DomainError not_found; conflict with `{ current }` for a stale version; invalid with the field for references outside
 *   the business
 */
export async function updateIssue(ctx: Ctx, ref: string, input: UpdateIssue): Promise<{ id: string }> {
  const me = allow(ctx, "issues.write");
  return once(ctx, "updateIssue", { ref, input }, async (commit) => {
    const { version, ...wanted } = input;
    const [stored] = await Promise.all([readIssue(ctx, me, ref), checkReferences(ctx, me, wanted)]);
    if (stored.version !== version) throw staleVersion("issue", stored);
    const { id } = stored;
    const given = wanted.duplicateOf ? { ...(await closedAsDuplicate(ctx, me, stored)), ...wanted } : wanted;
    const writes = changeIssue(ctx, me, { stored, given });
    if (writes.length === 0) return { id };
    const { before, after } = differences({ ...stored, body: undefined }, { ...given, body: undefined });
    try {
      return await commit(me, {
        writes,
        audit: [{ action: "issue.update", entity: "issue", entityId: id, before, after }],
        result: { id },
        refusals,
      });
    } catch (error) {
      const current = await readIssue(ctx, me, id);
      if (current.version !== version) throw staleVersion("issue", current);
      throw error;
    }
  });
}

/** A duplicate is closed, since work continues on the original. */
async function closedAsDuplicate(ctx: Ctx, me: Member, { category }: IssueRow): Promise<{ stateId?: string }> {
  if (category === "closed") return {};
  const closed = (await statesOf(ctx, me)).filter((state) => state.category === "closed");
  const state = closed.find(({ closedAs }) => closedAs === "not_planned") ?? closed[0];
  return state ? { stateId: state.id } : {};
}

type Changes = Omit<UpdateIssue, "version">;

interface IssueChange {
  stored: IssueRow;
  given: Changes;
  /** The author elsewhere. */
  by?: Attribution | null;
}

/** The statements that apply the differences, with an activity entry per field; none if nothing differs. */
export function changeIssue(ctx: Ctx, me: Member, { stored, given, by = null }: IssueChange): Write[] {
  const { before, after } = differences(stored, given);
  const fields = keysOf(given).filter((field) => field in after);
  if (fields.length === 0) return [];
  return [
    ctx.db
      .update(issues)
      .set({ ...after, version: stored.version + 1, updatedAt: ctx.now.toISOString() })
      .where(
        and(
          eq(issues.orgId, me.orgId),
          eq(issues.id, stored.id),
          eq(issues.version, stored.version),
          isNull(issues.deletedAt),
        ),
      ),
    assertRowChanged(ctx, "stale"),
    ...fields.map((field) => {
      const kind = KIND_OF_FIELD[field];
      const values = kind === "body" ? {} : { before: before[field], after: after[field] };
      return activityRow(ctx, me, { issueId: stored.id, kind, by, ...values });
    }),
  ];
}

/** The kind of activity entry for each field. */
export const KIND_OF_FIELD: Record<keyof Changes, ActivityKind> = {
  title: "title",
  body: "body",
  stateId: "state",
  priority: "priority",
  projectId: "project",
  assigneeId: "assignee",
  labelIds: "labels",
  milestone: "milestone",
  workOrderId: "work_order",
  equipmentId: "equipment",
  duplicateOf: "duplicate_of",
};

interface Activity {
  issueId: string;
  kind: ActivityKind;
  by?: Attribution | null;
  before?: unknown;
  after?: unknown;
}

/** Inserts an entry of an issue's activity. */
export function activityRow(ctx: Ctx, me: Member, { issueId, kind, by = null, before, after }: Activity): Write {
  return ctx.db.insert(issueActivity).values({
    orgId: me.orgId,
    issueId,
    id: ctx.newId(),
    kind,
    userId: by ? null : me.userId,
    actorName: by?.name ?? null,
    actorHost: by?.host ?? null,
    before: before === undefined || before === null ? null : JSON.stringify(before),
    after: after === undefined || after === null ? null : JSON.stringify(after),
    at: ctx.now.toISOString(),
  });
}
