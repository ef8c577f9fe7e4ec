import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { requestScope } from "#worker/context";
import type { HonoEnv } from "#worker/env";
import { rememberActor } from "~/domain/auth/actor-cookie.server";
import {
  actorCookie,
  bearerToken,
  bookmarkCookie,
  cookie,
  readCookie,
  sessionCookieName,
  sessionSeconds,
} from "~/domain/auth/cookies";
import { recordRefusals } from "~/domain/auth/security-events.server";
import type { Ctx } from "~/domain/shared/context";
import { drain } from "./body";

/** Requests run for a remembered actor that is no longer correct: `answer` runs them again. */
export const outdated = new WeakSet<Request>();

/** Remembers the actor, so that the session's next page is read in parallel with the session. */
async function keepActor(c: Context<HonoEnv>, ctx: Ctx): Promise<void> {
  const request = c.req.raw;
  const sessionToken = readCookie(request, sessionCookieName(request));
  if (request.method !== "GET" || sessionToken === null || bearerToken(request) !== null) return;
  const note = await rememberActor(ctx, sessionToken);
  if (note === null && readCookie(request, actorCookie) === null) return;
  const maxAge = note === null ? 0 : sessionSeconds;
  c.header("Set-Cookie", cookie(request, actorCookie, { value: note ?? "", maxAge }), { append: true });
}

/** Builds the request's context and afterward reports the cost of its database queries. */
export const scope = createMiddleware<HonoEnv>(async (c, next) => {
  c.header("X-Request-Id", c.var.requestId);
  const { ctx, database, settings, confirmed } = await requestScope(c);
  c.set("ctx", ctx);
  c.set("settings", settings);
  const request = c.req.raw;
  await next();
  if (confirmed && !(await confirmed)) {
    await c.res.body?.cancel();
    c.res = undefined;
    c.res = c.text("Your session has changed. Please try again.", 409);
    outdated.add(request);
    return;
  }
  // Once more, because a page's or a resource's own response lacks the headers set before.
  c.header("X-Request-Id", c.var.requestId);
  recordRefusals(ctx);
  if (!confirmed) await keepActor(c, ctx);
  await drain(c.req.raw);
  const { costs } = database;
  // A stream writes its outcome after these headers.
  const isStream = c.res.headers.get("Content-Type") === "text/event-stream";
  if (costs.rowsWritten > 0 || isStream) {
    const bookmark = database.bookmark(isStream ? "before writes" : undefined);
    if (bookmark)
      c.header("Set-Cookie", cookie(c.req.raw, bookmarkCookie, { value: bookmark, maxAge: 300 }), { append: true });
  }
  if (settings.ENVIRONMENT !== "production") {
    const summary = `calls=${costs.calls} rounds=${costs.rounds} statements=${costs.statements} read=${costs.rowsRead} written=${costs.rowsWritten} ms=${costs.ms}`;
    c.header("Server-Timing", `d1;desc="${summary}"`);
  }
});
