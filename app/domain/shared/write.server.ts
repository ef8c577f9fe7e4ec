import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Side } from "#drizzle/d1/guard";
import { jsonChunks } from "#drizzle/d1/json-chunks";
import { identityAuditLog, identityIdempotencyKeys } from "#drizzle/schema/identity";
import { auditLog, idempotencyKeys } from "#drizzle/schema/platform";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { type Ctx, callerOf, type Member, memberOf } from "./context";
import { type ConstraintErrors, failedOn, translate } from "./database-errors.server";
import { DomainError } from "./errors";
import {
  type IdentityMessage,
  notifyOutbox,
  type OutboxEntry,
  type OutboxMessage,
  outboxInsert,
} from "./outbox.server";

export type Write = BatchItem<"sqlite">;

export interface AuditEntry {
  action: string;
  entity: string;
  entityId: string;
  before?: unknown;
  after?: unknown;
}

/** A change to tenants' data, or to identity if its messages are identity messages. */
export interface Change<R, M = OutboxMessage> {
  /** All of it happens or none of it. */
  writes: Write[];
  audit?: AuditEntry[];
  publish?: M[];
  /** The use case's result; stored with the client's key so that a retry returns the same. */
  result: R;
  /** Error messages for this area's constraints. */
  refusals?: ConstraintErrors;
  /** Whether it is written even where a commit hook would reject it. */
  skipChecks?: boolean;
}

/** What an area adds to every change of tenants' data. `owner` as for a `Commit`. */
export interface CommitHook {
  /** Statements at the start of the batch, which may reject it. */
  before?: (ctx: Ctx, owner: Owner | null) => Write[];
  /** A query at the end of the batch of a change to a business's data, and what is done with its rows after the commit. */
  after?: { query: (ctx: Ctx, orgId: string) => Write; run: (ctx: Ctx, orgId: string, rows: unknown) => void };
  /** Error messages for constraints that changes of any area may violate. */
  refusals?: (ctx: Ctx, owner: Owner | null) => ConstraintErrors;
}

/**
 * Goes right after a conditional UPDATE or DELETE: undoes the batch if that statement changed no row. Detect the reason with
 * `failedOn(error, reason)` or map it to a message in `refusals`.
 */
export function assertRowChanged(ctx: Ctx, reason: string): Write {
  return assertion(ctx.db.run(sql`INSERT INTO batch_assertions (reason, met) SELECT ${reason}, changes()`));
}

/**
 * Like `assertRowChanged`, for a statement that must have changed as many rows as the JSON array has entries. Not for rows whose
 * triggers write to a search index, whose own writes changes() would count: use `assertHolds` before the statement.
 */
export function assertRowsChanged(ctx: Ctx, reason: string, array: string): Write {
  return assertion(
    ctx.db.run(
      sql`INSERT INTO batch_assertions (reason, met) SELECT ${reason}, changes() = json_array_length(${array})`,
    ),
  );
}

/** Undoes the batch unless the condition holds at this point in it; the reason is detected as for `assertRowChanged`. */
export function assertHolds(ctx: Ctx, reason: string, condition: SQL): Write {
  return ctx.db.run(sql`INSERT INTO batch_assertions (reason, met) SELECT ${reason}, ${condition}`);
}

const assertions = new WeakSet<Write>();

function assertion(write: Write): Write {
  assertions.add(write);
  return write;
}

/**
 * FTS5 buffers the words of an indexed row and writes them when the next statement may have to be undone: at the assertion
 * itself, whose changes() would then count those words. This flushes them before the statement that counts.
 */
function flushFtsBefore(ctx: Ctx, writes: readonly Write[]): Write[] {
  return writes.flatMap((write, at) => {
    const next = writes[at + 1];
    if (at === 0 || !next || !assertions.has(next)) return [write];
    return [ctx.db.run(sql`INSERT INTO batch_assertions (reason, met) VALUES ('', 1)`), write];
  });
}

interface RetriedUseCase {
  useCase: string;
  /** How long a retry is recognized: two days for a browser; forever where a device may resend it weeks later. */
  retention: "days" | "forever";
}

/**
 * Runs a use case on tenants' data so that requests with the same client key take effect once. A retry returns the first run's
 * result; the same key with another input is rejected.
 * @throws DomainError key_reused, invalid for a key that cannot be stored
 */
export function once<R>(
  ctx: Ctx,
  named: string | RetriedUseCase,
  input: unknown,
  run: (commit: Commit) => Promise<R>,
): Promise<R> {
  const useCase = typeof named === "string" ? { useCase: named, retention: "days" as const } : named;
  return runOnce(ctx, { side: "tenants", ...useCase, input }, run);
}

/** Like `once`, for a use case on identity. */
export function onceInIdentity<R>(
  ctx: Ctx,
  useCase: string,
  input: unknown,
  run: (commit: Commit<IdentityMessage>) => Promise<R>,
): Promise<R> {
  return runOnce(ctx, { side: "identity", useCase, retention: "days", input }, run);
}

/** Whose data a change writes: a business's, with the member who makes it if it is audited, or a household's. */
export type Owner = (Pick<Member, "orgId"> & Partial<Pick<Member, "userId">>) | { userId: string };

/** Null for identity, for a change about several tenants, and for the caller's own household. */
export type Commit<M = OutboxMessage> = <R>(owner: Owner | null, change: Change<R, M>) => Promise<R>;

/** ASCII, so that the database and JavaScript count its characters alike. */
const VALID_KEY = /^[\x20-\x7e]{8,200}$/;

interface Run extends RetriedUseCase {
  side: Side;
  input: unknown;
}

async function runOnce<R, M extends OutboxMessage | IdentityMessage>(
  ctx: Ctx,
  { side, useCase, retention, input }: Run,
  run: (commit: Commit<M>) => Promise<R>,
): Promise<R> {
  const key = ctx.request.idempotencyKey;
  const userId = callerOf(ctx);
  if (!key || !userId) return run((owner, change) => commitChange(ctx, { side, claim: null, owner }, change));
  if (!VALID_KEY.test(key)) {
    throw new DomainError("invalid", "The Idempotency-Key needs 8 to 200 letters, digits or other ASCII characters.");
  }
  const inputHash = await sha256(JSON.stringify(input));
  const claim = { userId, key, useCase, inputHash, retained: retention === "forever" };
  const earlier = await findResult<R>(ctx, side, claim);
  if (earlier) return earlier.result;
  try {
    return await run((owner, change) => commitChange(ctx, { side, claim, owner }, change));
  } catch (error) {
    if (!(error instanceof KeyTaken || error instanceof DomainError)) throw error;
    // The same request, sent at the same time, may have succeeded since: it is also why this one was refused.
    const first = await findResult<R>(ctx, side, claim);
    if (first) return first.result;
    if (error instanceof DomainError) throw error;
    throw new DomainError("conflict", "This was sent twice at the same time. Please try again.");
  }
}

/** A key is stored on the shard of its change: the caller's household's, or that of a business on another shard. */
function callersShards(ctx: Ctx) {
  const { shards } = ctx;
  if (shards.bound !== null) return [ctx];
  const own = [callerOf(ctx), memberOf(ctx)?.orgId].map((id) => (id ? shards.shardOf(id) : null));
  return [...new Set(own)].flatMap((shard) => (shard === null ? [] : [shards.on(shard)]));
}

interface Claim {
  userId: string;
  key: string;
  useCase: string;
  inputHash: string;
  retained: boolean;
}

class KeyTaken extends Error {}

/** Identity and tenants each have their own, written in the batch of the change. */
const idempotencyTables = { identity: identityIdempotencyKeys, tenants: idempotencyKeys };

const auditTables = { identity: identityAuditLog, tenants: auditLog };

async function findResult<R>(ctx: Ctx, side: Side, claim: Claim): Promise<{ result: R } | null> {
  const read = ({ db }: Pick<Ctx, "db">) =>
    db.all<{ useCase: string; inputHash: string; result: string }>(
      sql`SELECT use_case AS useCase, input_hash AS inputHash, result FROM ${idempotencyTables[side]} WHERE user_id = ${claim.userId} AND key = ${claim.key}`,
    );
  const [row] = side === "identity" ? await read(ctx) : (await Promise.all(callersShards(ctx).map(read))).flat();
  if (!row) return null;
  if (row.inputHash !== claim.inputHash || row.useCase !== claim.useCase) {
    throw new DomainError("key_reused", "This Idempotency-Key was used before with different content.");
  }
  return { result: JSON.parse(row.result) };
}

/** Writes everything in one batch: the key, the change to tenants' data, its audit entries and its outbox messages. */
export function commit<R>(ctx: Ctx, owner: Owner | null, change: Change<R>): Promise<R> {
  return commitChange(ctx, { side: "tenants", claim: null, owner }, change);
}

/** Like `commit`, for a change to identity. */
export function commitIdentity<R>(ctx: Ctx, owner: Owner | null, change: Change<R, IdentityMessage>): Promise<R> {
  return commitChange(ctx, { side: "identity", claim: null, owner }, change);
}

interface Committed {
  side: Side;
  claim: Claim | null;
  owner: Owner | null;
}

async function commitChange<R>(
  ctx: Ctx,
  { side, claim, owner }: Committed,
  change: Change<R, OutboxMessage | IdentityMessage>,
): Promise<R> {
  const messages = (change.publish ?? []).map((message): OutboxEntry => ({ id: ctx.newId(), message }));
  const hooks = side === "tenants" ? ctx.commitHooks : [];
  const writes: Write[] = [
    ...(change.skipChecks ? [] : hooks.flatMap(({ before }) => before?.(ctx, owner) ?? [])),
    ...(claim ? [claimKey(ctx, side, { ...claim, result: change.result })] : []),
    ...change.writes,
    ...auditRows(ctx, { side, owner }, change.audit ?? []),
    ...messages.map((entry) => outboxInsert(ctx, entry)),
  ];
  const [first, ...rest] = flushFtsBefore(ctx, writes);
  if (!first) return change.result;
  const orgId = owner && "orgId" in owner ? owner.orgId : "";
  const followUps = orgId === "" ? [] : hooks.flatMap(({ after }) => after ?? []);
  try {
    const results = await ctx.db.batch([first, ...rest, ...followUps.map(({ query }) => query(ctx, orgId))]);
    const found = results.slice(results.length - followUps.length);
    for (const [at, { run }] of followUps.entries()) run(ctx, orgId, found[at]);
  } catch (error) {
    if (claim && failedOn(error, "idempotency_keys.key")) throw new KeyTaken();
    const ofHooks = hooks.flatMap(({ refusals }) => Object.entries(refusals?.(ctx, owner) ?? {}));
    throw translate(error, { ...Object.fromEntries(ofHooks), ...change.refusals });
  }
  if (messages.length > 0) ctx.after(notifyOutbox(ctx, messages));
  return change.result;
}

function claimKey(ctx: Ctx, side: Side, claim: Claim & { result: unknown }): Write {
  const { retained, result, ...columns } = claim;
  const row = { ...columns, result: JSON.stringify(result ?? null), createdAt: ctx.now.toISOString() };
  if (side === "identity") return ctx.db.insert(identityIdempotencyKeys).values(row);
  return ctx.db.insert(idempotencyKeys).values({ ...row, retained });
}

/** One statement for any usual number of entries: D1 allows 1,000 per request. */
function auditRows(
  ctx: Ctx,
  { side, owner }: Pick<Committed, "side" | "owner">,
  entries: readonly AuditEntry[],
): Write[] {
  if (entries.length === 0) return [];
  if (!owner || !("orgId" in owner) || owner.userId === undefined)
    throw new Error("an audit entry belongs to a member of a business");
  const { orgId, userId } = owner;
  return [...jsonChunks(entries.map((entry) => JSON.stringify({ ...entry, id: ctx.newId() })))].map((chunk) =>
    ctx.db.run(sql`INSERT INTO ${auditTables[side]} (org_id, id, user_id, action, entity, entity_id, before, after, request_id, at)
      SELECT ${orgId}, value ->> 'id', ${userId}, value ->> 'action', value ->> 'entity', value ->> 'entityId',
        value -> 'before', value -> 'after', ${ctx.request.id}, ${ctx.now.toISOString()} FROM json_each(${chunk})`),
  );
}

type Facts = Record<string, unknown>;

/** The fields that a change actually changes, before and after, for an audit entry. */
export function differences(stored: object, change: object): { before: Facts; after: Facts } {
  const was = new Map(Object.entries(stored));
  const changed = Object.entries(change).filter(
    ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(was.get(field)),
  );
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, was.get(field) ?? null])),
    after: Object.fromEntries(changed),
  };
}
