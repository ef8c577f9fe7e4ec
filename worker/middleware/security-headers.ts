import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { NONCE, secureHeaders } from "hono/secure-headers";
import { tileOrigin } from "~/domain/maps/tiles";
import { type HonoEnv, settingsOf } from "../env";

const self = "'self'";
const none = "'none'";

/** Every response's protective headers. Pages get a policy with a nonce of their own; assets are served before the Worker. */
export const securityHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: [none],
    scriptSrc: [NONCE, "'strict-dynamic'"],
    // Vite's development client writes style elements of its own.
    styleSrc: import.meta.env.DEV ? [self, "'unsafe-inline'"] : [self, NONCE],
    // Screens follow each other in one document, so that it is every page's.
    imgSrc: [self, "data:", "blob:", (c) => tileHost(c)],
    fontSrc: [self],
    connectSrc: [self, ownSocket, (c) => (opensBankDialog(c) ? "https://*.plaid.com" : "")],
    manifestSrc: [self],
    workerSrc: [self],
    mediaSrc: [self, "blob:"],
    frameSrc: [(c) => (opensBankDialog(c) ? "https://cdn.plaid.com" : none)],
    frameAncestors: [(c) => (isEmbeddable(c) ? "*" : none)],
    baseUri: [none],
    formAction: [
      self,
      (c) => (paysByCard(c) ? "https://checkout.stripe.com" : ""),
      (c) => (paysForPlan(c) ? "https://billing.stripe.com" : ""),
    ],
  },
  xFrameOptions: "DENY",
  referrerPolicy: "strict-origin-when-cross-origin",
  permissionsPolicy: { camera: ["self"], microphone: ["self"], geolocation: ["self"], payment: false },
  strictTransportSecurity: "max-age=63072000; includeSubDomains; preload",
});

/** Responses are not cached unless the handler says so. */
export const cachePolicy = createMiddleware<HonoEnv>(async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
});

function ownSocket(c: Context<HonoEnv>): string {
  const { protocol, host } = new URL(c.req.url);
  return `${protocol === "https:" ? "wss" : "ws"}://${host}`;
}

/** The one screen that opens a bank's dialog; its script is let in by ours. */
function opensBankDialog(c: Context<HonoEnv>): boolean {
  return /^\/finances\/accounts(\/|$)/.test(c.req.path) && settingsOf(c.env).PLAID_CLIENT_ID !== undefined;
}

/** Where the pictures of maps come from, if they come from anywhere. */
const tileHost = (c: Context<HonoEnv>): string => tileOrigin(settingsOf(c.env).MAP_TILES_URL ?? "") ?? "";

/** The pages whose form leads on to the card processor's: each business may have an account of its own. */
const paysByCard = (c: Context<HonoEnv>): boolean => c.req.path.startsWith("/s/") || paysForPlan(c);

/** The screen that leads on to pay for a plan, or to change its card. */
const paysForPlan = (c: Context<HonoEnv>): boolean => c.req.path.startsWith("/payment");

/** A business's public form stands within its website. */
function isEmbeddable(c: Context<HonoEnv>): boolean {
  return c.req.path.startsWith("/f/");
}

/** Browsers heed this header beside the policy, which alone knows exceptions. */
export const embeddable = createMiddleware<HonoEnv>(async (c, next) => {
  await next();
  if (isEmbeddable(c)) c.res.headers.delete("X-Frame-Options");
});

/** Pages behind a link that is a secret in itself: no other site learns it, and no search engine lists them. */
export const secretLinks = createMiddleware<HonoEnv>(async (c, next) => {
  await next();
  if (!c.req.path.startsWith("/s/")) return;
  c.header("Referrer-Policy", "no-referrer");
  c.header("X-Robots-Tag", "noindex, nofollow");
});
