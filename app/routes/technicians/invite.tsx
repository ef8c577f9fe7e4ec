import { useForm } from "@conform-to/react";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Send } from "lucide-react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { PhoneField, SelectField, TextField } from "~/components/forms/fields";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { MoneyField } from "~/components/forms/money-field";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { technicianLabels, technicianLimits } from "~/components/technicians/fields";
import { levelChoices } from "~/components/technicians/technician-sections";
import { Button } from "~/components/ui/button";
import { allow } from "~/domain/shared/permissions";
import { inviteTechnician } from "~/domain/technicians/invite.server";
import { TechnicianInvitation } from "~/domain/technicians/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { summaryOf } from "./refusal";

export const meta: MetaFunction = () => [{ title: "Invite technician · Plenum" }];

/** `email`, `firstName` and `lastName` may come from a technician who has no account yet. */
export const loader = pageLoader(({ ctx, url }) => {
  const me = allow(ctx, "technicians.manage");
  const { email = "", firstName = "", lastName = "" } = Object.fromEntries(url.searchParams);
  return { known: { email, firstName, lastName }, business: me.orgName, formKey: ctx.newId() };
});

export const action = formAction(TechnicianInvitation, async ({ ctx, input, request }) => {
  await inviteTechnician(ctx, input);
  const text = `${input.email} is invited.`;
  return redirectWithToast(request, paths.pendingInvitations(), { tone: "success", text });
});

type Texts = Record<
  "email" | "firstName" | "lastName" | "phone" | "skillLevel" | "hourlyRate" | "yearsExperience",
  string
>;

export default function InviteTechnician() {
  const { known, business, formKey } = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionData());
  const busy = useNavigation().formMethod === "POST";
  const [form, fields] = useForm<Texts>({
    id: "invite",
    constraint: { ...technicianLimits, firstName: { maxLength: 100 }, lastName: { maxLength: 100 } },
    lastResult,
    defaultValue: known,
  });
  return (
    <div className="max-w-2xl">
      <PageHeader
        title="Invite technician"
        facts="We mail a link that works for 7 days. Whoever opens it chooses a password and is in."
      />
      <Form method="post" id={form.id} className="flex flex-col gap-8">
        <FormSummary form={summaryOf(form, "Invalid invitation data provided")} labels={technicianLabels} />
        <input type="hidden" name="idempotencyKey" value={formKey} />
        <Section title="Who" description={`The mail says that ${business} invites them.`}>
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
          title="What you know already"
          description="With a name they can be given jobs before they have answered. All of it can wait."
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
              inputMode="numeric"
              unit="years"
            />
          </div>
        </Section>
        <FormActions>
          <Button type="submit" variant="default" loading={busy}>
            <Send />
            Send invitation
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.technicians()}>Cancel</Link>
          </Button>
        </FormActions>
      </Form>
      {sessionEnded}
    </div>
  );
}
