import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import type { Context, Hono } from "hono";
import { areaBuilds } from "./area-builds";
import { leaveDialogsOutOfHistory } from "./dialogs-in-history";
import type { HonoEnv } from "./env";
import { surface } from "./surface";

/** Every screen: Remix is the last route and reads the request's body itself. */
export async function screens(loadScreens: () => Promise<ServerBuild>): Promise<Hono<HonoEnv>> {
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
  const buildFor = areaBuilds(leaveDialogsOutOfHistory(build));
  return surface()
    .route("/dev", devMailbox)
    .route("/dev/bank", devBank)
    .route("/dev/checkout", devCheckout)
    .route("/dev/code-host", devCodeHost)
    .route("/dev/plans", devPlans)
    .get("/.well-known/security.txt", securityTxt)
    .all("*", pageBody, async (c) => {
      const { ctx, tooLarge, secureHeadersNonce: cspNonce = "" } = c.var;
      const context: AppLoadContext = { ctx, cspNonce, tooLarge };
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

/** The form's origin has been checked above. Remix checks it again and fails on the `null` origin of browsers that hide it. */
function withoutOrigin(c: Context<HonoEnv>): Request {
  if (!c.req.raw.headers.has("origin")) return c.req.raw;
  c.req.raw = new Request(c.req.raw);
  c.req.raw.headers.delete("origin");
  return c.req.raw;
}
