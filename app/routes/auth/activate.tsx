import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useActionData, useSearchParams } from "@remix-run/react";
import { Token } from "~/domain/auth/schema";
import { activate } from "~/domain/auth/sign-up.commands.server";
import { type FormRefusal, formAction } from "~/http/form-action";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export const meta: MetaFunction = () => [{ title: "Activate your account · Plenum" }];

export const action = formAction(Token, async ({ ctx, input, request }) => {
  const { email } = await activate(ctx, input.token);
  const text = "Your account is active. Sign in to begin.";
  return redirectWithToast(request, paths.login({ email }), { tone: "success", text });
});

export default function Activate() {
  const [search] = useSearchParams();
  const refusal = useActionData<FormRefusal>();
  const errors = refusal?.lastResult.error?.[""];
  return (
    <main>
      <h1>Activate your account</h1>
      {errors && <p role="alert">{errors.join(" ")}</p>}
      <Form method="post">
        <input type="hidden" name="token" value={search.get("token") ?? ""} />
        <button type="submit">Activate my account</button>
      </Form>
    </main>
  );
}
