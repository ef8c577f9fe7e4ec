import "@remix-run/cloudflare";
import type { Ctx } from "~/domain/shared/context";

declare module "@remix-run/cloudflare" {
  interface AppLoadContext {
    ctx: Ctx;
    cspNonce: string;
  }
  interface Future {
    v3_singleFetch: true;
  }
}
