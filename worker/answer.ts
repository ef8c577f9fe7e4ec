import type { ExecutionContext, Hono } from "hono";
import { withSessionFirst } from "./context";
import type { Env, HonoEnv } from "./env";
import { outdated } from "./middleware/scope";

/** Answers a request. If the remembered session turned out to be outdated, runs the request again with the session read first. */
export async function answer(
  app: Hono<HonoEnv>,
  request: Request,
  { env, execution }: { env: Env; execution: ExecutionContext | undefined },
): Promise<Response> {
  const first = await app.fetch(request, env, execution);
  if (!outdated.has(request)) return first;
  return app.fetch(withSessionFirst(request), env, execution);
}
