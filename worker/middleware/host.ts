import { createMiddleware } from "hono/factory";
import { type HonoEnv, settingsOf } from "#worker/env";
import { DomainError } from "~/domain/shared/errors";

/**
 * Rejects requests for any host but our own: links in mails, the webhook address given to banks and the CSRF check all rely on
 * this one name.
 */
export const ownHost = createMiddleware<HonoEnv>(async (c, next) => {
  const { PUBLIC_ORIGIN } = settingsOf(c.env);
  if (PUBLIC_ORIGIN && new URL(c.req.url).host !== new URL(PUBLIC_ORIGIN).host) {
    throw new DomainError("misdirected", "This address does not belong to Plenum.");
  }
  await next();
});
