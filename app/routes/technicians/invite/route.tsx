import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { PhoneField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { Send } from "~/components/ui/icons";
import { inviteTechnician } from "~/domain/people/invitations.server";
import { allow } from "~/domain/shared/permissions";
import { TechnicianInvitation } from "~/domain/technicians/schema";
import { formAction } from "~/http/form-action";
import { safeRedirectPath } from "~/http/login-url";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { withSummary } from "~/routes/technicians/shared/form-problems";
import { levelChoices, technicianLabels } from "~/routes/technicians/shared/labels";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Invite technician · Plenum" }];

/** `email`, `firstName` and `lastName` may be prefilled from a technician without an account, to whose page `return` leads back. */
export const loader = pageLoader(({ ctx, url }) => {
  const me = allow(ctx, "technicians.manage");
  const { email = "", firstName = "", lastName = "" } = Object.fromEntries(url.searchParams);
  return {
    known: { email, firstName, lastName },
    returnTo: safeRedirectPath(url.searchParams.get("return"), "") || undefined,
    business: me.orgName,
    constraint: getZodConstraint(TechnicianInvitation),
    formKey: ctx.newId(),
  };
});

export const action = formAction(TechnicianInvitation, async ({ ctx, input, request }) => {
  await inviteTechnician(ctx, input);
  const text = `Invitation sent to ${input.email}.`;
  return redirectWithToast(request, paths.pendingInvitations(), { tone: "success", text });
});

export default function InviteTechnician() {
  const { known, returnTo, business, constraint, formKey } = useLoaderData<typeof loader>();
  const close = useCloseDialog(returnTo);
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<z.input<typeof TechnicianInvitation>>({
    id: "invite",
    constraint,
    defaultValue: known,
  });
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Invite technician</DialogTitle>
          <DialogDescription>
            We'll email a link that works for 7 days. They choose their password there.
          </DialogDescription>
        </DialogHeader>
        <Form method="post" id={form.id} className="contents">
          <DialogBody className="flex flex-col gap-6">
            <FormSummary form={withSummary(form, "Invalid invitation data provided")} labels={technicianLabels} />
            <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
            <Section title="Contact" description={`The email says that ${business} invites them.`}>
              <TextField
                field={fields.email}
                label={technicianLabels.email}
                type="email"
                autoComplete="off"
                autoCapitalize="none"
              />
              <div className="grid gap-4 sm:grid-cols-2">
                <TextField field={fields.firstName} label={technicianLabels.firstName} autoComplete="off" />
                <TextField field={fields.lastName} label={technicianLabels.lastName} autoComplete="off" />
              </div>
            </Section>
            <Section
              title="Details (optional)"
              description="With a first and last name you can schedule them before they accept."
            >
              <div className="grid gap-4 sm:grid-cols-2">
                <PhoneField field={fields.phone} label={technicianLabels.phone} autoComplete="off" />
                <SelectField
                  field={fields.skillLevel}
                  label={technicianLabels.skillLevel}
                  choices={levelChoices}
                  placeholder="Decide later"
                />
                <MoneyField field={fields.hourlyRate} label={technicianLabels.hourlyRate} />
                <TextField
                  field={fields.yearsExperience}
                  label={technicianLabels.yearsExperience}
                  type="number"
                  inputMode="numeric"
                  unit="years"
                />
              </div>
            </Section>
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" variant="default" loading={isSaving}>
              <Send />
              Send invitation
            </Button>
          </DialogFooter>
        </Form>
        {sessionEnded}
      </DialogContent>
    </Dialog>
  );
}
