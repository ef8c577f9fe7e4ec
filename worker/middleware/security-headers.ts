import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { NONCE, secureHeaders } from "hono/secure-headers";
import { type HonoEnv, settingsOf } from "#worker/env";
import { tileOrigin } from "~/domain/maps/tiles";
import { paths } from "~/paths";

const self = "'self'";
const none = "'none'";

/** Security headers of every response. Pages get a policy with their own nonce; assets are served before the Worker. */
export const securityHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: [none],
    scriptSrc: [NONCE, "'strict-dynamic'"],
    // Vite's development client adds its own style elements.
    styleSrc: import.meta.env.DEV ? [self, "'unsafe-inline'"] : [self, NONCE],
    // Client-side navigation keeps the first page's policy, so every page allows it.
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

/** Disables caching unless the handler sets a policy. */
export const cachePolicy = createMiddleware<HonoEnv>(async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
});

function ownSocket(c: Context<HonoEnv>): string {
  const { protocol, host } = new URL(c.req.url);
  return `${protocol === "https:" ? "wss" : "ws"}://${host}`;
}

/** The one screen that opens a bank's dialog; our script loads the dialog's script. */
function opensBankDialog(c: Context<HonoEnv>): boolean {
  return /^\/finances\/accounts(\/|$)/.test(c.req.path) && settingsOf(c.env).PLAID_CLIENT_ID !== undefined;
}

/** The origin of the map tiles; empty if there is none. */
const tileHost = (c: Context<HonoEnv>): string => tileOrigin(settingsOf(c.env).MAP_TILES_URL ?? "") ?? "";

/** Pages whose form leads to the card processor's page: each business may have its own account. */
const paysByCard = (c: Context<HonoEnv>): boolean => c.req.path.startsWith("/s/") || paysForPlan(c);

/** The screen that leads to the processor's page to pay for a plan or change its card. */
const paysForPlan = (c: Context<HonoEnv>): boolean => c.req.path.startsWith(paths.payment());

/** A business's public form is embedded in its website. */
function isEmbeddable(c: Context<HonoEnv>): boolean {
  return c.req.path.startsWith("/f/");
}

/** Browsers apply this header in addition to the policy, and only the policy supports exceptions. */
export const embeddable = createMiddleware<HonoEnv>(async (c, next) => {
  await next();
  if (isEmbeddable(c)) c.res.headers.delete("X-Frame-Options");
});

/** Pages and operations behind a secret link: the link is not leaked to other sites, and search engines do not list them. */
export const secretLinks = createMiddleware<HonoEnv>(async (c, next) => {
  await next();
  if (!c.req.path.startsWith("/s/") && !c.req.path.startsWith("/api/signed/")) return;
  c.header("Referrer-Policy", "no-referrer");
  c.header("X-Robots-Tag", "noindex, nofollow");
});
