import { Hono } from "hono";
import type { HonoEnv } from "./env";
import { author } from "./middleware/author";
import { csrf } from "./middleware/csrf";
import { renderError } from "./middleware/errors";
import { ownHost } from "./middleware/host";
import { refuseTurnedAway } from "./middleware/overload";
import { requestId } from "./middleware/request-id";
import { scope } from "./middleware/scope";
import { cachePolicy, embeddable, secretLinks, securityHeaders } from "./middleware/security-headers";

/** The middleware of every response but those that `shedLoad` rejects, outermost first. */
export function surface(): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>();
  app.use(
    secretLinks,
    embeddable,
    requestId,
    securityHeaders,
    cachePolicy,
    refuseTurnedAway,
    ownHost,
    scope,
    csrf,
    author,
  );
  app.onError(renderError);
  return app;
}
