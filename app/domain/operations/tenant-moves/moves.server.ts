import { desc, eq, sql } from "drizzle-orm";
import { tenantMoves } from "#drizzle/schema/tenant-moves";
import { requireRecentAuthentication } from "~/domain/auth/reauthentication.server";
import { allowOperator, allowOperatorFully, requireSecondStep, secondStepOf } from "~/domain/operations/allow.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import { currentShard, onShard } from "~/domain/shared/shards.server";
import { assertRowChanged, onceInIdentity } from "~/domain/shared/write.server";
import type { StartMove } from "./schema";
import type { MoveView } from "./tenant-move";

const MAX_SHOWN = 20;

const m = tenantMoves;
const VIEW = {
  ...{ id: m.id, kind: m.kind, tenantId: m.tenantId, fromShard: m.fromShard, toShard: m.toShard, status: m.status },
  ...{ createdAt: m.createdAt, rowTotal: m.rowTotal, rowsCopied: m.rowsCopied, rowsVerified: m.rowsVerified },
  ...{ rowsCaughtUp: m.rowsCaughtUp, checksum: m.checksum, switchedAt: m.switchedAt, readOnlyMs: m.readOnlyMs },
  ...{ cleanAfter: m.cleanAfter, problem: m.problem, finishedAt: m.finishedAt },
};

/** The latest moves, as a query for a batch on the directory. */
export function movesQuery(ctx: Ctx) {
  return ctx.db.select(VIEW).from(m).orderBy(desc(m.createdAt), desc(m.id)).limit(MAX_SHOWN);
}

/** Returns one move. @throws DomainError not_found for anyone but operators; forbidden without two-step verification */
export async function readMove(ctx: Ctx, id: string): Promise<MoveView> {
  const operator = allowOperator(ctx);
  const [secondStep, [move]] = await ctx.db.batch([
    secondStepOf(ctx, operator),
    ctx.db.select(VIEW).from(m).where(eq(m.id, id)),
  ]);
  requireSecondStep(ctx, secondStep);
  if (!move) throw notFound("Move not found");
  return move;
}

/** The shards that tenants can be moved to, with their regions if known. @throws as `readMove` */
export async function listShards(ctx: Ctx): Promise<{ name: string; region: string | null }[]> {
  await allowOperatorFully(ctx);
  return ctx.shards.names.map((name) => ({ name, region: ctx.shards.regions.get(name) ?? null }));
}

/**
 * Starts moving a business or a household to another shard; the queue carries it out while the tenant keeps working. Records who
 * requested it.
 * @throws DomainError not_found for anyone but operators; forbidden without two-step verification or recent proof of identity;
 * invalid for an unknown tenant or shard; conflict if it is already moving, or its old copy still exists
 */
export async function startMove(ctx: Ctx, { kind, tenantId, toShard }: StartMove): Promise<{ id: string }> {
  const { userId } = await allowOperatorFully(ctx);
  await requireRecentAuthentication(ctx);
  if (!ctx.shards.names.includes(toShard)) throw invalidField("toShard", "Shard not found");
  const fromShard = await currentShard(ctx, kind === "business" ? { orgId: tenantId } : { userId: tenantId });
  if (fromShard === null) throw invalidField("tenantId", `There is no ${kind} with this id.`);
  if (fromShard === toShard) throw invalidField("toShard", `The ${kind} is already on this shard.`);
  await refuseUnmovable(ctx, { kind, tenantId, fromShard });
  const now = ctx.now.toISOString();
  const move = await onceInIdentity(ctx, "startMove", { kind, tenantId, toShard }, (commit) => {
    const id = ctx.newId();
    return commit(null, {
      writes: [
        ctx.db.insert(m).values({
          ...{ id, kind, tenantId, fromShard, toShard, status: "copying", requestedBy: userId },
          ...{ createdAt: now, updatedAt: now },
        }),
      ],
      result: { id },
      refusals: { "tenant_moves.tenant_id": () => alreadyMoving(kind) },
    });
  });
  ctx.after(ctx.providers.operations.queueMove({ moveId: move.id }));
  return move;
}

const alreadyMoving = (kind: string) =>
  new DomainError(
    "conflict",
    `This ${kind} is already being moved, or the copy from its last move is not deleted yet.`,
  );

/** A tenant that is being deleted, or restored from an export, cannot be moved. */
async function refuseUnmovable(
  ctx: Ctx,
  { kind, tenantId, fromShard }: Pick<StartMove, "kind" | "tenantId"> & { fromShard: string },
): Promise<void> {
  const { db } = onShard(ctx, fromShard);
  const isOpen = sql`status IN ('uploading', 'queued', 'running', 'undoing')`;
  const [deletions, restores] = await Promise.all(
    kind === "business"
      ? [
          ctx.db.all(sql`SELECT 1 FROM business_deletions WHERE org_id = ${tenantId}`),
          db.all(sql`SELECT 1 FROM business_restores WHERE org_id = ${tenantId} AND ${isOpen}`),
        ]
      : [
          ctx.db.all(sql`SELECT 1 FROM account_deletions WHERE user_id = ${tenantId}`),
          db.all(sql`SELECT 1 FROM household_restores WHERE user_id = ${tenantId} AND ${isOpen}`),
        ],
  );
  if (deletions && deletions.length > 0) throw new DomainError("conflict", `This ${kind} is about to be deleted.`);
  if (restores && restores.length > 0) throw new DomainError("conflict", "An export is being restored there.");
}

/**
 * Cancels a move that has not switched yet: the tenant stays where it is, and the copy is deleted.
 * @throws DomainError as `startMove`; not_found; conflict if it has switched, or is over
 */
export async function cancelMove(ctx: Ctx, id: string): Promise<{ id: string }> {
  await readMove(ctx, id);
  const now = ctx.now.toISOString();
  await onceInIdentity(ctx, "cancelMove", { id }, (commit) =>
    commit(null, {
      writes: [
        ctx.db.run(sql`
          UPDATE tenant_moves SET status = 'undoing', outcome = 'canceled', run_until = NULL, updated_at = ${now}
          WHERE id = ${id} AND status IN ('copying', 'verifying', 'frozen')`),
        assertRowChanged(ctx, "not_cancelable"),
      ],
      result: null,
      refusals: {
        not_cancelable: () =>
          new DomainError("conflict", "This move can no longer be canceled: it has switched or ended."),
      },
    }),
  );
  ctx.after(ctx.providers.operations.queueMove({ moveId: id }));
  return { id };
}
