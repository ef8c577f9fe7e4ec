import { createMiddleware } from "hono/factory";
import { callsInFlight } from "#drizzle/d1/session";
import { BUSY, BUSY_SECONDS, DomainError } from "~/domain/shared/errors";
import { Door } from "../door";
import { type HonoEnv, settingsOf } from "../env";
import { drain } from "./body";

/** A body up to here is read away, so that the sender gets the answer; a larger one costs what is being saved. */
const MAX_DRAINED_BYTES = 64_000;

export const PROBES = new Set(["/api/health", "/api/ready"]);

/** A password has a line of its own. */
const SIGN_IN = new Set(["/api/auth/login", "/login", "/login.data"]);

const door = new Door({
  now: () => Date.now(),
  pause: (ms) => new Promise((done) => setTimeout(done, ms)),
});

/**
 * Turns away what is more than can be done, before it costs anything; probes and who signs in are always let in. An isolate is busy
 * when its event loop is (see `Door`), or when it waits for more round trips to the database than it has memory for: requests that
 * wait for their own sender, however many, keep nobody out.
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

/** One browser, program or address. Cheap, since it is found for whoever is turned away as well: nothing is verified here. */
function clientOf({ headers }: Request): string {
  return headers.get("authorization") ?? headers.get("cookie") ?? headers.get("cf-connecting-ip") ?? "";
}
