import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import type { Handler } from "hono";
import type { HonoEnv } from "./hono";

/** Every screen: Remix is the last route and reads the request's body itself. */
export function pages(build: ServerBuild): Handler<HonoEnv> {
  const handle = createRequestHandler(build, import.meta.env.DEV ? "development" : "production");
  return (c) => {
    const context: AppLoadContext = { ctx: c.var.ctx, cspNonce: c.var.cspNonce };
    return handle(c.req.raw, context);
  };
}
