import { useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import type { z } from "zod";
import type { ShellHandle } from "~/components/app-shell/handle";
import { PasswordField } from "~/components/forms/password-field";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { clearedCookies } from "~/domain/auth/cookies";
import { renewReset, resetLinkState, resetPassword } from "~/domain/auth/password/reset.server";
import { Reset, Token } from "~/domain/auth/schema";
import { type FormRefusal, formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { DeadLink } from "~/routes/auth/shared/dead-link";
import { Entrance } from "~/routes/auth/shared/entrance";
import { ExpiredLink, LinkRenewed } from "~/routes/auth/shared/expired-link";
import { FormNotice } from "~/routes/auth/shared/notice";
import { shellPaths } from "~/shell-paths";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Choose a new password · Plenum" }];
export const handle: ShellHandle = { frame: "canvas" };

export const loader = pageLoader(async ({ ctx, url }) => {
  const token = url.searchParams.get("token") ?? "";
  return {
    token,
    state: token === "" ? "dead" : await resetLinkState(ctx, token),
    constraint: getZodConstraint(Reset),
  };
});

export const action = formActions({
  reset: formCase(Reset, async ({ ctx, input, request }) => {
    const { email } = await resetPassword(ctx, input);
    const text = "Your password was changed. Sign in with the new one.";
    return redirectWithToast(request, shellPaths.login({ email }), {
      tone: "success",
      text,
      cookies: clearedCookies(request),
    });
  }),
  renew: formCase(Token, async ({ ctx, input }) => {
    await renewReset(ctx, input.token);
    return { isSent: true };
  }),
});

export default function ResetPage() {
  const { token, state, constraint } = useLoaderData<typeof loader>();
  const refusal = useActionAnswer<Partial<FormRefusal> & { isSent?: true }>();
  const busy = useNavigation().formAction?.startsWith(shellPaths.reset()) ?? false;
  const [form, fields] = useForm<z.input<typeof Reset>>({
    constraint,
    lastResult: refusal?.lastResult,
  });
  if (refusal?.isSent) return <LinkRenewed />;
  // The link may expire while the user is thinking of a password.
  const hasJustExpired = refusal?.details?.isExpired === true;
  if (hasJustExpired || (state === "expired" && !fields.token.errors))
    return <ExpiredLink token={token} problems={hasJustExpired ? [] : form.errors} />;
  if (state === "dead" || fields.token.errors) {
    return (
      <DeadLink>
        Request <TextLink to={shellPaths.requestReset()}>a new link</TextLink>. It arrives within a minute.
      </DeadLink>
    );
  }
  return (
    <Entrance title="Choose a new password" lead="You'll be signed out on all devices.">
      <Form method="post" id={form.id} noValidate={form.noValidate} className="flex flex-col gap-4">
        <FormNotice form={form} />
        <input type="hidden" name="intent" value="reset" />
        <input type="hidden" name="token" value={token} />
        <PasswordField
          field={fields.password}
          label="New password"
          description="At least 8 characters. A few unrelated words make a good one."
          autoComplete="new-password"
        />
        <Button type="submit" variant="default" size="lg" loading={busy} className="mt-2">
          Change my password
        </Button>
      </Form>
    </Entrance>
  );
}
