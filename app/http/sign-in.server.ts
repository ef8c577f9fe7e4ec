import { redirectDocument } from "@remix-run/cloudflare";
import type { Browser, SignedIn } from "~/domain/auth/account.server";
import { credentialCookies, deviceCookieName, readCookie } from "~/domain/auth/cookies";
import type { Ctx } from "~/domain/shared/context";

/** The browser behind a page's form: what it is known by, and the session that signing in takes the place of. */
export function clientInfo(request: Request, ctx: Ctx): Browser {
  return {
    device: readCookie(request, deviceCookieName(request)),
    replaces: ctx.actor.kind === "person" ? ctx.actor.sessionId : null,
  };
}

/** Goes on as somebody who is signed in from here, in a document of their own: a visitor's page has nothing of their frame. */
export function enter(request: Request, to: string, session: SignedIn): Response {
  return redirectDocument(to, { headers: sessionHeaders(request, session) });
}

export function sessionHeaders(request: Request, session: SignedIn): Headers {
  const headers = new Headers();
  for (const each of credentialCookies(request, session)) headers.append("Set-Cookie", each);
  return headers;
}
