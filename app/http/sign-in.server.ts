import { redirectDocument } from "@remix-run/cloudflare";
import type { Browser, SignedIn } from "~/domain/auth/account.server";
import { credentialCookies, deviceCookieName, readCookie } from "~/domain/auth/cookies";
import type { Ctx } from "~/domain/shared/context";

/** The browser submitting a form: its device cookie and the session that signing in replaces. */
export function clientInfo(request: Request, ctx: Ctx): Browser {
  return {
    device: readCookie(request, deviceCookieName(request)),
    replaces: ctx.actor.kind === "person" ? ctx.actor.sessionId : null,
  };
}

/** Redirects with a full document load after signing in, because a visitor's page lacks the signed-in frame. */
export function enter(request: Request, to: string, session: SignedIn): Response {
  return redirectDocument(to, { headers: sessionHeaders(request, session) });
}

export function sessionHeaders(request: Request, session: SignedIn): Headers {
  const headers = new Headers();
  for (const each of credentialCookies(request, session)) headers.append("Set-Cookie", each);
  return headers;
}
