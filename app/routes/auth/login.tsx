import { useForm } from "@conform-to/react";
import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { workplace } from "~/components/app-shell/workplace";
import { readCookie, sessionCookieName } from "~/domain/auth/cookies";
import { LoginForm } from "~/domain/auth/schema";
import { signIn } from "~/domain/auth/sign-in.commands.server";
import { type FormRefusal, formAction } from "~/http/form-action";
import { browserOf, enter, sessionHeaders } from "~/http/sign-in.server";
import { placeToReturn } from "~/http/way-to-login";
import { paths } from "~/paths";

export const meta: MetaFunction = () => [{ title: "Sign in · Plenum" }];

const demoPassword = "comfort-demo-2026";
const demoUsers = [
  { email: "admin@example.com", role: "Admin" },
  { email: "manager@example.com", role: "Manager" },
  { email: "technician@example.com", role: "Technician" },
  { email: "household@example.com", role: "Household" },
];

export function loader({ request, context: { ctx } }: LoaderFunctionArgs) {
  const from = new URL(request.url).searchParams.get("from");
  if (ctx.actor.kind === "person") {
    throw redirect(placeToReturn(from, workplace(ctx.actor.person).to));
  }
  return {
    from,
    sessionEnded: readCookie(request, sessionCookieName(request)) !== null,
    demo: ctx.request.local ? { users: demoUsers, password: demoPassword } : null,
  };
}

export const action = formAction(LoginForm, async ({ ctx, input, request }) => {
  const session = await signIn(ctx, input, browserOf(request, ctx));
  if (input.stay) return data({ signedIn: true }, { headers: sessionHeaders(request, session) });
  return enter(request, placeToReturn(input.from ?? null, workplace({ member: session.rights }).to), session);
});

export default function Login() {
  const { from, sessionEnded } = useLoaderData<typeof loader>();
  const refusal = useActionData<FormRefusal>();
  const busy = useNavigation().state === "submitting";
  const [form, fields] = useForm<{ email: string; password: string }>({ lastResult: refusal?.lastResult });
  return (
    <main>
      <h1>Sign in</h1>
      {sessionEnded && <p>Your session has ended. Sign in to go on where you were.</p>}
      <Form method="post" id={form.id}>
        {form.errors && <p role="alert">{form.errors.join(" ")}</p>}
        <input type="hidden" name="from" value={from ?? ""} />
        <label>
          Email <input type="email" name="email" required defaultValue={fields.email.initialValue} />
        </label>
        <label>
          Password <input type="password" name="password" required />
        </label>
        <button type="submit" disabled={busy}>
          Sign in
        </button>
      </Form>
      <Link to={paths.requestReset()}>Forgot your password?</Link>
      <Link to={paths.signup()}>Sign up</Link>
    </main>
  );
}
