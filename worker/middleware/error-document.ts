import type { Context } from "hono";
import { html } from "hono/html";
import type { HonoEnv } from "#worker/env";

/**
 * An error page for failures before any screen could be rendered, such as a database outage. It needs no script and no style
 * sheet, which might be unavailable as well.
 */
export function errorDocument(c: Context<HonoEnv>, { status, message }: { status: number; message: string }) {
  const title = status >= 500 ? "Something went wrong" : "Request refused";
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<title>${title} · Plenum</title>
<style nonce="${c.var.secureHeadersNonce}">
:root { color-scheme: dark; --canvas: #0d1318; --ink: #eef2f5; --muted: #b5bfc6; --edge: #6a7780 }
@media (prefers-color-scheme: light) { :root { color-scheme: light; --canvas: #f2f4f6; --ink: #16202a; --muted: #414b54; --edge: #7f8a93 } }
body { margin: 0; min-height: 100dvh; background: var(--canvas); color: var(--ink); font: 16px/1.5 Inter, system-ui, sans-serif }
main { max-width: 36rem; margin: 0 auto; padding: 12vh 1rem 2rem }
.status { margin: 0; color: var(--muted); font-size: 4.5rem; font-weight: 600; line-height: 1 }
h1 { margin: 1.5rem 0 0.75rem; font-size: 1.5rem; line-height: 1.25 }
p { margin: 0.5rem 0 }
a { display: inline-block; margin: 1rem 0.75rem 0 0; padding: 0.6rem 1rem; border: 1px solid var(--edge); border-radius: 8px; color: inherit; text-decoration: none }
.id { margin-top: 2rem; color: var(--muted); font-size: 0.75rem }
</style>
</head>
<body>
<main>
<p class="status">${status}</p>
<h1>${title}</h1>
<p>${message}</p>
<p>Nothing you saved before is lost.</p>
<a href="">Load the page again</a><a href="/">Home</a>
<p class="id">Request ID ${c.var.requestId}</p>
</main>
</body>
</html>`;
}
