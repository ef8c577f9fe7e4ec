import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useNavigation, useSearchParams, useSubmit } from "@remix-run/react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { readCookie, signupCookieName } from "~/domain/auth/cookies";
import { Token } from "~/domain/auth/schema";
import { activate } from "~/domain/people/sign-up.server";
import { type FormRefusal, formAction } from "~/http/form-action";
import { homeFor } from "~/http/home-for";
import { clientInfo, enter } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { DeadLink } from "~/routes/auth/shared/dead-link";
import { Entrance } from "~/routes/auth/shared/entrance";
import { Notice } from "~/routes/auth/shared/notice";
import { shellPaths } from "~/shell-paths";

export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction = () => [{ title: "Activate your account · Plenum" }];
export const handle: ShellHandle = { frame: "canvas" };

export const action = formAction(Token, async ({ ctx, input, request }) => {
  const proof = readCookie(request, signupCookieName(request));
  const { email, session } = await activate(ctx, input.token, { ...clientInfo(request, ctx), proof });
  if (session) return enter(request, homeFor({ member: session.rights }), session);
  const text = "Your account is active. Sign in to begin.";
  return redirectWithToast(request, shellPaths.login({ email }), { tone: "success", text });
});

/** Opening the link changes nothing: the form on the page does, automatically if scripts run. */
export default function Activate() {
  const token = useSearchParams()[0].get("token") ?? "";
  const refusal = useActionAnswer<FormRefusal>();
  const submit = useSubmit();
  const sent = useRef(false);

  // Saves the user a click; mail programs that only fetch links do not activate anything.
  useEffect(() => {
    if (sent.current || !token) return;
    sent.current = true;
    submit({ token }, { method: "post" });
  }, [token, submit]);
  const { "": problems, token: dead } = refusal?.lastResult.error ?? {};
  if (dead || !token) {
    return (
      <DeadLink>
        Try signing in: your account may already be active. Otherwise,{" "}
        <TextLink to={shellPaths.signup()}>sign up again</TextLink>.
      </DeadLink>
    );
  }
  return (
    <Entrance title="Activate your account" lead="One last step: confirm that this email address is yours.">
      {problems && <Notice tone="bad">{problems.join(" ")}</Notice>}
      <TokenForm token={token} busyAt={shellPaths.activate()}>
        Activate my account
      </TokenForm>
    </Entrance>
  );
}

/** A single button that submits a link's token. */
function TokenForm({ token, busyAt, children }: { token: string; busyAt: string; children: ReactNode }) {
  const busy = useNavigation().formAction?.startsWith(busyAt) ?? false;
  return (
    <Form method="post" className="grid">
      <input type="hidden" name="token" value={token} />
      <Button type="submit" variant="default" size="lg" loading={busy}>
        {children}
      </Button>
    </Form>
  );
}
