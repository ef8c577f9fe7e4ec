import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { auditLog, idempotencyKeys } from "#drizzle/schema/platform";

import type { Ctx, Member } from "./context";
import { type ConstraintTexts, failedOn, translate } from "./database-errors.server";
import { DomainError } from "./errors";
import { notifyOutbox, type OutboxEntry, type OutboxMessage, outboxInsert } from "./outbox.server";
import { sha256 } from "./tokens.server";

export type Write = BatchItem<"sqlite">;

export interface AuditEntry {
  action: string;
  entity: string;
  entityId: string;
  before?: unknown;
  after?: unknown;
}

export interface Change<R> {
  /** All of it happens or none of it. */
  writes: Write[];
  audit?: AuditEntry[];
  publish?: OutboxMessage[];
  /** What the use case answers; stored beside the client's key so that a retry answers the same. */
  result: R;
  /** What the person is told when a constraint of this area refuses. */
  refusals?: ConstraintTexts;
}

/**
 * Placed behind a conditional UPDATE or DELETE: undoes the batch when that statement met no row.
 * The reason is found again with `failedOn(error, reason)` or a refusal text of that name.
 */
export function assertRowChanged(ctx: Ctx, reason: string): Write {
  return assertion(ctx.db.run(sql`INSERT INTO batch_assertions (reason, met) SELECT ${reason}, changes()`));
}

/** As `assertRowChanged`, for a statement that must have met as many rows as the JSON array has entries. */
export function assertRowsChanged(ctx: Ctx, reason: string, array: string): Write {
  return assertion(
    ctx.db.run(
      sql`INSERT INTO batch_assertions (reason, met) SELECT ${reason}, changes() = json_array_length(${array})`,
    ),
  );
}

const assertions = new WeakSet<Write>();

function assertion(write: Write): Write {
  assertions.add(write);
  return write;
}

/**
 * FTS5 holds the words of a searched row back and writes them when the next statement may have to be undone: at the
 * assertion itself, whose changes() would then be those words. They are written out ahead of the statement that counts.
 */
function flushFtsBefore(ctx: Ctx, writes: readonly Write[]): Write[] {
  return writes.flatMap((write, at) => {
    const next = writes[at + 1];
    if (at === 0 || !next || !assertions.has(next)) return [write];
    return [ctx.db.run(sql`INSERT INTO batch_assertions (reason, met) VALUES ('', 1)`), write];
  });
}

export interface RetriedUseCase {
  useCase: string;
  /** How long a retry is known again: a browser's for two days; for good where a device may send it again weeks later. */
  retention: "days" | "forever";
}

/**
 * Runs a use case so that the same client key has one effect. A retry answers the first run's result; the same key with
 * another input is refused.
 * @throws DomainError key_reused
 */
export async function once<R>(
  ctx: Ctx,
  named: string | RetriedUseCase,
  input: unknown,
  run: (commit: Commit) => Promise<R>,
): Promise<R> {
  const { useCase, retention } = typeof named === "string" ? { useCase: named, retention: "days" as const } : named;
  const key = ctx.request.idempotencyKey;
  const userId = ctx.actor.kind === "person" ? ctx.actor.person.userId : null;
  if (!key || !userId) return run((member, change) => commitChange(ctx, member, change, null));
  const inputHash = await sha256(JSON.stringify(input));
  const claim = { userId, key, useCase, inputHash, retained: retention === "forever" };
  const earlier = await findResult<R>(ctx, claim);
  if (earlier) return earlier.result;
  try {
    return await run((member, change) => commitChange(ctx, member, change, claim));
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error;
    const first = await findResult<R>(ctx, claim);
    if (first) return first.result;
    throw new DomainError("conflict", "This was sent twice at the same moment. Please try again.");
  }
}

export type Commit = <R>(member: Member | null, change: Change<R>) => Promise<R>;

interface Claim {
  userId: string;
  key: string;
  useCase: string;
  inputHash: string;
  retained: boolean;
}

class KeyTaken extends Error {}

async function findResult<R>(ctx: Ctx, claim: Claim): Promise<{ result: R } | null> {
  const [row] = await ctx.db
    .select({ useCase: idempotencyKeys.useCase, inputHash: idempotencyKeys.inputHash, result: idempotencyKeys.result })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, claim.userId), eq(idempotencyKeys.key, claim.key)));
  if (!row) return null;
  if (row.inputHash !== claim.inputHash || row.useCase !== claim.useCase) {
    throw new DomainError("key_reused", "This Idempotency-Key was used before with different content.");
  }
  return { result: JSON.parse(row.result) };
}

/** Writes everything in one batch: the key, the change, its audit entries and its outbox messages. */
export async function commit<R>(ctx: Ctx, member: Member | null, change: Change<R>): Promise<R> {
  return commitChange(ctx, member, change, null);
}

async function commitChange<R>(ctx: Ctx, member: Member | null, change: Change<R>, claim: Claim | null): Promise<R> {
  const messages = (change.publish ?? []).map((message): OutboxEntry => ({ id: ctx.newId(), message }));
  const writes: Write[] = [
    ...(claim ? [claimKey(ctx, claim, change.result)] : []),
    ...change.writes,
    ...(change.audit ?? []).map((entry) => auditRow(ctx, member, entry)),
    ...messages.map((entry) => outboxInsert(ctx, entry)),
  ];
  const [first, ...rest] = flushFtsBefore(ctx, writes);
  if (!first) return change.result;
  try {
    await ctx.db.batch([first, ...rest]);
  } catch (error) {
    if (claim && failedOn(error, "idempotency_keys.user_id, idempotency_keys.key")) throw new KeyTaken();
    throw translate(error, change.refusals);
  }
  if (messages.length > 0) ctx.after(notifyOutbox(ctx, messages));
  return change.result;
}

function claimKey(ctx: Ctx, claim: Claim, result: unknown): Write {
  return ctx.db.insert(idempotencyKeys).values({
    ...claim,
    result: JSON.stringify(result ?? null),
    createdAt: ctx.now.toISOString(),
  });
}

function auditRow(ctx: Ctx, member: Member | null, entry: AuditEntry): Write {
  if (!member) throw new Error("an audit entry belongs to a business");
  return ctx.db.insert(auditLog).values({
    orgId: member.orgId,
    id: ctx.newId(),
    userId: member.userId,
    action: entry.action,
    entity: entry.entity,
    entityId: entry.entityId,
    before: entry.before === undefined ? null : JSON.stringify(entry.before),
    after: entry.after === undefined ? null : JSON.stringify(entry.after),
    requestId: ctx.request.id,
    at: ctx.now.toISOString(),
  });
}
