import { useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod/v4";
import { type MetaFunction, redirectDocument, type SerializeFrom } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData, useNavigation } from "@remix-run/react";
import type { z } from "zod";
import type { ShellHandle } from "~/components/app-shell/handle";
import { PasswordField } from "~/components/forms/password-field";
import { TextField } from "~/components/forms/text-field";
import { Button } from "~/components/ui/button";
import { AcceptInvitation, Token } from "~/domain/auth/schema";
import { acceptInvitation, joinBusiness, validateInvitation } from "~/domain/people/accept-invitation.server";
import { alreadyMemberText } from "~/domain/people/member";
import { type FormRefusal, formActions, formCase } from "~/http/form-action";
import { homeFor } from "~/http/home-for";
import { pageLoader } from "~/http/page-loader";
import { refusable } from "~/http/refusable";
import { clientInfo, enter } from "~/http/sign-in.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { DeadLink } from "~/routes/auth/shared/dead-link";
import { Entrance } from "~/routes/auth/shared/entrance";
import { FormNotice, Notice } from "~/routes/auth/shared/notice";
import { shellPaths } from "~/shell-paths";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Join your team · Plenum" }];
export const handle: ShellHandle = { frame: "canvas" };

export const loader = pageLoader(async ({ ctx, url }) => {
  const token = url.searchParams.get("token") ?? "";
  const { answer: invitation } = await refusable(validateInvitation(ctx, token), ["invalid"]);
  const person = ctx.actor.kind === "person" ? ctx.actor.person : null;
  const me = person && { email: person.email, worksFor: person.member?.orgName ?? null };
  return { token, invitation, me, constraint: getZodConstraint(AcceptInvitation) };
});

export const action = formActions({
  accept: formCase(AcceptInvitation, async ({ ctx, input, request }) => {
    const session = await acceptInvitation(ctx, input, clientInfo(request, ctx));
    return enter(request, homeFor({ member: session.rights }), session);
  }),
  join: formCase(Token, async ({ ctx, input }) => {
    const { rights } = await joinBusiness(ctx, input.token);
    // Load a new document, because the frame now includes the business's menu.
    return redirectDocument(homeFor({ member: rights }));
  }),
});

type Invitation = NonNullable<SerializeFrom<typeof loader>["invitation"]>;

export default function AcceptInvitationPage() {
  const { token, invitation, me, constraint } = useLoaderData<typeof loader>();
  if (!invitation) return <DeadLink>Ask the person who invited you to send it again.</DeadLink>;
  return (
    <Entrance
      title={`Join ${invitation.organization.name}`}
      lead={`As ${invitation.roles.join(" and ")}, with ${invitation.email}.`}
    >
      {invitation.hasAccount ? (
        <JoinWithAccount token={token} invitation={invitation} me={me} />
      ) : (
        <NewAccount token={token} invitation={invitation} constraint={constraint} />
      )}
    </Entrance>
  );
}

/** A new user chooses a name and a password. */
function NewAccount({
  token,
  invitation,
  constraint,
}: Pick<SerializeFrom<typeof loader>, "token" | "constraint"> & { invitation: Invitation }) {
  const refusal = useActionAnswer<FormRefusal>();
  const busy = useIsJoining();
  const [form, fields] = useForm<z.input<typeof AcceptInvitation>>({
    constraint,
    lastResult: refusal?.lastResult,
    defaultValue: { firstName: invitation.firstName, lastName: invitation.lastName },
  });
  return (
    <Form method="post" id={form.id} noValidate={form.noValidate} className="flex flex-col gap-4">
      <FormNotice form={form} />
      <input type="hidden" name="intent" value="accept" />
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
  );
}

/** An existing user signs in; their password and household remain unchanged. */
function JoinWithAccount({
  token,
  invitation,
  me,
}: Pick<SerializeFrom<typeof loader>, "token" | "me"> & { invitation: Invitation }) {
  const refusal = useActionAnswer<FormRefusal>();
  const busy = useIsJoining();
  const { email, organization } = invitation;
  const back = { from: shellPaths.acceptInvitation(token), email };
  if (!me) {
    return (
      <>
        <Notice>You already have a Plenum account with this email. Sign in to join {organization.name}.</Notice>
        <Button asChild variant="default" size="lg">
          <Link to={shellPaths.login(back)}>Sign in</Link>
        </Button>
      </>
    );
  }
  if (me.email !== email) {
    return (
      <Form method="post" action={shellPaths.signOut(back)} className="flex flex-col gap-4">
        <Notice>
          You are signed in as {me.email}. This invitation is for {email}.
        </Notice>
        <Button type="submit" variant="default" size="lg" loading={busy}>
          Sign in as {email}
        </Button>
      </Form>
    );
  }
  if (me.worksFor !== null) {
    return (
      <>
        <Notice tone="bad">{alreadyMemberText(me.worksFor)}</Notice>
        <Button asChild variant="outline" size="lg">
          <Link to={shellPaths.profile()}>Open your profile</Link>
        </Button>
      </>
    );
  }
  return (
    <Form method="post" className="flex flex-col gap-4">
      {refusal?.lastResult.error?.[""] && <Notice tone="bad">{refusal.lastResult.error[""].join(" ")}</Notice>}
      <p>
        You keep your account and your password. Your household stays private: no one at {organization.name} sees it.
      </p>
      <input type="hidden" name="intent" value="join" />
      <input type="hidden" name="token" value={token} />
      <Button type="submit" variant="default" size="lg" loading={busy}>
        Join {organization.name}
      </Button>
    </Form>
  );
}

function useIsJoining(): boolean {
  return useNavigation().state !== "idle";
}
