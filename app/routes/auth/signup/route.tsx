import { useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { z } from "zod";
import type { ShellHandle } from "~/components/app-shell/handle";
import { ChoiceListField } from "~/components/forms/choice-list-field";
import { PasswordField } from "~/components/forms/password-field";
import { TextField } from "~/components/forms/text-field";
import { publicMeta } from "~/components/page-meta";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { cookie, readCookie, signupCookieName } from "~/domain/auth/cookies";
import { Signup, SignupForm } from "~/domain/auth/schema";
import { ACTIVATION_HOURS, sendActivationAgain, signUp } from "~/domain/people/sign-up.server";
import { Nothing } from "~/domain/shared/fields";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { type FormRefusal, formAction } from "~/http/form-action";
import { useActionAnswer } from "~/lib/use-action-answer";
import { Entrance } from "~/routes/auth/shared/entrance";
import { FormNotice, Notice } from "~/routes/auth/shared/notice";
import { shellPaths } from "~/shell-paths";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () =>
  publicMeta("Sign up · Plenum", "Run a heating and cooling business, or your household's money, with Plenum.");
export const handle: ShellHandle = { frame: "canvas" };

/** The page's own schema ends in a transform, which has no constraints, so the fields' schema is used. */
export const loader = () => ({ constraint: getZodConstraint(Signup) });

/** The browser stores proof that it signed up, so that the emailed link can sign it in. */
const signUpAction = formAction(SignupForm, async ({ ctx, input, request }) => {
  const { proof } = await signUp(ctx, input);
  const proofCookie = cookie(request, signupCookieName(request), {
    value: proof,
    maxAge: ACTIVATION_HOURS * HOUR_SECONDS,
  });
  return redirect(shellPaths.signup({ sent: "yes" }), { headers: { "Set-Cookie": proofCookie } });
});

const againAction = formAction(Nothing, async ({ ctx, request }) => {
  await sendActivationAgain(ctx, readCookie(request, signupCookieName(request)));
  return redirect(shellPaths.signup({ sent: "again" }));
});

/** Handles the form and the page after it, which has a form of its own for resending the link. */
export function action(args: ActionFunctionArgs) {
  return new URL(args.request.url).searchParams.has("sent") ? againAction(args) : signUpAction(args);
}

export default function SignupScreen() {
  const [search] = useSearchParams();
  return search.has("sent") ? <MailSent again={search.get("sent") === "again"} /> : <SignupPage />;
}

function SignupPage() {
  const refusal = useActionAnswer<FormRefusal>();
  const busy = useNavigation().formAction?.startsWith(shellPaths.signup()) ?? false;
  const [form, fields] = useForm<z.input<typeof SignupForm>>({
    constraint: useLoaderData<typeof loader>().constraint,
    lastResult: refusal?.lastResult,
    defaultValue: { kind: "business" },
  });
  return (
    <Entrance
      title="Sign up"
      lead="It takes about a minute. We'll email you a link to activate your account."
      aside={
        <>
          Have an account already? <TextLink to={shellPaths.login()}>Sign in</TextLink>
        </>
      }
    >
      <Form method="post" id={form.id} noValidate={form.noValidate} className="flex flex-col gap-4">
        <FormNotice form={form} />
        <ChoiceListField
          field={fields.kind}
          label="Who is this account for?"
          type="radio"
          choices={[
            {
              value: "business",
              label: "A heating and cooling business",
              hint: "You'll be the account owner (Admin).",
            },
            {
              value: "household",
              label: "Just my household",
              hint: "Income, expenses and accounts, visible only to you.",
            },
          ]}
        />
        <TextField
          field={fields.organizationName}
          label="Business name"
          required={fields.kind.value !== "household"}
          autoComplete="organization"
          className={fields.kind.value === "household" ? "hidden noscript:flex" : undefined}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField field={fields.firstName} label="First name" autoComplete="given-name" />
          <TextField field={fields.lastName} label="Last name" autoComplete="family-name" />
        </div>
        <TextField field={fields.email} label="Email" type="email" autoComplete="username" autoCapitalize="none" />
        <PasswordField
          field={fields.password}
          label="Password"
          description="At least 8 characters. A few unrelated words make a good one."
          autoComplete="new-password"
        />
        <TimeZone />
        <Button type="submit" variant="default" size="lg" loading={busy} className="mt-2">
          Sign up
        </Button>
        <p className="text-muted-foreground text-sm">
          By signing up you agree to the <TextLink to={shellPaths.terms()}>Terms of Service</TextLink> and the{" "}
          <TextLink to={shellPaths.privacy()}>Privacy Policy</TextLink>.
        </p>
      </Form>
    </Entrance>
  );
}

/** A new business and household start with the time zone of the person signing up. */
function TimeZone() {
  const field = useRef<HTMLInputElement>(null);

  // Only the browser knows its time zone; without scripts it is asked for later.
  useEffect(() => {
    if (field.current) field.current.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  }, []);
  return <input ref={field} type="hidden" name="timeZone" />;
}

function MailSent({ again }: { again: boolean }) {
  const busy = useNavigation().state !== "idle";
  return (
    <Entrance
      title="Check your email"
      lead="We sent you a link to activate your account. It works for 24 hours."
      aside={
        <>
          Not there? Check your spam folder, or <TextLink to={shellPaths.signup()}>sign up again</TextLink>.
        </>
      }
    >
      <p>Open the link in this browser to sign in right away.</p>
      <Form method="post" action={shellPaths.signup({ sent: "yes" })} className="flex flex-col items-start gap-3">
        {again && <Notice>We sent the link again. At most three emails go out in an hour.</Notice>}
        <Button type="submit" variant="outline" loading={busy}>
          Send again
        </Button>
      </Form>
    </Entrance>
  );
}
