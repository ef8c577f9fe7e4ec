import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { callsInFlight } from "#drizzle/d1/session";
import { AdmissionControl } from "#worker/admission";
import { type HonoEnv, settingsOf } from "#worker/env";
import { BUSY, BUSY_SECONDS, DomainError } from "~/domain/shared/errors";
import { paths } from "~/paths";
import { drain } from "./body";
import { asksForPage } from "./errors";
import { newRequestId } from "./request-id";
import { cachePolicy, securityHeaders } from "./security-headers";

/** A rejected body is read to its end up to this size, so that the sender receives the response; a larger one costs too much. */
const MAX_DRAINED_BYTES = 64_000;

const PROBES = new Set([paths.apiHealth(), paths.apiReady()]);

/** Parses only what may be a probe's URL: this runs for rejected requests as well. */
export function isProbe(url: string): boolean {
  return [...PROBES].some((path) => url.includes(path)) && PROBES.has(new URL(url).pathname);
}

/** Sign-in has its own limit: passwords are checked one at a time, with a limited number waiting. */
const SIGN_IN = new Set([paths.apiLogin(), paths.login(), `${paths.login()}.data`]);

const admission = new AdmissionControl({
  now: () => Date.now(),
  pause: (ms) => new Promise((done) => setTimeout(done, ms)),
});

/** Requests for pages that were rejected: they get an error page, with the headers of a page. */
const turnedAway = new WeakSet<Request>();

/**
 * Rejects excess requests before they cost anything; probes and sign-ins are always admitted. An isolate is busy when its event
 * loop is (see `AdmissionControl`), or when it waits for more database round trips than its memory allows. Requests that only wait for their
 * own sender never block others. Runs before the API's and the screens' routes are matched, which costs more than rejecting.
 * Requests for pages are rejected by `refuseTurnedAway`.
 */
export const shedLoad = createMiddleware<HonoEnv>(async (c, next) => {
  const { path, method } = c.req;
  if (PROBES.has(path) || (SIGN_IN.has(path) && method === "POST")) return next();
  const { MAX_DATABASE_CALLS, MAX_WAITING_REQUESTS } = settingsOf(c.env);
  const leave =
    callsInFlight() < MAX_DATABASE_CALLS
      ? await admission.admit(MAX_WAITING_REQUESTS, () => clientOf(c.req.raw))
      : null;
  if (leave) return next().finally(leave);
  if (Number(c.req.header("content-length") ?? 0) <= MAX_DRAINED_BYTES) await drain(c.req.raw);
  if (asksForPage(c)) {
    turnedAway.add(c.req.raw);
    return next();
  }
  headersOfData ??= protectiveHeaders(c);
  const body = JSON.stringify({ message: BUSY, code: "unavailable", requestId: newRequestId(c) });
  return new Response(body, { status: 503, headers: await headersOfData });
});

/** @throws DomainError unavailable */
export const refuseTurnedAway = createMiddleware<HonoEnv>(async (c, next) => {
  if (turnedAway.has(c.req.raw)) throw new DomainError("unavailable", BUSY, { retryAfter: BUSY_SECONDS });
  await next();
});

let headersOfData: Promise<Headers> | undefined;

/** The security headers of any response, computed once per isolate; data needs a policy without exceptions. */
async function protectiveHeaders(c: Context<HonoEnv>): Promise<Headers> {
  const app = new Hono<HonoEnv>().use(securityHeaders, cachePolicy).all("*", (each) => each.body(null));
  const { headers } = await app.fetch(new Request(c.req.url), c.env);
  headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  headers.set("Content-Type", "application/json");
  headers.set("Retry-After", String(BUSY_SECONDS));
  return headers;
}

/**
 * One browser, API client or IP address. Must be cheap, since it runs for rejected requests as well: nothing is verified here.
 */
function clientOf({ headers }: Request): string {
  return headers.get("authorization") ?? headers.get("cookie") ?? headers.get("cf-connecting-ip") ?? "";
}
