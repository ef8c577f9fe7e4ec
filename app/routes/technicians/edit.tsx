import { useForm } from "@conform-to/react";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { lazy, Suspense, useState } from "react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { conflictCurrent } from "~/components/forms/conflict-current";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { SaveState } from "~/components/forms/save-state";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { AvailabilityEditor } from "~/components/technicians/availability-editor";
import {
  type TechnicianTexts,
  technicianLabels,
  technicianLimits,
  technicianTexts,
} from "~/components/technicians/fields";
import { AddressesSection, CertificationsSection } from "~/components/technicians/technician-lists";
import { EmergencySection, PersonSection, WorkSection } from "~/components/technicians/technician-sections";
import { typedWeek } from "~/components/technicians/typed-week";
import { Button } from "~/components/ui/button";
import { technicianToEdit } from "~/domain/technicians/detail.server";
import { TECHNICIAN_ADDRESS_KINDS } from "~/domain/technicians/profile";
import { TechnicianForm } from "~/domain/technicians/schema";
import { updateTechnician } from "~/domain/technicians/update.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { summaryOf } from "./refusal";

// Fetched when somebody else was faster, so that the first visit stays light.
const ConflictDialog = lazy(() =>
  import("~/components/forms/conflict-dialog").then((m) => ({ default: m.ConflictDialog })),
);

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Edit ${data.technician.fullName}` : "Edit technician"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ technician: data?.technician.fullName }),
};

export const loader = pageLoader(async ({ ctx, params }) => ({
  ...(await technicianToEdit(ctx, params.id ?? "")),
  formKey: ctx.newId(),
}));

export const action = formAction(TechnicianForm, async ({ ctx, input, params, request }) => {
  const id = params.id ?? "";
  await updateTechnician(ctx, id, input);
  return redirectWithToast(request, paths.technician(id), { tone: "success", text: "Technician saved." });
});

type Technician = ReturnType<typeof useLoaderData<typeof loader>>["technician"];

export default function EditTechnician() {
  const { technician, knownSkills, formKey } = useLoaderData<typeof loader>();
  const { lastResult, details, sessionEnded } = useFormRefusal(useActionData());
  const [typed, setTyped] = useState(false);
  const saving = useNavigation().formMethod === "POST";
  const [form, fields] = useForm<TechnicianTexts>({
    id: "technician",
    constraint: technicianLimits,
    lastResult,
    defaultValue: formTexts(technician),
  });
  const theirs = conflictCurrent(details);
  const week = typedWeek(lastResult?.initialValue?.availability, technician.availability);
  const changed = () => setTyped(true);
  return (
    <div className="max-w-3xl">
      <PageHeader title={`Edit ${technician.fullName}`} />
      <Form method="post" id={form.id} onChange={changed} className="flex flex-col gap-8">
        {theirs ? (
          <Suspense>
            <ConflictDialog
              title="Someone else changed this technician in the meantime"
              labels={technicianLabels}
              yours={technicianTexts(lastResult?.initialValue ?? {})}
              current={technicianTexts(theirs)}
              discardHref={paths.editTechnician(technician.id)}
            />
          </Suspense>
        ) : (
          <FormSummary form={summaryOf(form, "Invalid technician data provided")} labels={technicianLabels} />
        )}
        <input type="hidden" name="idempotencyKey" value={formKey} />
        <input type="hidden" name="version" value={theirs?.version ?? technician.version} />
        <PersonSection fields={fields} />
        <WorkSection fields={fields} knownSkills={knownSkills} />
        <Section title="Weekly hours" description="When jobs may be booked. A shift may end the next morning.">
          <AvailabilityEditor week={week} zone={technician.timeZone} errors={form.allErrors} onChange={changed} />
        </Section>
        <CertificationsSection form={form} field={fields.certifications} />
        <AddressesSection field={fields.addresses} />
        <EmergencySection fields={fields.emergencyContact.getFieldset()} />
        <FormActions
          state={<SaveState state={saving ? "saving" : lastResult?.error ? "failed" : typed ? "unsaved" : "saved"} />}
        >
          <Button type="submit" variant="default" loading={saving}>
            {theirs ? "Save mine over theirs" : "Save changes"}
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.technician(technician.id)}>Cancel</Link>
          </Button>
        </FormActions>
      </Form>
      {sessionEnded}
    </div>
  );
}

/** What is kept, as the form's texts; a place of each kind, in order. */
function formTexts(technician: Technician) {
  const { emergencyContact, certifications, addresses } = technician;
  return {
    ...technicianTexts(technician),
    emergencyContact: emergencyContact ?? { name: "", phone: "" },
    certifications: certifications.map(({ name, number, expiresOn }) => ({
      name,
      number: number ?? "",
      expiresOn: expiresOn ?? "",
    })),
    addresses: TECHNICIAN_ADDRESS_KINDS.map((type) => {
      const found = addresses.find((one) => one.type === type);
      const { line1 = "", line2, city = "", state = "", postalCode = "" } = found ?? {};
      return { type, line1, line2: line2 ?? "", city, state, postalCode };
    }),
  };
}
