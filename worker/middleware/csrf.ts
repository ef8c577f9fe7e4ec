import { createMiddleware } from "hono/factory";
import type { HonoEnv } from "#worker/env";
import { bearerToken } from "~/domain/auth/cookies";
import { CROSS_SITE } from "~/domain/auth/security-events.server";
import { DomainError } from "~/domain/shared/errors";

const safe = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * A change requested with a cookie must come from our own pages, according to Sec-Fetch-Site or else Origin. A foreign page
 * cannot send a bearer token, and webhooks are signed. A page's form is checked even without a cookie, so that nobody is signed
 * in to someone else's account. hono/csrf checks form content types only, lets Origin override Sec-Fetch-Site and does not cover
 * sockets, so this stays ours.
 */
export const csrf = createMiddleware<HonoEnv>(async (c, next) => {
  const request = c.req.raw;
  if (needsOurPages(request) && !fromOurPages(request, c.var.ctx.request.origin)) {
    c.var.ctx.request.refusals.push(CROSS_SITE);
    throw new DomainError("forbidden", "This request did not come from a Plenum page. Reload the page and try again.");
  }
  await next();
});

function needsOurPages(request: Request): boolean {
  const path = new URL(request.url).pathname;
  const byCookie = request.headers.has("cookie");
  // A browser always sends the origin of the page that opens a socket; a client without one uses a ticket.
  if (request.headers.get("upgrade")) return byCookie || namesAPage(request);
  if (safe.has(request.method) || path.startsWith("/api/webhooks/") || bearerToken(request)) return false;
  return byCookie || !path.startsWith("/api/");
}

function namesAPage(request: Request): boolean {
  return request.headers.has("origin") || request.headers.has("sec-fetch-site");
}

function fromOurPages(request: Request, ours: string): boolean {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const isOurs = origin === ours;
  if (!site) return isOurs;
  // Under a strict referrer policy browsers send the origin `null`; Sec-Fetch-Site is still correct.
  return site === "same-origin" && (isOurs || origin === null || origin === "null");
}
