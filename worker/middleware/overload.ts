import { createMiddleware } from "hono/factory";
import { callsInFlight } from "#drizzle/d1/session";
import { BUSY, BUSY_SECONDS, DomainError } from "~/domain/shared/errors";
import { Door } from "../door";
import { type HonoEnv, settingsOf } from "../env";
import { drain } from "./body";

/** A rejected body is read to its end up to this size, so that the sender receives the response; a larger one costs too much. */
const MAX_DRAINED_BYTES = 64_000;

export const PROBES = new Set(["/api/health", "/api/ready"]);

/** Sign-in has its own limit: passwords are checked one at a time, and only so many wait. */
const SIGN_IN = new Set(["/api/auth/login", "/login", "/login.data"]);

const door = new Door({
  now: () => Date.now(),
  pause: (ms) => new Promise((done) => setTimeout(done, ms)),
});

/**
 * Rejects excess requests before they cost anything; probes and sign-ins are always admitted. An isolate is busy when its event
 * loop is (see `Door`), or when it waits for more database round trips than it has memory for. Requests that wait for their own
 * sender, however many, keep nobody out.
 * @throws DomainError unavailable
 */
export const shedLoad = createMiddleware<HonoEnv>(async (c, next) => {
  const { path, method } = c.req;
  if (PROBES.has(path) || (SIGN_IN.has(path) && method === "POST")) return next();
  const { MAX_DATABASE_CALLS, MAX_WAITING_REQUESTS } = settingsOf(c.env);
  const leave =
    callsInFlight() < MAX_DATABASE_CALLS ? await door.enter(MAX_WAITING_REQUESTS, () => clientOf(c.req.raw)) : null;
  if (leave) return next().finally(leave);
  if (Number(c.req.header("content-length") ?? 0) <= MAX_DRAINED_BYTES) await drain(c.req.raw);
  throw new DomainError("unavailable", BUSY, { retryAfter: BUSY_SECONDS });
});

/**
 * One browser, API client or IP address. Must be cheap, since it runs for rejected requests as well: nothing is verified here.
 */
function clientOf({ headers }: Request): string {
  return headers.get("authorization") ?? headers.get("cookie") ?? headers.get("cf-connecting-ip") ?? "";
}
