import { useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod/v4";
import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import type { z } from "zod";
import type { ShellHandle } from "~/components/app-shell/handle";
import { TextField } from "~/components/forms/text-field";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { MailCheck } from "~/components/ui/icons";
import { LINK_MINUTES } from "~/domain/auth/mailed-link";
import { requestReset } from "~/domain/auth/password/reset.server";
import { RequestReset } from "~/domain/auth/schema";
import { type FormRefusal, formAction } from "~/http/form-action";
import { useActionAnswer } from "~/lib/use-action-answer";
import { Entrance } from "~/routes/auth/shared/entrance";
import { FormNotice } from "~/routes/auth/shared/notice";
import { shellPaths } from "~/shell-paths";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Forgot your password · Plenum" }];
export const handle: ShellHandle = { frame: "canvas" };

export const loader = () => ({ constraint: getZodConstraint(RequestReset) });

export const action = formAction(RequestReset, async ({ ctx, input }) => {
  await requestReset(ctx, input.email);
  return redirect(shellPaths.requestReset({ sent: "yes" }));
});

export default function RequestResetPage() {
  const [search] = useSearchParams();
  const refusal = useActionAnswer<FormRefusal>();
  const busy = useNavigation().formAction?.startsWith(shellPaths.requestReset()) ?? false;
  const [form, fields] = useForm<z.input<typeof RequestReset>>({
    constraint: useLoaderData<typeof loader>().constraint,
    lastResult: refusal?.lastResult,
  });
  const back = <TextLink to={shellPaths.login()}>Back to sign in</TextLink>;
  if (search.has("sent")) {
    return (
      <Entrance
        title="Check your email"
        lead={`If this address has an account, we sent it a link to choose a new password. The link works for ${LINK_MINUTES} minutes.`}
        aside={back}
      >
        <MailCheck aria-hidden="true" className="size-12 text-cool stroke-[1.25]" />
      </Entrance>
    );
  }
  return (
    <Entrance title="Forgot your password?" lead="We'll email you a link to choose a new one." aside={back}>
      <Form method="post" id={form.id} noValidate={form.noValidate} className="flex flex-col gap-4">
        <FormNotice form={form} />
        <TextField field={fields.email} label="Email" type="email" autoComplete="username" autoCapitalize="none" />
        <Button type="submit" variant="default" size="lg" loading={busy} className="mt-2">
          Email me a link
        </Button>
      </Form>
    </Entrance>
  );
}
