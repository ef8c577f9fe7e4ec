import { useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod/v4";
import { data, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import type { z } from "zod";
import type { ShellHandle } from "~/components/app-shell/handle";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { TextField } from "~/components/forms/text-field";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { cookie, passkeyMark, readChallenge, secondStepCookieName } from "~/domain/auth/cookies";
import { askForSignIn } from "~/domain/auth/passkeys/sign-in.server";
import { SecondStepForm } from "~/domain/auth/schema";
import { secondStepMethods, TRUSTED_DAYS, takeSecondStep } from "~/domain/auth/second-step/sign-in-step.server";
import { type FormRefusal, formAction } from "~/http/form-action";
import { homeFor } from "~/http/home-for";
import { safeRedirectPath } from "~/http/login-url";
import { pageLoader } from "~/http/page-loader";
import { clientInfo, enter } from "~/http/sign-in.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { Entrance } from "~/routes/auth/shared/entrance";
import { FormNotice } from "~/routes/auth/shared/notice";
import { PasskeyButton } from "~/routes/auth/shared/passkey-button";
import { shellPaths } from "~/shell-paths";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Enter your code · Plenum" }];
export const handle: ShellHandle = { frame: "canvas" };

/** The second step is not a page of its own: without the first step, it redirects to sign-in. */
export const loader = pageLoader(async ({ ctx, url, request }) => {
  const from = url.searchParams.get("from");
  if (ctx.actor.kind === "person") throw redirect(safeRedirectPath(from, homeFor(ctx.actor.person)));
  const challenge = readChallenge(request);
  const methods = await secondStepMethods(ctx, challenge);
  if (!methods) throw redirect(shellPaths.login({ from: from ?? undefined }));
  const { mark, setCookie } = passkeyMark(request, ctx.newToken);
  return data(
    {
      from,
      takesCodes: methods.codes,
      prompt: methods.passkeys ? await askForSignIn(ctx, { challenge }, mark) : null,
      isRecovery: url.searchParams.get("with") === "recovery",
      trustedDays: TRUSTED_DAYS,
      constraint: getZodConstraint(SecondStepForm),
    },
    { headers: methods.passkeys ? { "Set-Cookie": setCookie } : {} },
  );
});

export const action = formAction(SecondStepForm, async ({ ctx, input, url, request }) => {
  const session = await takeSecondStep(ctx, { ...input, challenge: readChallenge(request) }, clientInfo(request, ctx));
  const to = safeRedirectPath(url.searchParams.get("from"), homeFor({ member: session.rights }));
  const answer = enter(request, to, session);
  answer.headers.append("Set-Cookie", cookie(request, secondStepCookieName(request), { value: "", maxAge: 0 }));
  return answer;
});

export default function LoginCode() {
  const { from, takesCodes, prompt, isRecovery, trustedDays, constraint } = useLoaderData<typeof loader>();
  const refusal = useActionAnswer<FormRefusal>();
  const busy = useNavigation().formAction?.startsWith(shellPaths.loginCode()) ?? false;
  const [form, fields] = useForm<z.input<typeof SecondStepForm>>({ constraint, lastResult: refusal?.lastResult });
  const another = <TextLink to={shellPaths.login({ from: from ?? undefined })}>Sign in with another account</TextLink>;
  const other = (
    <p className="flex flex-col items-start gap-2">
      <TextLink
        to={shellPaths.loginCode({ from: from ?? undefined, with: isRecovery ? undefined : "recovery" })}
        replace
      >
        {isRecovery ? (takesCodes ? "Use the authenticator app" : "Use a passkey") : "Use a recovery code"}
      </TextLink>
      <TextLink to={shellPaths.lostCode()}>I can’t use any of these</TextLink>
    </p>
  );
  if (prompt && !takesCodes && !isRecovery)
    return (
      <Entrance
        title="Use your passkey"
        lead="Your password is right. Confirm with a passkey that it’s you."
        aside={another}
      >
        <PasskeyButton {...{ from, prompt }} variant="default" />
        {other}
      </Entrance>
    );
  return (
    <Entrance
      title={isRecovery ? "Enter a recovery code" : "Enter your code"}
      lead={
        isRecovery
          ? "One of the codes you saved when you turned on two-step verification. Each works once."
          : "Open your authenticator app and enter the six digits it shows for Plenum."
      }
      aside={another}
    >
      <Form method="post" id={form.id} noValidate={form.noValidate} className="flex flex-col gap-4">
        <FormNotice form={form} />
        {isRecovery ? (
          <TextField
            field={fields.code}
            label="Recovery code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
          />
        ) : (
          <TextField field={fields.code} label="Code" autoComplete="one-time-code" inputMode="numeric" autoFocus />
        )}
        <CheckboxField
          field={fields.trust}
          value="true"
          label={`Don’t ask again on this device for ${trustedDays} days`}
        />
        <Button type="submit" variant="default" size="lg" loading={busy} className="mt-2">
          Sign in
        </Button>
      </Form>
      {prompt && <PasskeyButton {...{ from, prompt }} />}
      {other}
    </Entrance>
  );
}
