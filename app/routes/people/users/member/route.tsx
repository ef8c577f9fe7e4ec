import { Form, useLoaderData } from "@remix-run/react";
import { ChoiceListField } from "~/components/forms/choice-list-field";
import { FormSummary } from "~/components/forms/form-summary";
import { ReauthenticationFields } from "~/components/forms/reauthentication-fields";
import { useActionForm } from "~/components/forms/use-action-form";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Sheet, SheetBody, SheetContent, SheetDescription, SheetHeader, SheetTitle } from "~/components/ui/sheet";
import type { ReauthenticationState } from "~/domain/auth/passkeys/passkey";
import { reauthenticate, reauthenticationState } from "~/domain/auth/reauthentication.server";
import { ProofFields } from "~/domain/auth/second-step/schema";
import {
  changePermissions,
  changeRoles,
  disableMember,
  enableMember,
  endMemberSessions,
} from "~/domain/people/change-member.server";
import { findMember, type MemberView } from "~/domain/people/list-members.server";
import { OWN_ACCESS } from "~/domain/people/member";
import { ChangePermissions, ChangeRoles, ChosenMember } from "~/domain/people/schema";
import { Nothing } from "~/domain/shared/fields";
import type { Role } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { roleChoices } from "~/routes/people/users/shared/role-choices";
import { PermissionsForm } from "./permissions-form";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const [member, proof] = await Promise.all([findMember(ctx, params.userId ?? ""), reauthenticationState(ctx)]);
  return { member, proof };
});

const ofMember = { userId: true } as const;
const RolesInput = ChangeRoles.omit(ofMember).extend(ProofFields);
const PermissionsInput = ChangePermissions.omit(ofMember).extend(ProofFields);

export const action = formActions({
  roles: formCase(RolesInput, async ({ ctx, input: { currentPassword, passkey, ...input }, params, request, url }) => {
    await reauthenticate(ctx, { currentPassword, passkey }, clientInfo(request, ctx));
    await changeRoles(ctx, { ...input, userId: params.userId ?? "" });
    return stay(request, url, "Roles saved.");
  }),
  permissions: formCase(
    PermissionsInput,
    async ({ ctx, input: { currentPassword, passkey, ...input }, params, request, url }) => {
      await reauthenticate(ctx, { currentPassword, passkey }, clientInfo(request, ctx));
      await changePermissions(ctx, { ...input, userId: params.userId ?? "" });
      return stay(request, url, "Permissions saved.");
    },
  ),
  disable: formCase(ChosenMember.omit(ofMember), async ({ ctx, input, params, request, url }) => {
    await disableMember(ctx, { ...input, userId: params.userId ?? "" });
    return stay(request, url, "Access turned off. All sessions have ended.");
  }),
  sessions: formCase(Nothing, async ({ ctx, params, request, url }) =>
    stay(request, url, ended(await endMemberSessions(ctx, params.userId ?? ""))),
  ),
  enable: formCase(ChosenMember.omit(ofMember), async ({ ctx, input, params, request, url }) => {
    await enableMember(ctx, { ...input, userId: params.userId ?? "" });
    return stay(request, url, "Access turned on.");
  }),
});

function ended({ ended: count }: { ended: number }): string {
  return count === 1 ? "One session has ended." : `${count} sessions have ended.`;
}

function stay(request: Request, url: URL, text: string): Response {
  return redirectWithToast(request, `${url.pathname}${url.search}`, { tone: "success", text });
}

/** One member: roles, permissions, access. Each section is saved separately. */
export default function MemberSheet() {
  const { member, proof } = useLoaderData<typeof loader>();
  const close = useCloseDialog();
  return (
    <Sheet open onOpenChange={close}>
      <SheetContent>
        <SheetHeader>
          <SheetTitle>{`${member.firstName} ${member.lastName}`}</SheetTitle>
          <SheetDescription>{member.email}</SheetDescription>
        </SheetHeader>
        {/* A save changes the version, so the forms restart from the saved values. */}
        <SheetBody key={member.version} className="flex flex-col gap-8">
          <RolesForm {...{ member, proof }} />
          <PermissionsForm {...{ member, proof }} />
          <SessionsForm member={member} />
          <AccessForm member={member} />
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

function RolesForm({ member, proof }: { member: MemberView; proof: ReauthenticationState }) {
  const { form, fields, isSaving, details, sessionEnded } = useActionForm<{ roles: Role[]; currentPassword?: string }>({
    id: "roles",
    intent: "roles",
    constraint: undefined,
    defaultValue: { roles: member.roles },
  });
  return (
    <Section title="Roles" description="Default permissions follow the roles. Custom permissions stay.">
      <Form method="post" id={form.id} preventScrollReset className="flex flex-col gap-4">
        <FormSummary form={form} labels={{ roles: "Roles" }} />
        <input type="hidden" name="version" value={member.version} />
        <ChoiceListField field={fields.roles} label="Roles" labelHidden type="checkbox" choices={roleChoices} />
        <ReauthenticationFields
          field={fields.currentPassword}
          proof={proof}
          isRefused={details?.reauthenticationRequired === true}
        />
        <input type="hidden" name="intent" value="roles" />
        <Button variant="outline" type="submit" loading={isSaving} className="self-start">
          Save roles
        </Button>
      </Form>
      {sessionEnded}
    </Section>
  );
}

function SessionsForm({ member }: { member: MemberView }) {
  const { form, isSaving, sessionEnded } = useActionForm({ id: "sessions", intent: "sessions", constraint: undefined });
  const audit = paths.auditLog({ person: member.userId });
  return (
    <Section
      title="Sessions"
      description="Ends every session of this user, such as on a lost phone. They can sign in again."
    >
      <Form method="post" id={form.id} preventScrollReset className="flex flex-wrap items-center gap-4">
        <FormSummary form={form} />
        <Button variant="outline" type="submit" name="intent" value="sessions" loading={isSaving}>
          End all sessions
        </Button>
        <TextLink to={audit}>View audit log</TextLink>
      </Form>
      {sessionEnded}
    </Section>
  );
}

function AccessForm({ member }: { member: MemberView }) {
  const isActive = member.status === "active";
  const intent = isActive ? "disable" : "enable";
  const { form, isSaving, sessionEnded } = useActionForm({ id: "access", intent, constraint: undefined });
  const description = isActive
    ? "Turning access off ends every session at once. Jobs and notes stay."
    : "Access is off: this user cannot sign in to the business.";
  return (
    <Section title="Access" description={description}>
      <Form method="post" id={form.id} preventScrollReset className="flex flex-col gap-4">
        <FormSummary form={form} />
        <input type="hidden" name="version" value={member.version} />
        {member.self ? (
          <p className="text-muted-foreground">{OWN_ACCESS}</p>
        ) : (
          <Button
            type="submit"
            name="intent"
            value={intent}
            variant={isActive ? "destructive" : "outline"}
            loading={isSaving}
            className="self-start"
          >
            {isActive ? `Turn off access for ${member.firstName}` : `Turn on access for ${member.firstName}`}
          </Button>
        )}
      </Form>
      {sessionEnded}
    </Section>
  );
}
