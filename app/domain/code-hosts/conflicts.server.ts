import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named, namedEach } from "#drizzle/d1/columns";
import { codeHostConflicts } from "#drizzle/schema/code-hosts";
import { issues } from "#drizzle/schema/issues";
import { readIssue } from "~/domain/issues/load.server";
import { changeIssue } from "~/domain/issues/update.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { decodeCursor, page } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import type { HostKind } from "./host";
import type { ConflictChoice, ConflictFilter } from "./schema";
import { type Conflict, plainText } from "./sync/merge";

/** Maximum length of each text in a list. */
const MAX_SHOWN = 4000;

/**
 * Returns unresolved conflicts of a host's issues, newest first: texts changed on both sides between two syncs.
 * @throws DomainError invalid cursor
 */
export async function openConflicts(ctx: Ctx, host: HostKind, { limit, cursor }: ConflictFilter) {
  const me = allow(ctx, "system.admin");
  const c = codeHostConflicts;
  const [before] = decodeCursor(cursor, 1) ?? [];
  const rows = await ctx.db
    .select({
      ...namedEach({ id: c.id, field: c.field, at: c.at, winner: c.winner }),
      ours: sql<string>`substr(${c.ours}, 1, ${MAX_SHOWN})`.as("ours_text"),
      theirs: sql<string>`substr(${c.theirs}, 1, ${MAX_SHOWN})`.as("theirs_text"),
      ...{ number: named(issues.number, "issue_number"), title: named(issues.title, "issue_title") },
    })
    .from(byIndex(c, "code_host_conflicts_open"))
    .innerJoin(issues, and(eq(issues.orgId, me.orgId), eq(issues.id, c.issueId)))
    .where(
      and(
        eq(c.orgId, me.orgId),
        eq(c.host, host),
        isNull(c.resolvedAt),
        // One in the trash cannot be resolved; it is back with a restored issue.
        isNull(issues.deletedAt),
        before === undefined ? undefined : sql`${c.id} < ${before}`,
      ),
    )
    .orderBy(desc(c.id))
    .limit(limit + 1);
  return page(rows, limit, null, (row) => [row.id]);
}

export type OpenConflict = Awaited<ReturnType<typeof openConflicts>>["items"][number];

/**
 * Resolves a conflict: keeps the current text, or replaces it here with the other one, which is then sent to the host like any
 * edit.
 * @throws DomainError not_found; conflict if it was resolved or the text was changed in the meantime, and for the other text of
 *   a comment, which has to be copied by hand
 */
export async function resolveConflict(
  ctx: Ctx,
  host: HostKind,
  { conflictId, keep }: ConflictChoice & { conflictId: string },
): Promise<{ id: string; number: number }> {
  const me = allow(ctx, "system.admin");
  return once(ctx, "resolveConflict", { host, conflictId, keep }, async (commit) => {
    const c = codeHostConflicts;
    const isIt = and(eq(c.orgId, me.orgId), eq(c.host, host), eq(c.id, conflictId));
    const [conflict] = await ctx.db
      .select({ ...{ field: c.field, ours: c.ours, theirs: c.theirs, winner: c.winner }, issueId: c.issueId })
      .from(c)
      .where(isIt);
    if (!conflict) throw notFound("Conflict not found");
    const stored = await readIssue(ctx, me, conflict.issueId);
    const resolution = keep === "winner" ? conflict.winner : conflict.winner === "ours" ? "theirs" : "ours";
    const writes: Write[] =
      keep === "winner"
        ? []
        : changeIssue(ctx, me, { stored, given: changeBy(stored, conflict, { winner: conflict.winner, resolution }) });
    const resolved = { resolvedAt: ctx.now.toISOString(), resolvedBy: me.userId ?? "system", resolution };
    return commit(me, {
      writes: [
        ctx.db
          .update(c)
          .set(resolved)
          .where(and(isIt, isNull(c.resolvedAt))),
        assertRowChanged(ctx, "conflict_resolved"),
        ...writes,
      ],
      audit: [
        {
          ...{ action: "code_host.resolve_conflict", entity: "issue", entityId: conflict.issueId },
          after: { field: conflict.field, resolution },
        },
      ],
      result: { id: conflict.issueId, number: stored.number },
      refusals: {
        conflict_resolved: () => new DomainError("conflict", "Someone has already resolved this."),
        stale: changedSince,
      },
    });
  });
}

type ConflictTexts = Pick<Conflict, "ours" | "theirs"> & { field: string };
type Side = Conflict["winner"];

/** The change to an issue when the other text replaces the current one. */
function changeBy(
  stored: { title: string; body: string; milestone: string | null },
  conflict: ConflictTexts,
  { winner, resolution }: { winner: Side; resolution: Side },
) {
  const { field } = conflict;
  if (field !== "title" && field !== "body" && field !== "milestone")
    throw new DomainError("conflict", "Comments can't be put back. Copy the text into a new comment.");
  if (plainText(stored[field] ?? "") !== conflict[winner]) throw changedSince();
  const text = conflict[resolution];
  return { [field]: field === "milestone" ? text || null : text };
}

const changedSince = () =>
  new DomainError("conflict", "This text was changed since. Open the issue and copy what you need.");
