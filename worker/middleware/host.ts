import { createMiddleware } from "hono/factory";
import { DomainError } from "~/domain/shared/errors";
import { type HonoEnv, settingsOf } from "../env";

/**
 * A request for another host than ours is refused: links in mails, the webhook address given to banks and the check of where a
 * form comes from all rest on the one name that the product has.
 */
export const ownHost = createMiddleware<HonoEnv>(async (c, next) => {
  const { PUBLIC_ORIGIN } = settingsOf(c.env);
  if (PUBLIC_ORIGIN && new URL(c.req.url).host !== new URL(PUBLIC_ORIGIN).host) {
    throw new DomainError("misdirected", "This address does not belong to Plenum.");
  }
  await next();
});
