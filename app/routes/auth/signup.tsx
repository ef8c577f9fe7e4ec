import { useForm } from "@conform-to/react";
import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, useActionData, useSearchParams } from "@remix-run/react";
import { Signup } from "~/domain/auth/schema";
import { signUp } from "~/domain/auth/sign-up.commands.server";
import { type FormRefusal, formAction } from "~/http/form-action";
import { paths } from "~/paths";

export const meta: MetaFunction = () => [{ title: "Sign up · Plenum" }];

export const action = formAction(Signup, async ({ ctx, input }) => {
  await signUp(ctx, input);
  return redirect(`${paths.signup()}?sent=1`);
});

export default function SignupPage() {
  const [search] = useSearchParams();
  const refusal = useActionData<FormRefusal>();
  const [form, fields] = useForm<{ firstName: string; lastName: string; email: string; password: string }>({
    lastResult: refusal?.lastResult,
  });
  if (search.get("sent")) {
    return (
      <main>
        <h1>Check your mail</h1>
      </main>
    );
  }
  return (
    <main>
      <h1>Sign up</h1>
      <Form method="post" id={form.id}>
        {Object.values(form.allErrors).map((errors) => (
          <p role="alert" key={errors.join()}>
            {errors.join(" ")}
          </p>
        ))}
        <label>
          First name <input name="firstName" required defaultValue={fields.firstName.initialValue} />
        </label>
        <label>
          Last name <input name="lastName" required defaultValue={fields.lastName.initialValue} />
        </label>
        <label>
          Email <input type="email" name="email" required defaultValue={fields.email.initialValue} />
        </label>
        <label>
          Password <input type="password" name="password" required />
        </label>
        <label>
          Business name <input name="organizationName" />
        </label>
        <button type="submit">Sign up</button>
      </Form>
    </main>
  );
}
