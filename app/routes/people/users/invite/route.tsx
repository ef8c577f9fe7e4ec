import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { ChoiceListField } from "~/components/forms/choice-list-field";
import { FormSummary } from "~/components/forms/form-summary";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { inviteMember } from "~/domain/people/invitations.server";
import { InviteMember } from "~/domain/people/schema";
import { allowAdmin } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { roleChoices } from "../shared/role-choices";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allowAdmin(ctx);
  return { constraint: getZodConstraint(InviteMember), formKey: ctx.newId() };
});

export const action = formAction(InviteMember, async ({ ctx, input, request, url }) => {
  await inviteMember(ctx, input);
  const list = paths.users(Object.fromEntries(url.searchParams));
  return redirectWithToast(request, list, { tone: "success", text: `Invitation sent to ${input.email}.` });
});

export default function InviteUserDialog() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const close = useCloseDialog();
  const { form, fields, isSaving, sessionEnded } = useActionForm<z.input<typeof InviteMember>>({
    id: "invite",
    constraint,
    defaultValue: { roles: "Technician" },
  });
  return (
    <Dialog
      open
      onOpenChange={close}
      size="small"
      title="Invite user"
      description="We'll email a link that works for 7 days. They choose their name and password there."
    >
      <Form method="post" id={form.id} className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} labels={{ email: "Email", roles: "Roles" }} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <TextField field={fields.email} label="Email" type="email" autoComplete="off" autoCapitalize="none" />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField field={fields.firstName} label="First name" autoComplete="off" />
            <TextField field={fields.lastName} label="Last name" autoComplete="off" />
          </div>
          <ChoiceListField field={fields.roles} label="Roles" type="checkbox" choices={roleChoices} />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={isSaving}>
            Send invitation
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
