import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToReadableStream } from "react-dom/server.browser";
import { recordServerError } from "~/domain/issues/reports/server-errors.server";
import { logUnforeseen } from "./domain/shared/log.server";

export default async function handleRequest(
  request: Request,
  responseStatusCode: number,
  responseHeaders: Headers,
  remixContext: EntryContext,
  { cspNonce, ctx }: AppLoadContext,
) {
  let status = responseStatusCode;
  const body = await renderToReadableStream(<RemixServer context={remixContext} url={request.url} nonce={cspNonce} />, {
    signal: request.signal,
    nonce: cspNonce,
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      logUnforeseen(ctx.request.id, new URL(request.url).pathname, error);
      status = 500;
    },
  });
  // Send the complete page, including lazily loaded parts, so that nothing waits for a script to become visible.
  await body.allReady;
  responseHeaders.set("Content-Type", "text/html; charset=utf-8");
  return new Response(body, { headers: responseHeaders, status });
}

export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }) {
  // Errors raised by the router (an unknown address, an unsupported method) are not failures.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (request.signal.aborted) return;
  const { ctx } = context;
  const { pathname } = new URL(request.url);
  logUnforeseen(ctx.request.id, pathname, error);
  ctx.after(recordServerError(ctx, pathname, error));
}
