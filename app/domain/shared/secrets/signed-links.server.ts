import { type SQL, sql } from "drizzle-orm";
import { acrossCopies } from "#drizzle/d1/guard";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, notFound } from "~/domain/shared/errors";
import { checkAddressLimit } from "~/domain/shared/network/address-limit.server";
import { findOnShards } from "~/domain/shared/shards.server";
import { DAY_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { commit, type Write } from "~/domain/shared/write.server";
import { derivedToken, sha256 } from "./tokens.server";

export const LINK_DAYS = 400;
/** A link that is issued again works for at least this long. */
const MIN_DAYS = 90;

/**
 * Links to one kind of record that work without an account. The table has `org_id, id, <record>, token_hash, created_at,
 * expires_at, revoked_at, first_viewed_at, last_viewed_at`, with a unique `token_hash`.
 */
export interface LinkKind {
  /** The prefix of the data from which the token is derived, so that a link never opens a record of another kind. */
  purpose: `${string}-link`;
  table: string;
  /** The column of the record that a link opens. */
  record: string;
  /** An index of `org_id, <record>, created_at`. */
  index: string;
  /** Messages for the table's constraints on new links. */
  refusals?: ConstraintErrors;
}

export interface SignedLink {
  id: string;
  token: string;
}

export interface OpenedLink extends SignedLink {
  orgId: string;
  recordId: string;
}

interface KnownLink {
  id: string;
  tokenHash: string;
}

/** A link that may be issued again. */
export interface CurrentLink extends KnownLink {
  expiresAt: string;
}

type Business = Pick<Member, "orgId">;

const tokenOf = (ctx: Ctx, { purpose }: LinkKind, id: string) =>
  derivedToken(`${purpose}:${id}`, ctx.providers.secrets.signing);

/** The query for the newest link that works. */
export function currentLink(ctx: Ctx, kind: LinkKind, { orgId, recordId }: Business & { recordId: string | SQL }) {
  return ctx.db
    .select({
      id: sql<string>`id`.as("id"),
      tokenHash: sql<string>`token_hash`.as("token_hash"),
      expiresAt: sql<string>`expires_at`.as("expires_at"),
      firstViewedAt: sql<string | null>`first_viewed_at`.as("first_viewed_at"),
      lastViewedAt: sql<string | null>`last_viewed_at`.as("last_viewed_at"),
    })
    .from(sql`${sql.identifier(kind.table)} INDEXED BY ${sql.identifier(kind.index)}`)
    .where(
      sql`org_id = ${orgId} AND ${sql.identifier(kind.record)} = ${recordId} AND revoked_at IS NULL AND expires_at > ${ctx.now.toISOString()}`,
    )
    .orderBy(sql`created_at DESC`)
    .limit(1);
}

/** The known link with its token; null if there is none or the signing key has changed since. */
export async function knownLink(ctx: Ctx, kind: LinkKind, known: KnownLink | undefined): Promise<SignedLink | null> {
  if (!known) return null;
  const token = await tokenOf(ctx, kind, known.id);
  return (await sha256(token)) === known.tokenHash ? { id: known.id, token } : null;
}

/** Creates a link, and returns it with its insert for the use case's own batch. */
export async function newLink(
  ctx: Ctx,
  kind: LinkKind,
  { orgId, recordId }: Business & { recordId: string },
): Promise<SignedLink & { write: Write }> {
  const id = ctx.newId();
  const token = await tokenOf(ctx, kind, id);
  const expiresAt = new Date(ctx.now.getTime() + LINK_DAYS * DAY_MS).toISOString();
  const write = ctx.db.run(sql`
    INSERT INTO ${sql.identifier(kind.table)} (org_id, id, ${sql.identifier(kind.record)}, token_hash, created_at, expires_at)
    VALUES (${orgId}, ${id}, ${recordId}, ${await sha256(token)}, ${ctx.now.toISOString()}, ${expiresAt})`);
  return { id, token, write };
}

/**
 * Returns the existing link to a record if it works long enough, or a new one. After a change of the signing key, old links still
 * work but a new one is issued.
 */
export async function ensureLink(
  ctx: Ctx,
  kind: LinkKind,
  { orgId, recordId, known }: Business & { recordId: string; known: CurrentLink | undefined },
): Promise<SignedLink> {
  const least = new Date(ctx.now.getTime() + MIN_DAYS * DAY_MS).toISOString();
  const link = await knownLink(ctx, kind, known && known.expiresAt > least ? known : undefined);
  if (link) return link;
  const { id, token, write } = await newLink(ctx, kind, { orgId, recordId });
  await commit(ctx, { orgId }, { writes: [write], result: null, refusals: kind.refusals });
  return { id, token };
}

/** Revokes every link to a record at once. */
export function revocation(ctx: Ctx, kind: LinkKind, { orgId, recordId }: Business & { recordId: string }): Write {
  return ctx.db.run(sql`
    UPDATE ${sql.identifier(kind.table)} SET revoked_at = ${ctx.now.toISOString()}
    WHERE org_id = ${orgId} AND ${sql.identifier(kind.record)} = ${recordId} AND revoked_at IS NULL`);
}

export const linkGone = () =>
  notFound("This link no longer works. Please ask the business that sent it for a new one.");

/** Slows down anyone trying one link after another. @throws DomainError too_many_requests */
export async function checkLinkLimit(ctx: Ctx): Promise<void> {
  if (await checkAddressLimit(ctx, "signed-link")) return;
  throw new DomainError("too_many_requests", "Too many attempts. Please try again in 60 seconds.", { retryAfter: 60 });
}

export const isToken = (token: string) => /^[\w-]{43}$/.test(token);

/**
 * Opens a link from an email or a QR code.
 * @throws DomainError not_found if it is unknown, revoked or expired; too_many_requests
 */
export async function openLink(ctx: Ctx, kind: LinkKind, token: string): Promise<OpenedLink> {
  await checkLinkLimit(ctx);
  if (!isToken(token)) throw linkGone();
  const tokenHash = await sha256(token);
  const link = await findOnShards(ctx, ({ db }) =>
    db.all<Omit<OpenedLink, "token">>(sql`
    SELECT ${sql.raw(acrossCopies)} id, org_id AS orgId, ${sql.identifier(kind.record)} AS recordId FROM ${sql.identifier(kind.table)}
    WHERE token_hash = ${tokenHash} AND revoked_at IS NULL AND expires_at > ${ctx.now.toISOString()}`),
  );
  if (!link) throw linkGone();
  return { ...link, token };
}

/** Records that a link was viewed, at most once a minute. */
export async function recordView(ctx: Ctx, kind: LinkKind, { orgId, id }: OpenedLink): Promise<void> {
  const now = ctx.now.toISOString();
  const before = new Date(ctx.now.getTime() - MINUTE_MS).toISOString();
  await ctx.db.run(sql`
    UPDATE ${sql.identifier(kind.table)} SET first_viewed_at = coalesce(first_viewed_at, ${now}), last_viewed_at = ${now}
    WHERE org_id = ${orgId} AND id = ${id} AND (last_viewed_at IS NULL OR last_viewed_at < ${before})`);
}
