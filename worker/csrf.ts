import { createMiddleware } from "hono/factory";
import { bearerToken } from "~/domain/auth/cookies";
import { DomainError } from "~/domain/errors";
import type { HonoEnv } from "./hono";

const safe = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * A change asked for with a cookie must come from our own pages: Sec-Fetch-Site says so, else Origin does. A bearer token
 * cannot be sent by a foreign page, and webhooks are signed. A page's form is checked even without a cookie, so that
 * nobody is signed in to somebody else's account.
 */
export const csrf = createMiddleware<HonoEnv>(async (c, next) => {
  const request = c.req.raw;
  const path = new URL(request.url).pathname;
  const upgrade = request.headers.get("upgrade")?.toLowerCase() === "websocket";
  const change = !safe.has(request.method) || upgrade;
  const exempt = path.startsWith("/api/webhooks/") || (bearerToken(request) !== null && !upgrade);
  const byCookie = request.headers.has("cookie") || !path.startsWith("/api/");
  if (change && !exempt && (byCookie || upgrade) && !fromOurPages(request)) {
    throw new DomainError("forbidden", "This request did not come from a Plenum page. Reload the page and try again.");
  }
  await next();
});

function fromOurPages(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site) return site === "same-origin";
  const origin = request.headers.get("origin");
  return origin !== null && origin === new URL(request.url).origin;
}
