import { redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { Button } from "~/components/ui/button";
import { exchangeCallbackCode } from "~/domain/auth/callback.server";
import { flowCookieName, readCookie } from "~/domain/auth/cookies";
import { homeFor } from "~/http/home-for";
import { safeRedirectPath } from "~/http/login-url";
import { pageLoader } from "~/http/page-loader";
import { refusable } from "~/http/refusable";
import { askForSecondStep, clientInfo, enter } from "~/http/sign-in.server";
import { Entrance } from "~/routes/auth/shared/entrance";
import { shellPaths } from "~/shell-paths";

export const meta = () => [{ title: "Signing in · Plenum" }];
export const handle: ShellHandle = { frame: "canvas" };

/** Exchanges the code of an external sign-in immediately and redirects, so that no lasting URL contains the code. */
export const loader = pageLoader(async ({ ctx, url, request }) => {
  const code = url.searchParams.get("code");
  if (!code) throw redirect(shellPaths.login());
  const flow = readCookie(request, flowCookieName(request));
  const exchange = exchangeCallbackCode(ctx, code, { ...clientInfo(request, ctx), flow });
  const { answer, refusal } = await refusable(exchange, ["unauthenticated", "forbidden"]);
  if (refusal) return { message: refusal.message };
  const { session, challenge } = answer;
  const from = url.searchParams.get("from");
  if (session) throw enter(request, safeRedirectPath(from, homeFor({ member: session.rights })), session);
  throw askForSecondStep(request, challenge, from);
});

export default function Callback() {
  const { message } = useLoaderData<typeof loader>();
  return (
    <Entrance title="Sign-in failed" lead={message}>
      <Button asChild variant="default" size="lg">
        <Link to={shellPaths.login()}>Go to sign in</Link>
      </Button>
    </Entrance>
  );
}
