import { type AppLoadContext, data, type LoaderFunctionArgs, redirectDocument } from "@remix-run/cloudflare";
import type { Ctx } from "~/domain/shared/context";
import { isMoving, movingError } from "~/domain/shared/database-errors.server";
import { DomainError, SIGN_IN_FIRST } from "~/domain/shared/errors";
import { logCause } from "~/domain/shared/log.server";
import { paths } from "~/paths";
import { loginUrl } from "./login-url";
import { lostRecord } from "./lost-record";

export interface LoaderInput {
  ctx: Ctx;
  params: Record<string, string | undefined>;
  url: URL;
  request: Request;
}

/**
 * Wraps a screen's loader: passes the context to the domain and turns its errors into responses. Guests are sent to
 * /login and return afterward; admins whose business requires two-step verification are sent to set it up; anything
 * else becomes the route's error page with the matching status.
 */
export function pageLoader<T>(load: (input: LoaderInput) => Promise<T> | T) {
  return async ({ request, params, context }: LoaderFunctionArgs): Promise<T> => {
    try {
      return await load({ ctx: context.ctx, params, url: new URL(request.url), request });
    } catch (thrown) {
      const error = isMoving(thrown) ? movingError(thrown) : thrown;
      if (!(error instanceof DomainError)) throw error;
      if (error.code === "unauthenticated") throw redirectDocument(loginUrl(request.url));
      if (error.extras.details?.secondStepFirst) throw redirectDocument(paths.secondStep());
      logCause(context.ctx, request, error);
      noteRetryAfter(context, error);
      const { message, code } = error;
      const lost = lostRecord(new URL(request.url).pathname, error);
      throw data({ message, code, requestId: context.ctx.request.id, lost }, error.status);
    }
  };
}

/** Loaders of one request run in parallel; the longest delay wins. */
export function noteRetryAfter(context: AppLoadContext, { extras }: DomainError): void {
  if (extras.retryAfter) context.retryAfter = Math.max(context.retryAfter ?? 0, extras.retryAfter);
}

/** Same as `pageLoader`, for screens open to anyone who is signed in; guests are sent to /login. */
export function memberLoader<T>(load: (input: LoaderInput) => Promise<T> | T) {
  return pageLoader((input) => {
    if (input.ctx.actor.kind === "guest") throw new DomainError("unauthenticated", SIGN_IN_FIRST);
    return load(input);
  });
}
