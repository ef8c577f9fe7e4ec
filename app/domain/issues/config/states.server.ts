import { and, asc, eq, sql } from "drizzle-orm";
import { issueStates, issues } from "#drizzle/schema/issues";
import { statesOf } from "~/domain/issues/board.server";
import { MAX_STATES, type StateKind } from "~/domain/issues/issue";
import type { StateChange, StateInput, StateMove, StateOrder } from "~/domain/issues/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, invalidField, notFound, staleVersion } from "~/domain/shared/errors";
import { nudged } from "~/domain/shared/nudged";
import { allow } from "~/domain/shared/permissions";
import {
  type AuditEntry,
  assertHolds,
  assertRowChanged,
  assertRowsChanged,
  commit,
  differences,
  once,
  type Write,
} from "~/domain/shared/write.server";
import { nameTaken } from "./name-taken";

const stateNotFound = () => notFound("State not found");

const refusals: ConstraintErrors = {
  "index 'issue_states_name'": nameTaken("state"),
  too_many_states: () => new DomainError("conflict", `There can be at most ${MAX_STATES} states. Remove one first.`),
};

const sideOf = (kind: StateKind) =>
  kind === "open" ? { category: "open" as const, closedAs: null } : { category: "closed" as const, closedAs: kind };

/** Returns states in board order, with their number of issues. */
export async function listStates(ctx: Ctx) {
  const rows = await statesOf(ctx, allow(ctx, "issues.read"));
  return rows.map(({ count, ...state }) => ({ ...state, count: count ?? 0 }));
}

/**
 * Adds a state after the others of its category.
 * @throws DomainError conflict with the field for a name in use, or for too many
 */
export async function createState(ctx: Ctx, { kind, ...input }: StateInput): Promise<{ id: string }> {
  const me = allow(ctx, "issues.manage");
  return once(ctx, "createIssueState", { kind, ...input }, async (commit) => {
    const id = ctx.newId();
    const side = sideOf(kind);
    // Open states precede closed ones, wherever the last of each is.
    const last = sql`(select coalesce(max(s.position), 0) from issue_states s where s.org_id = ${me.orgId}
      and (s.category = ${side.category} or s.category = 'open'))`;
    return commit(me, {
      writes: [
        ctx.db.run(sql`
          update issue_states set position = position + 1 where org_id = ${me.orgId} and position > ${last}`),
        ctx.db.insert(issueStates).values({ orgId: me.orgId, id, ...input, ...side, position: sql`${last} + 1` }),
        assertHolds(
          ctx,
          "too_many_states",
          sql`(select count(*) from issue_states where org_id = ${me.orgId}) <= ${MAX_STATES}`,
        ),
      ],
      audit: [{ action: "issue_state.create", entity: "issue_state", entityId: id, after: { ...input, kind } }],
      result: { id },
      refusals,
    });
  });
}

/** Changes a state's name or color. @throws DomainError not_found; conflict when stale or a name is in use */
export async function updateState(ctx: Ctx, id: string, input: StateChange): Promise<{ id: string }> {
  const me = allow(ctx, "issues.manage");
  return once(ctx, "updateIssueState", { id, input }, async (commit) => {
    const stored = await storedState(ctx, me, id);
    const { version, ...given } = input;
    if (stored.version !== version) throw staleVersion("state", stored);
    const { before, after } = differences(stored, given);
    if (Object.keys(after).length === 0) return { id };
    return commit(me, {
      writes: [
        ctx.db
          .update(issueStates)
          .set({ ...given, version: version + 1 })
          .where(and(isState(me, id), eq(issueStates.version, version))),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [{ action: "issue_state.update", entity: "issue_state", entityId: id, before, after }],
      result: { id },
      refusals: { ...refusals, stale: () => staleVersion("state", stored) },
    });
  });
}

/** Reorders the board's columns. @throws DomainError invalid unless every state is listed once */
export async function orderStates(ctx: Ctx, { ids }: StateOrder): Promise<{ count: number }> {
  const me = allow(ctx, "issues.manage");
  return once(ctx, "orderIssueStates", ids, async (commit) => {
    return commit(me, {
      ...inOrder(ctx, me, ids),
      result: { count: ids.length },
      refusals: { states_not_named: () => invalidField("ids", "List every state once") },
    });
  });
}

/**
 * Moves a state one place up or down; at either end it stays.
 * @throws DomainError not_found; conflict if states were added or removed in the meantime
 */
export async function moveState(ctx: Ctx, { stateId, direction }: StateMove): Promise<{ id: string }> {
  const me = allow(ctx, "issues.manage");
  return once(ctx, "moveIssueState", { stateId, direction }, async (commit) => {
    const ids = (await statesOf(ctx, me)).map(({ id }) => id);
    if (!ids.includes(stateId)) throw stateNotFound();
    const moved = nudged(ids, stateId, direction === "up" ? -1 : 1);
    return commit(me, {
      ...(moved.join() === ids.join() ? { writes: [] } : inOrder(ctx, me, moved)),
      result: { id: stateId },
      refusals: {
        states_not_named: () => new DomainError("conflict", "Someone else just changed the states. Reload the page."),
      },
    });
  });
}

function inOrder(ctx: Ctx, me: Member, ids: readonly string[]): { writes: Write[]; audit: AuditEntry[] } {
  const order = JSON.stringify(ids);
  return {
    writes: [
      ctx.db.run(sql`
        update issue_states set position = (select o.key + 1 from json_each(${order}) o where o.value = issue_states.id)
        where org_id = ${me.orgId} and id in (select value from json_each(${order}))`),
      assertRowsChanged(ctx, "states_not_named", order),
      assertHolds(
        ctx,
        "states_not_named",
        sql`(select count(*) from issue_states where org_id = ${me.orgId}) = json_array_length(${order})`,
      ),
    ],
    audit: [{ action: "issue_state.order", entity: "issue_state", entityId: me.orgId, after: { ids } }],
  };
}

/** Issues moved to the replacement per batch, and batches per request. */
const MOVED_AT_ONCE = 200;
const MAX_BATCHES = 20;

/**
 * Moves a state's issues to another state of the same category in batches, and deletes it. If interrupted, the next request
 * continues.
 * @throws DomainError not_found; invalid with the field; conflict if some issues are left
 */
export async function removeState(
  ctx: Ctx,
  id: string,
  { replacement }: { replacement: string },
): Promise<{ id: string }> {
  const me = allow(ctx, "issues.manage");
  const [state, other] = await Promise.all([
    storedState(ctx, me, id),
    storedState(ctx, me, replacement).catch((error: unknown) => {
      if (error instanceof DomainError) return null;
      throw error;
    }),
  ]);
  if (!other || other.id === id) throw invalidField("replacement", "Choose another state from the list");
  if (other.category !== state.category) {
    throw invalidField(
      "replacement",
      `Choose another state that is ${state.category}, so that no issue is closed or reopened by it`,
    );
  }
  await ctx.db.update(issueStates).set({ replacedBy: replacement }).where(isState(me, id));
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    if (!(await moveSome(ctx, me, { from: id, to: replacement }))) return removeEmpty(ctx, me, { state, replacement });
  }
  throw new DomainError(
    "conflict",
    `Issues of ${state.name} are still moving to ${other.name}. Remove it again to continue.`,
  );
}

/** Returns false if nothing is left to move. */
async function moveSome(ctx: Ctx, me: Member, { from, to }: { from: string; to: string }): Promise<boolean> {
  const rows = await ctx.db.all<{ id: string }>(sql`
    select i.id as id from issues i indexed by issues_state where i.org_id = ${me.orgId} and i.state_id = ${from} limit ${MOVED_AT_ONCE}`);
  if (rows.length === 0) return false;
  const at = ctx.now.toISOString();
  const moved = JSON.stringify(rows.map(({ id }) => [id, ctx.newId()]));
  const ids = JSON.stringify(rows.map(({ id }) => id));
  await commit(ctx, me, {
    writes: [
      ctx.db.run(sql`
        insert into issue_activity (org_id, issue_id, id, kind, user_id, before, after, at)
        select ${me.orgId}, value ->> 0, value ->> 1, 'state', ${me.userId}, ${JSON.stringify(from)}, ${JSON.stringify(to)}, ${at}
        from json_each(${moved})`),
      ctx.db
        .update(issues)
        .set({ stateId: to, updatedAt: at, version: sql`${issues.version} + 1` })
        .where(
          and(
            eq(issues.orgId, me.orgId),
            sql`${issues.id} in (select value from json_each(${ids}))`,
            sql`issues.state_id = ${from}`,
          ),
        ),
    ],
    result: null,
  });
  return true;
}

interface Removal {
  state: Awaited<ReturnType<typeof storedState>>;
  replacement: string;
}

/** Refused if issues were moved into it in the meantime. */
async function removeEmpty(ctx: Ctx, me: Member, { state, replacement }: Removal): Promise<{ id: string }> {
  const { id, name, category } = state;
  return commit(ctx, me, {
    writes: [
      ctx.db.delete(issueStates).where(isState(me, id)),
      assertRowChanged(ctx, "state_gone"),
      assertHolds(
        ctx,
        "state_last",
        sql`exists (select 1 from issue_states where org_id = ${me.orgId} and category = ${category})`,
      ),
    ],
    audit: [
      { action: "issue_state.delete", entity: "issue_state", entityId: id, before: { name }, after: { replacement } },
    ],
    result: { id },
    refusals: {
      state_gone: stateNotFound,
      state_last: () => new DomainError("conflict", `There is no other state that is ${category}.`),
      "FOREIGN KEY": () => new DomainError("conflict", "An issue was just moved there. Try again."),
    },
  });
}

/** @throws DomainError not_found */
export async function findState(ctx: Ctx, id: string) {
  return storedState(ctx, allow(ctx, "issues.read"), id);
}

const isState = (me: Member, id: string) => and(eq(issueStates.orgId, me.orgId), eq(issueStates.id, id));

async function storedState(ctx: Ctx, me: Member, id: string) {
  const [row] = await statesOf(ctx, me).$dynamic().where(isState(me, id)).orderBy(asc(issueStates.position));
  if (!row) throw stateNotFound();
  const { count, ...state } = row;
  return { ...state, count: count ?? 0 };
}
