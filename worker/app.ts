import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { type Handler, Hono } from "hono";
import { devBank } from "./api/dev-bank";
import { devMailbox } from "./api/dev-mailbox";
import { api } from "./api/index";
import type { HonoEnv } from "./env";
import { csrf } from "./middleware/csrf";
import { renderError } from "./middleware/errors";
import { requestId } from "./middleware/request-id";
import { scope } from "./middleware/scope";
import { cachePolicy, securityHeaders } from "./middleware/security-headers";

/** The HTTP surface, outermost first. Loads in Node as well: it imports no Durable Object class by value. */
export function buildApp(build: ServerBuild) {
  const app = new Hono<HonoEnv>();
  app.use(requestId, securityHeaders, cachePolicy, scope, csrf);
  app.onError(renderError);
  app.route("/", api);
  app.route("/dev", devMailbox);
  app.route("/dev/bank", devBank);
  app.all("*", pages(build));
  return app;
}

/** Every screen: Remix is the last route and reads the request's body itself. */
function pages(build: ServerBuild): Handler<HonoEnv> {
  const handle = createRequestHandler(build, import.meta.env.DEV ? "development" : "production");
  return (c) => {
    const context: AppLoadContext = { ctx: c.var.ctx, cspNonce: c.var.secureHeadersNonce ?? "" };
    return handle(c.req.raw, context);
  };
}
