import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { type Context, Hono } from "hono";
import { answer } from "./answer";
import { areaBuilds } from "./area-builds";
import type { HonoEnv } from "./env";
import { csrf } from "./middleware/csrf";
import { renderError } from "./middleware/errors";
import { ownHost } from "./middleware/host";
import { shedLoad } from "./middleware/overload";
import { requestId } from "./middleware/request-id";
import { scope } from "./middleware/scope";
import { cachePolicy, embeddable, secretLinks, securityHeaders } from "./middleware/security-headers";

/**
 * The HTTP surface: the API and the screens, each fetched by an isolate with the first request that it is for. A queue's or a
 * Durable Object's isolate starts without either. Loads in Node as well: it imports no Durable Object class by value.
 */
export function buildApp(loadScreens: () => Promise<ServerBuild>) {
  const app = new Hono<HonoEnv>();
  app.all("/api/*", deferred(api));
  app.all(
    "*",
    deferred(() => screens(loadScreens)),
  );
  return app;
}

function deferred(make: () => Promise<Hono<HonoEnv>>) {
  let made: Promise<Hono<HonoEnv>> | undefined;
  return async (c: Context<HonoEnv>) => {
    made ??= make();
    return answer(await made, c.req.raw, c.env, c.executionCtx);
  };
}

/** What every answer goes through, outermost first. */
function surface(): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>();
  app.use(secretLinks, embeddable, requestId, securityHeaders, cachePolicy, shedLoad, ownHost, scope, csrf);
  app.onError(renderError);
  return app;
}

async function api(): Promise<Hono<HonoEnv>> {
  const { api: operations } = await import("./api/index");
  return surface().route("/", operations);
}

/** Every screen: Remix is the last route and reads the request's body itself. */
async function screens(loadScreens: () => Promise<ServerBuild>): Promise<Hono<HonoEnv>> {
  const [
    build,
    { devBank },
    { devCheckout },
    { devCodeHost },
    { devMailbox },
    { devPlans },
    { securityTxt },
    { pageBody },
  ] = await Promise.all([
    loadScreens(),
    import("./api/dev-bank"),
    import("./api/dev-checkout"),
    import("./api/dev-code-host"),
    import("./api/dev-mailbox"),
    import("./api/dev-plans"),
    import("./api/security-txt"),
    import("./middleware/page-body"),
  ]);
  const handlerOf = eachOnce((part: ServerBuild) =>
    createRequestHandler(part, import.meta.env.DEV ? "development" : "production"),
  );
  const buildFor = areaBuilds(build);
  return surface()
    .route("/dev", devMailbox)
    .route("/dev/bank", devBank)
    .route("/dev/checkout", devCheckout)
    .route("/dev/code-host", devCodeHost)
    .route("/dev/plans", devPlans)
    .get("/.well-known/security.txt", securityTxt)
    .all("*", pageBody, async (c) => {
      const context: AppLoadContext = { ctx: c.var.ctx, cspNonce: c.var.secureHeadersNonce ?? "" };
      const response = await handlerOf(buildFor(new URL(c.req.url).pathname))(withoutOrigin(c), context);
      if (context.retryAfter && response.status >= 400) response.headers.set("Retry-After", String(context.retryAfter));
      return response;
    });
}

function eachOnce<From extends object, To>(make: (from: From) => To): (from: From) => To {
  const made = new Map<From, To>();
  return (from) => {
    const to = made.get(from) ?? make(from);
    made.set(from, to);
    return to;
  };
}

/** Where a form comes from was decided above. Remix decides again, and fails on the origin `null` of a browser that hides it. */
function withoutOrigin(c: Context<HonoEnv>): Request {
  if (!c.req.raw.headers.has("origin")) return c.req.raw;
  c.req.raw = new Request(c.req.raw);
  c.req.raw.headers.delete("origin");
  return c.req.raw;
}
