import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { clearedCookies, readRefreshToken } from "~/domain/auth/cookies";
import { signOut } from "~/domain/auth/sign-out.server";
import { safeRedirectPath } from "~/http/login-url";
import { redirectWithToast } from "~/http/toast.server";
import { shellPaths } from "~/shell-paths";

/** Following a link must not sign anyone out. */
export function loader() {
  return redirect(shellPaths.home());
}

export async function action({ request, context: { ctx } }: ActionFunctionArgs) {
  await signOut(ctx, readRefreshToken(request).token);
  const { searchParams } = new URL(request.url);
  const from = safeRedirectPath(searchParams.get("from"), "");
  const response = redirectWithToast(request, shellPaths.login({ from, email: searchParams.get("email") }), {
    tone: "info",
    text: "You are signed out.",
    cookies: clearedCookies(request),
  });
  // Clears images cached by the browser. Not "storage", which holds a technician's unsent changes.
  response.headers.set("Clear-Site-Data", '"cache"');
  return response;
}
