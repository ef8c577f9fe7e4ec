import { createMiddleware } from "hono/factory";
import { bookmarkCookie, cookie } from "~/domain/auth/cookies";
import { recordRefusals } from "~/domain/auth/security-events.server";
import { requestScope } from "../context";
import type { HonoEnv } from "../env";
import { drain } from "./body";

/** Builds the request's context, and reports afterward what its database queries cost. */
export const scope = createMiddleware<HonoEnv>(async (c, next) => {
  c.header("X-Request-Id", c.var.requestId);
  const { ctx, database, settings } = await requestScope(c);
  c.set("ctx", ctx);
  c.set("settings", settings);
  await next();
  recordRefusals(ctx);
  await drain(c.req.raw);
  const { costs } = database;
  if (costs.rowsWritten > 0) {
    const bookmark = database.bookmark();
    if (bookmark)
      c.header("Set-Cookie", cookie(c.req.raw, bookmarkCookie, bookmark, { maxAge: 300 }), { append: true });
  }
  if (settings.ENVIRONMENT !== "production") {
    const summary = `calls=${costs.calls} rounds=${costs.rounds} statements=${costs.statements} read=${costs.rowsRead} written=${costs.rowsWritten} bytes=${costs.bytes} ms=${costs.ms}`;
    c.header("Server-Timing", `d1;desc="${summary}"`);
  }
});
