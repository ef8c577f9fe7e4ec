import type { ServerBuild } from "@remix-run/cloudflare";
import { type Context, Hono } from "hono";
import { answer } from "./answer";
import type { HonoEnv } from "./env";
import { shedLoad } from "./middleware/overload";
import { surface } from "./surface";

/**
 * The HTTP surface: the API and the screens, each loaded by an isolate on the first request that needs it. Isolates of queues and
 * Durable Objects start without either. Also loads in Node: it imports no Durable Object class by value.
 */
export function buildApp(loadScreens: () => Promise<ServerBuild>) {
  const app = new Hono<HonoEnv>();
  app.use(shedLoad);
  app.all("/api/*", deferred(api));
  app.all(
    "*",
    deferred(async () => {
      const { screens } = await import("./screens");
      return screens(loadScreens);
    }),
  );
  return app;
}

function deferred(make: () => Promise<Hono<HonoEnv>>) {
  let made: Promise<Hono<HonoEnv>> | undefined;
  return async (c: Context<HonoEnv>) => {
    made ??= make();
    return answer(await made, c.req.raw, { env: c.env, execution: c.executionCtx });
  };
}

async function api(): Promise<Hono<HonoEnv>> {
  const { api: operations } = await import("./api/index");
  return surface().route("/", operations);
}
