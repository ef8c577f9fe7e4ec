import { createMiddleware } from "hono/factory";
import type { HonoEnv } from "#worker/env";
import { AUTHOR_HEADER, OTHER_PERSON } from "~/domain/auth/author";
import { callerOf } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";

/**
 * A change that waited on a shared device is accepted from its author only: the session may belong to someone else by now. A 401
 * keeps it on the device.
 */
export const author = createMiddleware<HonoEnv>(async (c, next) => {
  const authorId = c.req.header(AUTHOR_HEADER);
  const callerId = callerOf(c.var.ctx);
  if (authorId && callerId !== null && authorId !== callerId) {
    const message =
      "Someone else is signed in on this device. Sign out, then sign in as the person who made this change.";
    throw new DomainError("unauthenticated", message, { details: { reason: OTHER_PERSON } });
  }
  await next();
});
