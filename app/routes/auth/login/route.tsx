import { useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod/v4";
import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { type MouseEvent, useEffect } from "react";
import type { z } from "zod";
import type { ShellHandle } from "~/components/app-shell/handle";
import { PasswordField } from "~/components/forms/password-field";
import { TextField } from "~/components/forms/text-field";
import { publicMeta } from "~/components/page-meta";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { readCookie, sessionCookieName } from "~/domain/auth/cookies";
import { LoginForm } from "~/domain/auth/schema";
import { signIn } from "~/domain/auth/sign-in.server";
import { type FormRefusal, formAction } from "~/http/form-action";
import { homeFor } from "~/http/home-for";
import { safeRedirectPath } from "~/http/login-url";
import { askForSecondStep, clientInfo, enter } from "~/http/sign-in.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { Entrance } from "~/routes/auth/shared/entrance";
import { FormNotice, Notice } from "~/routes/auth/shared/notice";
import { PasskeyButton } from "~/routes/auth/shared/passkey-button";
import { shellPaths } from "~/shell-paths";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => publicMeta("Sign in · Plenum", "Sign in to Plenum.");
export const handle: ShellHandle = { frame: "canvas" };

/** Demo credentials, seeded only by `npm start`. */
const demo = {
  password: "comfort-demo-2026",
  users: ["Admin", "Manager", "Technician", "Household"].map((name) => ({
    name,
    email: `${name.toLowerCase()}@example.com`,
  })),
};

export function loader({ request, context: { ctx } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const from = searchParams.get("from");
  if (ctx.actor.kind === "person") throw redirect(safeRedirectPath(from, homeFor(ctx.actor.person)));
  return {
    from,
    email: searchParams.get("email"),
    sessionEnded: readCookie(request, sessionCookieName(request)) !== null,
    demo: ctx.request.local ? demo : null,
    constraint: getZodConstraint(LoginForm),
  };
}

export const action = formAction(LoginForm, async ({ ctx, input, request }) => {
  const { session, challenge } = await signIn(ctx, input, clientInfo(request, ctx));
  if (session)
    return enter(request, safeRedirectPath(input.from ?? null, homeFor({ member: session.rights })), session);
  return askForSecondStep(request, challenge, input.from);
});

export default function Login() {
  const { from, email, sessionEnded, demo: offered, constraint } = useLoaderData<typeof loader>();
  const refusal = useActionAnswer<FormRefusal>();
  const busy = useNavigation().formAction?.startsWith(shellPaths.login()) ?? false;
  const [form, fields] = useForm<z.input<typeof LoginForm>>({
    constraint,
    lastResult: refusal?.lastResult,
    defaultValue: { email },
  });

  // Nobody is signed in, so the technician app's data is removed from this device.
  useEffect(() => void import("~/lib/device-data").then(({ forgetDevice }) => forgetDevice()), []);
  return (
    <Entrance
      title="Sign in"
      lead={sessionEnded || from ? undefined : "Welcome back."}
      aside={
        <>
          New to Plenum? <TextLink to={shellPaths.signup()}>Sign up</TextLink>
        </>
      }
    >
      {sessionEnded && <Notice>Your session has ended. Sign in to continue where you left off.</Notice>}
      {!sessionEnded && from && <Notice>Sign in to continue.</Notice>}
      <Form method="post" id={form.id} noValidate={form.noValidate} className="flex flex-col gap-4">
        <FormNotice form={form} />
        <input type="hidden" name="from" value={from ?? ""} />
        <TextField
          field={fields.email}
          label="Email"
          type="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
        />
        <PasswordField field={fields.password} label="Password" autoComplete="current-password" />
        <div className="flex flex-col gap-3 pt-2">
          <Button type="submit" variant="default" size="lg" loading={busy}>
            Sign in
          </Button>
          {refusal?.details?.householdOnly === true && (
            <Button variant="outline" type="submit" name="household" value="true" size="lg">
              Go to my household only
            </Button>
          )}
        </div>
      </Form>
      <PasskeyButton from={from} autofill />
      <TextLink to={shellPaths.requestReset()} className="self-start">
        Forgot your password?
      </TextLink>
      {offered && <DemoUsers formId={form.id} {...offered} />}
    </Entrance>
  );
}

function DemoUsers({ formId, users, password }: typeof demo & { formId: string }) {
  const fill = (event: MouseEvent<HTMLButtonElement>) => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    for (const [name, value] of [
      ["email", event.currentTarget.value],
      ["password", password],
    ] as const) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value;
    }
  };
  return (
    <section
      aria-labelledby="demo-users"
      className="flex flex-col gap-3 rounded-md border border-border border-dashed p-4"
    >
      <h2 id="demo-users" className="font-medium text-sm">
        Demo users of this local copy
      </h2>
      <div className="grid grid-cols-2 gap-2">
        {users.map(({ name, email }) => (
          <Button variant="outline" key={email} size="sm" value={email} onClick={fill} aria-label={`Fill in ${email}`}>
            {name}
          </Button>
        ))}
      </div>
      <p className="text-muted-foreground text-sm">
        Password <code className="font-mono">{password}</code>
      </p>
    </section>
  );
}
