import type { Ctx } from "~/domain/shared/context";
import type { Env, Settings } from "./env";

/** What Hono's handlers find in `c.env` and `c.var`. */
export interface HonoEnv {
  Bindings: Env;
  Variables: { ctx: Ctx; settings: Settings; cspNonce: string };
}
