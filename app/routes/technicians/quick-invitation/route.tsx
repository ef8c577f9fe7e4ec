import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { inviteTechnician } from "~/domain/people/invitations.server";
import { allow } from "~/domain/shared/permissions";
import { TechnicianInvitation } from "~/domain/technicians/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "technicians.manage");
  return { constraint: getZodConstraint(TechnicianInvitation), formKey: ctx.newId() };
});

/** Returns to the screen behind it, which keeps its input and reloads its choices. */
export const action = formAction(TechnicianInvitation, async ({ ctx, input, request, url }) => {
  await inviteTechnician(ctx, input);
  const parent = url.pathname.slice(0, url.pathname.lastIndexOf("/"));
  const text = `Invitation sent to ${input.email}.`;
  return redirectWithToast(request, parent + url.search, { tone: "success", text });
});

const labels = { firstName: "First name", lastName: "Last name", email: "Email" };

/** Invites a technician in a dialog over the first steps, and over each form whose technician select is empty. */
export default function QuickInvitation() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof TechnicianInvitation>>({
    id: "quick-invitation",
    constraint,
    noun: "invitation",
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Invite a technician"
      description="You can schedule them right away. They get an email and choose a password."
      submit="Send invitation"
      {...{ actionForm, labels, formKey }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.firstName} label={labels.firstName} required autoComplete="off" />
        <TextField field={fields.lastName} label={labels.lastName} required autoComplete="off" />
      </div>
      <TextField field={fields.email} label={labels.email} type="email" autoComplete="off" autoCapitalize="none" />
    </FormDialog>
  );
}
