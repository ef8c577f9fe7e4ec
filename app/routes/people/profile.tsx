import { data, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AvatarName } from "~/components/avatar-name";
import { DescriptionList } from "~/components/description-list";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { ownProfile, ownSessions } from "~/domain/auth/profile.queries.server";
import { changePassword, endOtherSessions, renameSelf } from "~/domain/auth/profile.server";
import { ChangePassword, Names, Nothing } from "~/domain/auth/schema";
import { formActions, formCase } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { clientInfo, sessionHeaders } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { NameForm } from "./profile/name-form";
import { PasswordForm } from "./profile/password-form";
import { Sessions } from "./profile/sessions";

export const meta: MetaFunction = () => [{ title: "My account · Plenum" }];

export const loader = memberLoader(async ({ ctx }) => ({
  profile: ownProfile(ctx),
  sessions: await ownSessions(ctx),
  now: ctx.now.getTime(),
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
  const { profile, sessions, now, formKey } = useLoaderData<typeof loader>();
  const answer = useActionData<{ intent?: string; passwordChanged?: boolean }>();
  const refusal = useFormRefusal(answer);
  return (
    <div className="flex max-w-4xl flex-col gap-8">
      <PageHeader
        title="My account"
        facts={<AvatarName name={`${profile.firstName} ${profile.lastName}`} detail={profile.email} />}
      />
      <Section title="Name" description="As colleagues see it on jobs and notes.">
        <NameForm profile={profile} formKey={formKey} lastResult={refusal.lastResult} />
      </Section>
      <Section title="Password" description="Changing it signs out every other device at once.">
        <PasswordForm
          email={profile.email}
          lastResult={refusal.lastResult}
          changed={answer?.passwordChanged === true}
        />
      </Section>
      <Section title="Signed in on" description="Sessions end by themselves after 12 hours without use.">
        <Sessions sessions={sessions} now={now} />
      </Section>
      <Section title="Roles" description="What you may do in the business. An Admin can change it.">
        <Card className="px-4 py-1">
          <DescriptionList
            facts={[
              { term: "Business", detail: profile.organization?.name ?? "None: this account is for a household" },
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
      {refusal.sessionEnded}
    </div>
  );
}
