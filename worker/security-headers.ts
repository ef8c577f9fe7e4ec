import { createMiddleware } from "hono/factory";
import type { HonoEnv } from "./hono";

/** Every answer's protective headers. Pages get a policy with a nonce of their own; assets are served before the Worker. */
export const securityHeaders = createMiddleware<HonoEnv>(async (c, next) => {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))));
  c.set("cspNonce", nonce);
  await next();
  if (c.res.status === 101) return;
  const url = new URL(c.req.url);
  const socket = `${url.protocol === "https:" ? "wss" : "ws"}://${url.host}`;
  // The one screen that opens a bank's dialog; its script is let in by ours.
  const banks = url.pathname === "/finances/accounts" && c.var.settings?.PLAID_CLIENT_ID !== undefined;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // Vite's development client writes style elements of its own.
    import.meta.env.DEV ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${socket}${banks ? " https://*.plaid.com" : ""}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "media-src 'self' blob:",
    ...(banks ? ["frame-src https://cdn.plaid.com"] : []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
  c.header("Content-Security-Policy", policy);
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Referrer-Policy", "strict-origin-when-cross-origin");
  c.header("Permissions-Policy", "camera=(self), microphone=(self), geolocation=(self), payment=()");
  c.header("Cross-Origin-Opener-Policy", "same-origin");
  c.header("Cross-Origin-Resource-Policy", "same-origin");
  if (url.protocol === "https:") c.header("Strict-Transport-Security", "max-age=63072000; includeSubDomains; preload");
  if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
});
