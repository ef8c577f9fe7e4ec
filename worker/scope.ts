import { createMiddleware } from "hono/factory";
import { bookmarkCookie, cookie } from "~/domain/auth/cookies";
import { drain } from "./api/body";
import { requestScope } from "./context";
import type { HonoEnv } from "./hono";

/** Builds the request's context, and tells afterwards what the database was asked for. */
export const scope = createMiddleware<HonoEnv>(async (c, next) => {
  const { ctx, database, settings } = await requestScope(c.req.raw, c.env, c.executionCtx);
  c.set("ctx", ctx);
  c.set("settings", settings);
  await next();
  await drain(c.req.raw);
  const { costs } = database;
  c.header("X-Request-Id", ctx.request.id);
  if (costs.rowsWritten > 0) {
    const bookmark = database.bookmark();
    if (bookmark)
      c.header("Set-Cookie", cookie(c.req.raw, bookmarkCookie, bookmark, { maxAge: 300 }), { append: true });
  }
  if (settings.ENVIRONMENT !== "production") {
    const told = `calls=${costs.calls} statements=${costs.statements} read=${costs.rowsRead} written=${costs.rowsWritten} bytes=${costs.bytes} ms=${costs.ms}`;
    c.header("Server-Timing", `d1;desc="${told}"`);
  }
});
