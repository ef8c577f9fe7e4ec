import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { ChoiceListField } from "~/components/forms/choice-list-field";
import { FormDialog } from "~/components/forms/form-dialog";
import { ReauthenticationFields } from "~/components/forms/reauthentication-fields";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { reauthenticate, reauthenticationState } from "~/domain/auth/reauthentication.server";
import { ProofFields } from "~/domain/auth/second-step/schema";
import { inviteMember } from "~/domain/people/invitations.server";
import { InviteMember } from "~/domain/people/schema";
import { allowAdmin } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { roleChoices } from "~/routes/people/users/shared/role-choices";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

const Input = InviteMember.extend(ProofFields);

export const loader = pageLoader(async ({ ctx }) => {
  allowAdmin(ctx);
  return { proof: await reauthenticationState(ctx), constraint: getZodConstraint(Input), formKey: ctx.newId() };
});

export const action = formAction(
  Input,
  async ({ ctx, input: { currentPassword, passkey, ...input }, request, url }) => {
    await reauthenticate(ctx, { currentPassword, passkey }, clientInfo(request, ctx));
    await inviteMember(ctx, input);
    const list = paths.users(Object.fromEntries(url.searchParams));
    return redirectWithToast(request, list, { tone: "success", text: `Invitation sent to ${input.email}.` });
  },
);

export default function InviteUserDialog() {
  const { proof, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof Input>>({
    id: "invite",
    constraint,
    defaultValue: { roles: "Technician" },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      size="small"
      title="Invite user"
      description="We'll email a link that works for 7 days. They choose their name and password there."
      actionForm={actionForm}
      labels={{ email: "Email", roles: "Roles" }}
      formKey={formKey}
      submit="Send invitation"
    >
      <TextField field={fields.email} label="Email" type="email" autoComplete="off" autoCapitalize="none" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.firstName} label="First name" autoComplete="off" />
        <TextField field={fields.lastName} label="Last name" autoComplete="off" />
      </div>
      <ChoiceListField field={fields.roles} label="Roles" type="checkbox" choices={roleChoices} />
      <ReauthenticationFields
        field={fields.currentPassword}
        proof={proof}
        isRefused={actionForm.details?.reauthenticationRequired === true}
      />
    </FormDialog>
  );
}
