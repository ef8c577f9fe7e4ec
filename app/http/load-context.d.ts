import "@remix-run/cloudflare";
import type { Ctx } from "~/domain/shared/context";

declare module "@remix-run/cloudflare" {
  interface AppLoadContext {
    ctx: Ctx;
    cspNonce: string;
    /** Seconds until a retry makes sense after a loader or action was rejected; sent as Retry-After. */
    retryAfter?: number;
    /** Why the form was not read: it is larger than allowed. */
    tooLarge?: string;
  }
  interface Future {
    v3_singleFetch: true;
  }
}
