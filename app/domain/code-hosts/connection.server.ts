import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { codeHostConnections, codeHostRepositories } from "#drizzle/schema/code-hosts";
import { tenantMembers } from "#drizzle/schema/platform";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { logUnforeseen } from "~/domain/shared/log.server";
import { allow } from "~/domain/shared/permissions";
import { HOUR_SECONDS, MINUTE_MS } from "~/domain/shared/time/dates";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import {
  HOST_NAMES,
  type HostKind,
  type HostPage,
  type HostRepository,
  MAX_REPOSITORIES,
  missingScopes,
  type TokenKind,
} from "./host";
import { hostAddress } from "./host-address";
import { HostError, hostErrorMessage } from "./host-error";
import type { CodeHost, HostTokens } from "./provider";
import type { GitlabToken, RepositoryList } from "./schema";
import { type ConnectionKey, decryptToken, encryptToken, isConnection } from "./tokens.server";

/** Limited because each is a call to the host with a token that may be a guess. */
const CONNECTS: Limit = {
  name: "code_hosts",
  what: "connections",
  perPerson: 60,
  perBusiness: 120,
  seconds: HOUR_SECONDS,
};

/**
 * Connects the business to a code host: tests the token and stores it encrypted. A new token from the same account replaces the
 * previous one. Repositories of another server are removed from the sync.
 * @throws DomainError invalid for a token that the host rejects or that lacks a scope, and for an address that is not allowed;
 *   conflict if another account is connected; unavailable
 */
export async function connectHost(ctx: Ctx, host: HostKind, input: GitlabToken): Promise<ConnectionView> {
  allow(ctx, "system.admin");
  const baseUrl = addressOf(ctx, host, input.baseUrl);
  const tokens = { accessToken: input.token, refreshToken: null, expiresAt: null, scopes: null };
  return connectWith(ctx, host, { baseUrl, kind: "personal", proof: input.token, tokens: async () => tokens });
}

interface Access {
  baseUrl: string;
  kind: TokenKind;
  /** The proof that the tokens were issued for. */
  proof: string;
  tokens: () => Promise<HostTokens>;
}

/** Like `connectHost`, for any kind of token. */
export async function connectWith(ctx: Ctx, host: HostKind, access: Access): Promise<ConnectionView> {
  const me = allow(ctx, "system.admin");
  await limitUse(ctx, CONNECTS);
  const key = { orgId: me.orgId, host };
  const { baseUrl, kind, proof } = access;
  await once(ctx, "connectCodeHost", { host, proof, baseUrl }, async (commit) => {
    const { accessToken: token, refreshToken, ...given } = await access.tokens();
    const isOwn = baseUrl !== ctx.providers.codeHosts.address(host, ctx.request.origin);
    const tried = await tryToken(ctx.providers.codeHosts.open({ host, baseUrl, token }), host, isOwn);
    const profile = { ...tried, scopes: tried.scopes ?? given.scopes, expiresAt: tried.expiresAt ?? given.expiresAt };
    const missing = missingScopes(host, profile.scopes);
    if (missing.length > 0)
      throw invalidField("token", `This token can't change issues. Create one with the scope ${missing.join(", ")}.`);
    const now = ctx.now.toISOString();
    const row = {
      ...{ baseUrl, status: "connected" as const, accessToken: await encryptToken(ctx, key, token) },
      refreshToken: refreshToken && (await encryptToken(ctx, key, refreshToken)),
      ...{ tokenKind: kind, renewingUntil: null },
      ...{ accountId: profile.id.slice(0, 100), login: profile.login.slice(0, 255) },
      ...{ name: profile.name?.slice(0, 255) ?? null, profileUrl: profile.url, pausedUntil: null },
      scopes: profile.scopes && JSON.stringify(profile.scopes),
      ...{ tokenExpiresAt: profile.expiresAt, connectedBy: me.userId ?? "system", connectedAt: now, checkedAt: now },
    };
    const { accountId, login } = row;
    return commit(me, {
      writes: [
        ctx.db
          .insert(codeHostConnections)
          .values({ ...key, ...row })
          .onConflictDoUpdate({
            target: [codeHostConnections.orgId, codeHostConnections.host],
            set: { ...row, version: sql`${codeHostConnections.version} + 1` },
            setWhere: sql`code_host_connections.status = 'disconnected'
              OR (code_host_connections.account_id = ${accountId} AND code_host_connections.base_url = ${baseUrl})`,
          }),
        assertRowChanged(ctx, "code_host_taken"),
        // Another server's repositories: an id would be of something else there.
        ctx.db
          .update(codeHostRepositories)
          .set({ status: "removed" })
          .where(
            and(
              ...[isOfHost(key), eq(codeHostRepositories.status, "chosen")],
              ne(codeHostRepositories.baseUrl, baseUrl),
            ),
          ),
        // Resumes syncs that stopped for lack of a valid token.
        ctx.db
          .update(codeHostRepositories)
          .set({ nextReadAt: now, nextCheckAt: now })
          .where(and(isOfHost(key), eq(codeHostRepositories.status, "chosen"))),
      ],
      audit: [{ action: "code_host.connect", entity: "code_host", entityId: host, after: { login, baseUrl } }],
      result: null,
      refusals: { code_host_taken: () => taken(host) },
    });
  });
  return readConnection(ctx, host);
}

const isOfHost = ({ orgId, host }: ConnectionKey) =>
  and(eq(codeHostRepositories.orgId, orgId), eq(codeHostRepositories.host, host));

const taken = (host: HostKind) =>
  new DomainError(
    "conflict",
    `Another ${HOST_NAMES[host]} account is already connected. Disconnect it before you connect this one.`,
  );

function addressOf(ctx: Ctx, host: HostKind, typed: string | undefined): string {
  const usual = ctx.providers.codeHosts.address(host, ctx.request.origin);
  if (host === "github" || !typed || typed === usual) return usual;
  const read = hostAddress(typed, ctx.request.local);
  if ("problem" in read) throw invalidField("baseUrl", read.problem);
  return read.address;
}

/** `isOwn`: the business entered the address, so an unreachable server most likely means a wrong address. */
async function tryToken(codeHost: CodeHost, host: HostKind, isOwn: boolean) {
  try {
    return await codeHost.profile();
  } catch (error) {
    if (error instanceof HostError && (error.kind === "revoked" || error.kind === "forbidden"))
      throw invalidField("token", `${HOST_NAMES[host]} does not accept this access token.`);
    if (error instanceof HostError && host === "gitlab" && error.kind === "not_found")
      throw invalidField("baseUrl", "There is no GitLab at this address.");
    if (error instanceof HostError && isOwn && error.kind === "unavailable" && error.status === null)
      throw invalidField("baseUrl", "Nothing responds at this address. Check it, or try again in a few minutes.");
    throw error instanceof HostError ? hostRefusal(host, error) : error;
  }
}

/** Returns the business's connection as shown to Admins, without the token. @throws DomainError not_found if there is none */
export async function readConnection(ctx: Ctx, host: HostKind) {
  const [connection] = await connections(ctx, host);
  if (!connection) throw notFound(`${HOST_NAMES[host]} is not connected.`);
  return connection;
}

/** Like `readConnection`, for a screen that offers to connect: null if there is none. */
export async function findConnection(ctx: Ctx, host: HostKind): Promise<ConnectionView | null> {
  const [connection] = await connections(ctx, host);
  return connection ?? null;
}

export type ConnectionView = Awaited<ReturnType<typeof readConnection>>;

async function connections(ctx: Ctx, host: HostKind) {
  const me = allow(ctx, "system.admin");
  const c = codeHostConnections;
  const rows = await ctx.db
    .select({
      ...{ host: c.host, status: c.status, baseUrl: c.baseUrl, login: c.login, name: c.name },
      ...{ profileUrl: c.profileUrl, scopes: c.scopes, tokenExpiresAt: c.tokenExpiresAt, tokenKind: c.tokenKind },
      ...{ connectedAt: c.connectedAt, checkedAt: c.checkedAt },
      connectedBy: sql<string | null>`${tenantMembers.firstName} || ' ' || ${tenantMembers.lastName}`.as(
        "connected_by",
      ),
    })
    .from(c)
    .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, c.orgId), eq(tenantMembers.userId, c.connectedBy)))
    .where(and(isConnection({ orgId: me.orgId, host }), ne(c.status, "disconnected")));
  return rows.map((row) => {
    const scopes: string[] | null = row.scopes === null ? null : JSON.parse(row.scopes);
    return { ...row, scopes, missingScopes: missingScopes(host, scopes) };
  });
}

/** Ends the connection and deletes the token. @throws DomainError not_found */
export async function disconnectHost(ctx: Ctx, host: HostKind): Promise<void> {
  const me = allow(ctx, "system.admin");
  const key = { orgId: me.orgId, host };
  await removeWebhooks(ctx, key);
  await once(ctx, "disconnectCodeHost", { host }, (commit) =>
    commit(me, {
      writes: [
        ctx.db
          .update(codeHostConnections)
          .set({
            status: "disconnected",
            accessToken: null,
            refreshToken: null,
            version: sql`${codeHostConnections.version} + 1`,
          })
          .where(and(isConnection(key), ne(codeHostConnections.status, "disconnected"))),
        assertRowChanged(ctx, "code_host_missing"),
        ctx.db.update(codeHostRepositories).set({ hookId: null }).where(isOfHost(key)),
      ],
      audit: [{ action: "code_host.disconnect", entity: "code_host", entityId: host }],
      result: null,
      refusals: { code_host_missing: () => notFound(`${HOST_NAMES[host]} is not connected.`) },
    }),
  );
}

/** Removes webhooks while the token still works. A remaining webhook gets a 404 from then on. */
async function removeWebhooks(ctx: Ctx, key: ConnectionKey): Promise<void> {
  const r = codeHostRepositories;
  const hooked = await ctx.db
    .select({ id: r.id, fullName: r.fullName, hookId: r.hookId })
    .from(r)
    .where(and(eq(r.orgId, key.orgId), eq(r.host, key.host), isNotNull(r.hookId)))
    .limit(MAX_REPOSITORIES);
  if (hooked.length === 0) return;
  const removed = withHost(ctx, key, async (codeHost) => {
    for (const { hookId, ...repository } of hooked)
      await codeHost.removeWebhook(repository, hookId ?? "").catch(unlessOfHost);
  });
  await removed.catch((error: unknown) => {
    if (!(error instanceof HostError || error instanceof DomainError))
      logUnforeseen(ctx.request.id, "webhooks of a code host", error);
  });
}

/** Ignores an error about one repository. @throws HostError about the host or the token, which the next call would meet too */
function unlessOfHost(error: unknown): void {
  const isOfHost = !(error instanceof HostError) || ["revoked", "rate_limited", "unavailable"].includes(error.kind);
  if (isOfHost) throw error;
}

/**
 * Returns the repositories the token can access, read from the host.
 * @throws DomainError not_found, conflict for a token that is no longer accepted, unavailable
 */
export async function hostRepositories(
  ctx: Ctx,
  host: HostKind,
  { limit, cursor }: RepositoryList,
): Promise<HostPage<HostRepository>> {
  const me = allow(ctx, "system.admin");
  return askHost(ctx, { orgId: me.orgId, host }, (codeHost) =>
    codeHost.repositories({ page: Number(cursor ?? 1), perPage: limit }),
  );
}

/** Calls the host for a user who is waiting for the result. */
async function askHost<T>(ctx: Ctx, key: ConnectionKey, ask: (codeHost: CodeHost) => Promise<T>): Promise<T> {
  try {
    return await withHost(ctx, key, ask);
  } catch (error) {
    throw error instanceof HostError ? hostRefusal(key.host, error) : error;
  }
}

/**
 * Runs calls to the connected host. Records a token that is no longer accepted, unless it was replaced in the meantime.
 * @throws HostError; DomainError not_found if there is no connection
 */
export async function withHost<T>(ctx: Ctx, key: ConnectionKey, run: (codeHost: CodeHost) => Promise<T>): Promise<T> {
  const [row] = await ctx.db.select().from(codeHostConnections).where(isConnection(key));
  if (!row?.accessToken) throw notFound(`${HOST_NAMES[key.host]} is not connected.`);
  if (row.status === "revoked") throw new HostError("revoked");
  const pausedMs = row.pausedUntil === null ? 0 : Date.parse(row.pausedUntil) - ctx.now.getTime();
  if (pausedMs > 0) throw new HostError("rate_limited", { retryAfterMs: pausedMs });
  const { baseUrl } = row;
  const { accessToken, token } = await currentToken(ctx, key, { ...row, accessToken: row.accessToken });
  try {
    return await run(ctx.providers.codeHosts.open({ host: key.host, baseUrl, token }));
  } catch (error) {
    if (error instanceof HostError) await note(ctx, key, { accessToken, error });
    throw error;
  }
}

/** How long before its expiry a token is renewed. */
const RENEW_BEFORE_MS = 2 * MINUTE_MS;
/** How long a renewal is reserved for the request that started it. */
const CLAIM_MS = 30_000;

type Connection = typeof codeHostConnections.$inferSelect;
type StoredToken = Pick<Connection, "refreshToken" | "tokenExpiresAt" | "renewingUntil" | "baseUrl"> & {
  accessToken: string;
};

/**
 * Returns the current access token, renewed if it is about to expire.
 * @throws HostError revoked if the host refuses to renew it
 */
async function currentToken(
  ctx: Ctx,
  key: ConnectionKey,
  { accessToken, refreshToken, tokenExpiresAt, renewingUntil, baseUrl }: StoredToken,
): Promise<{ accessToken: string; token: string }> {
  const now = ctx.now.getTime();
  const endsMs = tokenExpiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(tokenExpiresAt) - now;
  const asItIs = async () => ({ accessToken, token: await decryptToken(ctx, key, accessToken) });
  const oauth = ctx.providers.codeHosts.oauth(key.host, new URL(baseUrl).origin);
  if (refreshToken === null || !oauth || endsMs > RENEW_BEFORE_MS) return asItIs();
  const c = codeHostConnections;
  const isSame = and(isConnection(key), eq(c.refreshToken, refreshToken));
  // A refresh token works only once: the request that claims it renews, the others use the current token.
  const isFree = renewingUntil === null || Date.parse(renewingUntil) <= now;
  const mayClaim = renewingUntil === null ? isNull(c.renewingUntil) : eq(c.renewingUntil, renewingUntil);
  const claimed = isFree
    ? await ctx.db
        .update(c)
        .set({ renewingUntil: new Date(now + CLAIM_MS).toISOString() })
        .where(and(isSame, mayClaim))
        .returning({ host: c.host })
    : [];
  if (claimed.length === 0) {
    if (endsMs <= 0) throw new HostError("unavailable", { retryAfterMs: CLAIM_MS });
    return asItIs();
  }
  try {
    const tokens = await oauth.refresh(await decryptToken(ctx, key, refreshToken));
    const renewed = await encryptToken(ctx, key, tokens.accessToken);
    await ctx.db
      .update(c)
      .set({
        ...{ accessToken: renewed, tokenExpiresAt: tokens.expiresAt, renewingUntil: null },
        refreshToken: tokens.refreshToken === null ? null : await encryptToken(ctx, key, tokens.refreshToken),
      })
      .where(isSame);
    return { accessToken: renewed, token: tokens.accessToken };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const isOver = error.kind !== "unavailable" && error.kind !== "rate_limited";
    await ctx.db
      .update(c)
      .set({ renewingUntil: null, ...(isOver && { status: "revoked" as const }) })
      .where(isSame);
    throw isOver ? new HostError("revoked") : error;
  }
}

/** Stores what the next call needs to know: that the token is revoked, or when the host may be called again. */
async function note(ctx: Ctx, key: ConnectionKey, { accessToken, error }: { accessToken: string; error: HostError }) {
  const now = ctx.now.getTime();
  const found =
    error.kind === "revoked"
      ? { status: "revoked" as const, checkedAt: new Date(now).toISOString() }
      : error.kind === "rate_limited"
        ? { pausedUntil: new Date(now + (error.retryAfterMs ?? MIN_PAUSE_MS)).toISOString() }
        : null;
  if (!found) return;
  await ctx.db
    .update(codeHostConnections)
    .set(found)
    .where(and(isConnection(key), eq(codeHostConnections.accessToken, accessToken)));
}

const MIN_PAUSE_MS = MINUTE_MS;

/** Converts a host's error to an error for the user. */
export function hostRefusal(host: HostKind, error: HostError): DomainError {
  const message = hostErrorMessage(HOST_NAMES[host], error);
  switch (error.kind) {
    case "revoked":
    case "forbidden":
    case "moved":
    case "refused":
      return new DomainError("conflict", message, { details: { reason: error.kind }, cause: error });
    case "not_found":
    case "gone":
      return notFound(message);
    case "rate_limited":
    case "paced":
    case "unavailable": {
      const retryAfter = Math.ceil((error.retryAfterMs ?? MINUTE_MS) / 1000);
      return new DomainError("unavailable", message, { retryAfter, cause: error });
    }
  }
}
