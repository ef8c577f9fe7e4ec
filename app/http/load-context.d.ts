import "@remix-run/cloudflare";
import type { Ctx } from "~/domain/shared/context";

declare module "@remix-run/cloudflare" {
  interface AppLoadContext {
    ctx: Ctx;
    cspNonce: string;
    /** Seconds until another try makes sense, of what a loader or an action refused: the answer's Retry-After. */
    retryAfter?: number;
  }
  interface Future {
    v3_singleFetch: true;
  }
}
