import { Hono } from "hono";
import type { HonoEnv } from "./env";
import { csrf } from "./middleware/csrf";
import { renderError } from "./middleware/errors";
import { ownHost } from "./middleware/host";
import { refuseTurnedAway, shedLoad } from "./middleware/overload";
import { requestId } from "./middleware/request-id";
import { scope } from "./middleware/scope";
import { cachePolicy, embeddable, secretLinks, securityHeaders } from "./middleware/security-headers";

/** The middleware of every response, outermost first. */
export function surface(): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>();
  app.use(
    shedLoad,
    secretLinks,
    embeddable,
    requestId,
    securityHeaders,
    cachePolicy,
    refuseTurnedAway,
    ownHost,
    scope,
    csrf,
  );
  app.onError(renderError);
  return app;
}
