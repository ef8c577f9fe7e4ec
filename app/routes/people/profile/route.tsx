import { getZodConstraint } from "@conform-to/zod/v4";
import { data, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AvatarName } from "~/components/avatar-name";
import { DescriptionList } from "~/components/description-list";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { changePassword } from "~/domain/auth/change-password.server";
import { endOtherSessions, ownProfile, ownSessions } from "~/domain/auth/profile.server";
import { ChangePassword, Names, Nothing } from "~/domain/auth/schema";
import { renameSelf } from "~/domain/people/rename.server";
import { formActions, formCase } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { clientInfo, sessionHeaders } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { NameForm } from "./name-form";
import { PasswordForm } from "./password-form";
import { Sessions } from "./sessions";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "My account · Plenum" }];

export const loader = memberLoader(async ({ ctx }) => ({
  profile: ownProfile(ctx),
  sessions: await ownSessions(ctx),
  now: ctx.now.getTime(),
  nameConstraint: getZodConstraint(Names),
  passwordConstraint: getZodConstraint(ChangePassword),
  formKey: ctx.newId(),
}));

export const action = formActions({
  name: formCase(Names, async ({ ctx, input, request }) => {
    await renameSelf(ctx, input);
    return redirectWithToast(request, paths.profile(), { tone: "success", text: "Your name is saved." });
  }),
  password: formCase(ChangePassword, async ({ ctx, input, request }) => {
    const session = await changePassword(ctx, input, clientInfo(request, ctx));
    return data({ passwordChanged: true }, { headers: sessionHeaders(request, session) });
  }),
  others: formCase(Nothing, async ({ ctx, request }) => {
    const ended = await endOtherSessions(ctx);
    const text = ended === 1 ? "One other session is signed out." : `${ended} other sessions are signed out.`;
    return redirectWithToast(request, paths.profile(), { tone: "success", text });
  }),
});

export default function Profile() {
  const { profile, sessions, now, nameConstraint, passwordConstraint, formKey } = useLoaderData<typeof loader>();
  const result = useActionData<{ passwordChanged?: boolean }>();
  return (
    <div className="flex max-w-4xl flex-col gap-8">
      <PageHeader
        title="My account"
        facts={<AvatarName name={`${profile.firstName} ${profile.lastName}`} detail={profile.email} />}
      />
      <Section title="Name" description={profile.organization ? "Shown to coworkers on jobs and notes." : undefined}>
        <NameForm profile={profile} constraint={nameConstraint} formKey={formKey} />
      </Section>
      <Section title="Password" description="Changing it signs out every other device at once.">
        <PasswordForm
          email={profile.email}
          constraint={passwordConstraint}
          changed={result?.passwordChanged === true}
        />
      </Section>
      <Section title="Active sessions" description="Sessions end after 12 hours without use.">
        <Sessions sessions={sessions} now={now} />
      </Section>
      <Section title="Roles" description="What you can do in the business. An Admin can change your roles.">
        <Card className="px-4 py-1">
          <DescriptionList
            facts={[
              { term: "Business", detail: profile.organization?.name ?? "None (household account)" },
              {
                term: "Roles",
                detail: profile.roles.length > 0 && (
                  <span className="flex flex-wrap gap-2">
                    {profile.roles.map((role) => (
                      <Badge key={role} tone="info">
                        {role}
                      </Badge>
                    ))}
                  </span>
                ),
              },
              { term: "Email", detail: profile.email },
            ]}
          />
        </Card>
      </Section>
    </div>
  );
}
