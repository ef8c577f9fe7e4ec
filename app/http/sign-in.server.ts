import { redirect, redirectDocument } from "@remix-run/cloudflare";
import type { Browser, SignedIn } from "~/domain/auth/account.server";
import { cookie, credentialCookies, deviceCookieName, readCookie, secondStepCookieName } from "~/domain/auth/cookies";
import { CHALLENGE_SECONDS } from "~/domain/auth/second-step/challenge.server";
import type { Ctx } from "~/domain/shared/context";
import { shellPaths } from "~/shell-paths";

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

/** Redirects to the page of the second step, with the challenge in a cookie. */
export function askForSecondStep(request: Request, challenge: string, from: string | null | undefined): Response {
  const held = cookie(request, secondStepCookieName(request), { value: challenge, maxAge: CHALLENGE_SECONDS });
  return redirect(shellPaths.loginCode({ from: from || undefined }), { headers: { "Set-Cookie": held } });
}

export function sessionHeaders(request: Request, session: SignedIn): Headers {
  const headers = new Headers();
  for (const each of credentialCookies(request, session)) headers.append("Set-Cookie", each);
  return headers;
}
