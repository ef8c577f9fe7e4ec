import { useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { z } from "zod";
import type { ShellHandle } from "~/components/app-shell/handle";
import { PasswordField } from "~/components/forms/password-field";
import { TextField } from "~/components/forms/text-field";
import { Button } from "~/components/ui/button";
import { AcceptInvitation } from "~/domain/auth/schema";
import { acceptInvitation, validateInvitation } from "~/domain/people/accept-invitation.server";
import { DomainError } from "~/domain/shared/errors";
import { type FormRefusal, formAction } from "~/http/form-action";
import { homeFor } from "~/http/home-for";
import { pageLoader } from "~/http/page-loader";
import { clientInfo, enter } from "~/http/sign-in.server";
import { paths } from "~/paths";
import { DeadLink } from "~/routes/auth/shared/dead-link";
import { Entrance } from "~/routes/auth/shared/entrance";
import { Notice } from "~/routes/auth/shared/notice";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Join your team · Plenum" }];
export const handle: ShellHandle = { frame: "canvas" };

export const loader = pageLoader(async ({ ctx, url }) => {
  const token = url.searchParams.get("token") ?? "";
  const invitation = await validateInvitation(ctx, token).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "invalid") return null;
    throw error;
  });
  return { token, invitation, constraint: getZodConstraint(AcceptInvitation) };
});

export const action = formAction(AcceptInvitation, async ({ ctx, input, request }) => {
  const session = await acceptInvitation(ctx, input, clientInfo(request, ctx));
  return enter(request, homeFor({ member: session.rights }), session);
});

export default function AcceptInvitationPage() {
  const { token, invitation, constraint } = useLoaderData<typeof loader>();
  const refusal = useActionData<FormRefusal>();
  const busy = useNavigation().formAction?.startsWith(paths.acceptInvitation()) ?? false;
  const [form, fields] = useForm<z.input<typeof AcceptInvitation>>({
    constraint,
    lastResult: refusal?.lastResult,
    defaultValue: { firstName: invitation?.firstName, lastName: invitation?.lastName },
  });
  if (!invitation) return <DeadLink>Ask the person who invited you to send it again.</DeadLink>;
  return (
    <Entrance
      title={`Join ${invitation.organization.name}`}
      lead={`As ${invitation.roles.join(" and ")}, with ${invitation.email}.`}
    >
      <Form method="post" id={form.id} noValidate={form.noValidate} className="flex flex-col gap-4">
        {form.errors && <Notice tone="bad">{form.errors.join(" ")}</Notice>}
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="username" autoComplete="username" value={invitation.email} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField field={fields.firstName} label="First name" autoComplete="given-name" />
          <TextField field={fields.lastName} label="Last name" autoComplete="family-name" />
        </div>
        <PasswordField
          field={fields.password}
          label="Choose a password"
          description="At least 8 characters. A few unrelated words make a good one."
          autoComplete="new-password"
        />
        <Button type="submit" variant="default" size="lg" loading={busy} className="mt-2">
          Join {invitation.organization.name}
        </Button>
      </Form>
    </Entrance>
  );
}
