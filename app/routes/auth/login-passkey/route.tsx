import { redirect } from "@remix-run/cloudflare";
import { cookie, passkeyCookieName, readCookie, secondStepCookieName } from "~/domain/auth/cookies";
import { PasskeySignInForm } from "~/domain/auth/passkeys/schema";
import { signInWithPasskey } from "~/domain/auth/passkeys/sign-in.server";
import { formAction } from "~/http/form-action";
import { homeFor } from "~/http/home-for";
import { safeRedirectPath } from "~/http/login-url";
import { clientInfo, enter } from "~/http/sign-in.server";
import { shellPaths } from "~/shell-paths";

export { clientAction } from "~/lib/client-action";

/** Not a page: the sign-in page and the one after it post here. */
export const loader = () => redirect(shellPaths.login());

export const action = formAction(PasskeySignInForm, async ({ ctx, input, request }) => {
  const from = readCookie(request, passkeyCookieName(request)) ?? "";
  const session = await signInWithPasskey(ctx, input, { browser: clientInfo(request, ctx), from });
  const answer = enter(request, safeRedirectPath(input.from ?? null, homeFor({ member: session.rights })), session);
  for (const name of [passkeyCookieName(request), secondStepCookieName(request)])
    answer.headers.append("Set-Cookie", cookie(request, name, { value: "", maxAge: 0 }));
  return answer;
});
