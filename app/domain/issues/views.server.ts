import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { namedOrNull } from "#drizzle/d1/columns";
import { issueDefaultViews, issueViews } from "#drizzle/schema/issues";
import { tenantMembers } from "#drizzle/schema/platform";
import { nameTaken } from "~/domain/issues/config/name-taken";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, notFound, staleVersion } from "~/domain/shared/errors";
import { allow, can } from "~/domain/shared/permissions";
import {
  type AuditEntry,
  assertHolds,
  assertRowChanged,
  differences,
  once,
  type Write,
} from "~/domain/shared/write.server";
import { normalizedQuery } from "./filter/schema";
import { MAX_VIEWS } from "./issue";
import type { DefaultView, ViewChange, ViewInput } from "./schema";

const viewNotFound = () => notFound("View not found");

/** Maximum number of other people's shared views listed. */
const MAX_SHARED = 100;

const refusals: ConstraintErrors = {
  "index 'issue_views_name'": nameTaken("view of yours"),
  too_many_views: () => new DomainError("conflict", `You can have at most ${MAX_VIEWS} views. Delete one first.`),
};

export type IssueView = Awaited<ReturnType<typeof listViews>>[number];

/** Returns one's own views and those shared by others, by name. */
export async function listViews(ctx: Ctx) {
  const me = allow(ctx, "issues.read");
  return (await viewsOf(ctx, me)).map(shown(me));
}

const shown =
  (me: Member) =>
  ({ userId, defaultFor, ...view }: Awaited<ReturnType<typeof viewsOf>>[number]) => ({
    ...view,
    isMine: userId === me.userId,
    isDefault: defaultFor !== null,
    mayChange: userId === me.userId || can(me, "issues.manage"),
  });

function viewsOf(ctx: Ctx, me: Member, where?: SQL) {
  return ctx.db
    .select({
      id: issueViews.id,
      userId: issueViews.userId,
      name: issueViews.name,
      query: issueViews.query,
      layout: issueViews.layout,
      shared: issueViews.shared,
      version: issueViews.version,
      defaultFor: namedOrNull(issueDefaultViews.userId, "default_for"),
      firstName: namedOrNull(tenantMembers.firstName, "owner_first_name"),
      lastName: namedOrNull(tenantMembers.lastName, "owner_last_name"),
    })
    .from(issueViews)
    .leftJoin(
      issueDefaultViews,
      and(
        eq(issueDefaultViews.orgId, me.orgId),
        eq(issueDefaultViews.viewId, issueViews.id),
        eq(issueDefaultViews.userId, me.userId ?? ""),
      ),
    )
    .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, issueViews.userId)))
    .where(
      and(
        eq(issueViews.orgId, me.orgId),
        sql`issue_views.id in (
          select o.id from issue_views o indexed by issue_views_name where o.org_id = ${me.orgId} and o.user_id = ${me.userId ?? ""}
          union
          select * from (select s.id from issue_views s indexed by issue_views_shared
            where s.org_id = ${me.orgId} and s.shared = 1 order by s.name limit ${MAX_SHARED}))`,
        where,
      ),
    )
    .orderBy(asc(sql`lower(${issueViews.name})`), asc(issueViews.id));
}

/**
 * Saves a list's filters under a name; with `isDefault`, the member's list opens with them.
 * @throws DomainError conflict with the field for a name in use, or for too many
 */
export async function createView(ctx: Ctx, input: ViewInput): Promise<{ id: string }> {
  const me = allowOwnViews(ctx);
  return once(ctx, "createIssueView", input, async (commit) => {
    const id = ctx.newId();
    const { isDefault = false, ...view } = input;
    const values = { ...view, query: normalizedQuery(view.query) };
    const opening = isDefault ? openWith(ctx, me, id) : null;
    const userId = me.userId ?? "";
    return commit(me, {
      writes: [
        ctx.db.insert(issueViews).values({ orgId: me.orgId, id, userId, ...values, createdAt: ctx.now.toISOString() }),
        assertHolds(
          ctx,
          "too_many_views",
          sql`(select count(*) from issue_views where org_id = ${me.orgId} and user_id = ${userId}) <= ${MAX_VIEWS}`,
        ),
        ...(opening?.writes ?? []),
      ],
      audit: [
        { action: "issue_view.create", entity: "issue_view", entityId: id, after: values },
        ...(opening?.audit ?? []),
      ],
      result: { id },
      refusals,
    });
  });
}

/**
 * Changes the given fields, and whether the member's list opens with it.
 * @throws DomainError not_found, also for another person's private view; forbidden for another person's shared one; conflict
 *   when stale
 */
export async function updateView(ctx: Ctx, id: string, input: ViewChange) {
  const me = allowOwnViews(ctx);
  return once(ctx, "updateIssueView", { id, input }, async (commit) => {
    const stored = await allowOnView(ctx, id);
    const { version, query, isDefault, ...rest } = input;
    if (stored.version !== version) throw staleVersion("view", stored);
    const given = query === undefined ? rest : { ...rest, query: normalizedQuery(query) };
    const { before, after } = differences(stored, given);
    const wasDefault = stored.defaultFor !== null;
    const opening =
      isDefault === undefined || isDefault === wasDefault ? null : openWith(ctx, me, isDefault ? id : null);
    const result = {
      id,
      name: given.name ?? stored.name,
      layout: given.layout ?? stored.layout,
      query: "query" in given ? given.query : stored.query,
    };
    const isChanged = Object.keys(after).length > 0;
    if (!isChanged && !opening) return result;
    return commit(me, {
      writes: [
        ...(isChanged
          ? [
              ctx.db
                .update(issueViews)
                .set({ ...given, version: version + 1 })
                .where(and(isView(me, id), eq(issueViews.version, version))),
              assertRowChanged(ctx, "stale"),
            ]
          : []),
        ...(opening?.writes ?? []),
      ],
      audit: [
        ...(isChanged ? [{ action: "issue_view.update", entity: "issue_view", entityId: id, before, after }] : []),
        ...(opening?.audit ?? []),
      ],
      result,
      refusals: { ...refusals, stale: () => staleVersion("view", stored), "FOREIGN KEY": viewNotFound },
    });
  });
}

/** @throws DomainError as `updateView` */
export async function deleteView(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allowOwnViews(ctx);
  return once(ctx, "deleteIssueView", { id }, async (commit) => {
    const { name, query, layout, shared } = await allowOnView(ctx, id);
    return commit(me, {
      writes: [ctx.db.delete(issueViews).where(isView(me, id)), assertRowChanged(ctx, "view_gone")],
      audit: [
        { action: "issue_view.delete", entity: "issue_view", entityId: id, before: { name, query, layout, shared } },
      ],
      result: { id },
      refusals: { view_gone: viewNotFound },
    });
  });
}

/** Sets the view that the member's list opens with; null: all issues. @throws DomainError not_found */
export async function chooseDefaultView(ctx: Ctx, { viewId }: DefaultView): Promise<{ viewId: string | null }> {
  const me = allow(ctx, "issues.read");
  return once(ctx, "chooseDefaultIssueView", { viewId }, async (commit) => {
    if (viewId !== null) await findView(ctx, viewId);
    return commit(me, {
      ...openWith(ctx, me, viewId),
      result: { viewId },
      refusals: { "FOREIGN KEY": viewNotFound },
    });
  });
}

/** Makes the member's list open with a view; null: with all issues. */
function openWith(ctx: Ctx, me: Member, viewId: string | null): { writes: Write[]; audit: AuditEntry[] } {
  const userId = me.userId ?? "";
  const mine = and(eq(issueDefaultViews.orgId, me.orgId), eq(issueDefaultViews.userId, userId));
  return {
    writes: [
      ctx.db.delete(issueDefaultViews).where(mine),
      ...(viewId === null ? [] : [ctx.db.insert(issueDefaultViews).values({ orgId: me.orgId, userId, viewId })]),
    ],
    audit: [{ action: "issue_view.default", entity: "issue_view", entityId: viewId ?? me.orgId }],
  };
}

/** @throws DomainError not_found */
export async function findView(ctx: Ctx, id: string): Promise<IssueView> {
  const me = allow(ctx, "issues.read");
  const [row] = await viewsOf(ctx, me, eq(issueViews.id, id));
  if (!row) throw viewNotFound();
  return shown(me)(row);
}

const isView = (me: Member, id: string) => and(eq(issueViews.orgId, me.orgId), eq(issueViews.id, id));

/** For members who may save views of their own; `allowOnView` checks which they may change. @throws DomainError forbidden */
function allowOwnViews(ctx: Ctx): Member {
  return allow(ctx, "issues.read");
}

/** The view, for the member who saved it. @throws DomainError not_found for another person's private one; forbidden for a shared one */
async function allowOnView(ctx: Ctx, id: string) {
  const me = allowOwnViews(ctx);
  const [row] = await viewsOf(ctx, me, eq(issueViews.id, id));
  if (!row) throw viewNotFound();
  if (!shown(me)(row).mayChange)
    throw new DomainError("forbidden", "Only the person who saved this view can change it.");
  return row;
}
