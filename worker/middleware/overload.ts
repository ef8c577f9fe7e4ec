import { createMiddleware } from "hono/factory";
import { callsInFlight } from "#drizzle/d1/session";
import { BUSY, BUSY_SECONDS, DomainError } from "~/domain/shared/errors";
import { type HonoEnv, settingsOf } from "../env";
import { drain } from "./body";

/** A body up to here is read away, so that the sender gets the answer; a larger one costs what is being saved. */
const MAX_DRAINED_BYTES = 64_000;

export const PROBES = new Set(["/api/health", "/api/ready"]);

/**
 * Turns away what is more than can be done, before it costs anything; probes are always let in. An isolate is as busy as the
 * round trips to the database that it waits for: requests that wait for their own sender, however many, keep nobody out.
 * @throws DomainError unavailable
 */
export const shedLoad = createMiddleware<HonoEnv>(async (c, next) => {
  if (callsInFlight() >= settingsOf(c.env).MAX_DATABASE_CALLS && !PROBES.has(c.req.path)) {
    if (Number(c.req.header("content-length") ?? 0) <= MAX_DRAINED_BYTES) await drain(c.req.raw);
    throw new DomainError("unavailable", BUSY, { retryAfter: BUSY_SECONDS });
  }
  await next();
});
