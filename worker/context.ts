import type { Context } from "hono";
import type { StatementGuard } from "#drizzle/d1/guard";
import type { Database } from "#drizzle/d1/session";
import { openDatabase } from "#drizzle/d1/session";
import { findApiKey } from "~/domain/api-keys/actor.server";
import { isApiKey } from "~/domain/api-keys/api-key";
import { isSameActor, recallActor } from "~/domain/auth/actor-cookie.server";
import { actorCookie, bearerToken, bookmarkCookie, readCookie, sessionCookieName } from "~/domain/auth/cookies";
import { findActor } from "~/domain/auth/session.server";
import { commitHooks } from "~/domain/commit-hooks.server";
import { copyPendingMember } from "~/domain/people/copy-to-tenants.server";
import type { Actor, Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { randomToken, uuidSequence } from "~/domain/shared/secrets/tokens.server";
import { databasesOf, type Env, type HonoEnv, settingsOf } from "./env";
import { regionOf } from "./object-placement";
import { buildProviders } from "./providers/index";

interface RequestScope {
  ctx: Ctx;
  database: Database;
  settings: ReturnType<typeof settingsOf>;
  /** Whether the session confirms the remembered actor; null if the session was read first. */
  confirmed: Promise<boolean> | null;
}

let guard: StatementGuard | undefined;
/** One per isolate, so that ids increase across its requests. */
const uuidv7 = uuidSequence();

/** The guard needs the tables of all areas, which an isolate builds on the first request instead of at startup. */
async function open(env: Env, bookmark: string | null): Promise<Database> {
  guard ??= (await import("#drizzle/d1/tenants")).tenantGuard();
  return openDatabase(databasesOf(env), { bookmark: validBookmark(bookmark), guard });
}

/** Set by Cloudflare on each request; absent locally. */
function continentOf(request: Request): string | null {
  const { continent } = request.cf ?? {};
  return typeof continent === "string" ? continent : null;
}

/** Accepts only the format D1 writes: a browser may send anything, even what no header can hold. */
function validBookmark(bookmark: string | null): string | null {
  return bookmark !== null && /^\w{1,20}:[\w-]{1,200}(\.\w{1,20}:[\w-]{1,200}){0,7}$/.test(bookmark) ? bookmark : null;
}

/** Builds a request's context: the actor, and everything a use case may use. */
export async function requestScope({
  env,
  executionCtx,
  req,
  var: { requestId },
}: Context<HonoEnv>): Promise<RequestScope> {
  const request = req.raw;
  const settings = settingsOf(env);
  const local = settings.ENVIRONMENT !== "production";
  const database = await open(env, readCookie(request, bookmarkCookie));
  const ctx = newCtx(env, database, { kind: "guest" }, (work) => executionCtx.waitUntil(work));
  ctx.request = {
    id: requestId,
    idempotencyKey: request.headers.get("idempotency-key"),
    ip: request.headers.get("cf-connecting-ip") ?? "127.0.0.1",
    continent: continentOf(request),
    userAgent: (request.headers.get("user-agent") ?? "").slice(0, 300),
    origin: settings.PUBLIC_ORIGIN ?? new URL(request.url).origin,
    local,
    refusals: [],
  };
  const token = bearerToken(request);
  if (token !== null && isApiKey(token)) {
    // API keys are for the API only; screens are for people.
    if (new URL(request.url).pathname.startsWith("/api/")) ctx.actor = await findApiKey(ctx, token);
    return { ctx, database, settings, confirmed: null };
  }
  const credentials = {
    sessionToken: readCookie(request, sessionCookieName(request)),
    accessToken: token,
  };
  const remembered = await remember(ctx, request, credentials);
  if (remembered) {
    ctx.actor = remembered.actor;
    // They may have moved to another shard since; reading the session updates this context.
    const confirmed = findActor(ctx, credentials).then(
      (actual) => isSameActor(ctx, actual, remembered),
      // The request runs again with the session read first, which fails the same way and is reported then.
      () => false,
    );
    const sure = confirmed.then((isSame) => {
      if (!isSame) throw new DomainError("conflict", "Your session has changed. Please try again.");
    });
    // If nothing is written, nothing awaits this promise.
    sure.catch(() => {});
    database.holdWrites(sure);
    return { ctx, database, settings, confirmed };
  }
  ctx.actor = await findActor(ctx, credentials);
  if (await copyPendingMember(ctx)) ctx.actor = await findActor(ctx, credentials);
  return { ctx, database, settings, confirmed: null };
}

/** The remembered actor, for a request that only reads and can be run again. */
async function remember(
  ctx: Ctx,
  request: Request,
  { sessionToken, accessToken }: { sessionToken: string | null; accessToken: string | null },
): Promise<Awaited<ReturnType<typeof recallActor>>> {
  if (request.method !== "GET" || accessToken !== null || sessionToken === null) return null;
  if (request.headers.has("upgrade") || reread.has(request)) return null;
  const note = readCookie(request, actorCookie);
  return note === null ? null : recallActor(ctx, { note, sessionToken });
}

/** Requests whose remembered actor turned out to be outdated. */
const reread = new WeakSet<Request>();

/** A copy of the request for which the session is read first. */
export function withSessionFirst(request: Request): Request {
  const again = new Request(request);
  reread.add(again);
  return again;
}

/** Context of a consumer, a cron run or a Durable Object: acts for the system, for no business until one is set. */
export async function systemCtx(env: Env, after: Ctx["after"]): Promise<Ctx> {
  return newCtx(env, await open(env, null), { kind: "system", member: null }, after);
}

function newCtx(env: Env, database: Database, actor: Actor, after: Ctx["after"]): Ctx {
  const now = new Date();
  const newId = () => uuidv7(Date.now());
  return {
    db: database.db,
    shards: database.shards,
    actor,
    now,
    newId,
    newToken: randomToken,
    providers: buildProviders(env, (tenantId) => regionOf(database.shards, tenantId)),
    commitHooks,
    after,
    request: {
      ...{ id: newId(), idempotencyKey: null, ip: "", continent: null, userAgent: "", local: false, refusals: [] },
      origin: settingsOf(env).PUBLIC_ORIGIN ?? "",
    },
  };
}
