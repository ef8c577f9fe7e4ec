import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SaveState } from "~/components/forms/save-state";
import { useActionForm } from "~/components/forms/use-action-form";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { decimalText } from "~/domain/shared/money";
import { isRecord } from "~/domain/shared/objects";
import { formatPhone } from "~/domain/shared/text/phones";
import { type DayAvailability, WEEK_FROM_MONDAY, type WeeklyAvailability } from "~/domain/technicians/availability";
import { updateTechnician } from "~/domain/technicians/change.server";
import { type TechnicianProfile, technicianToEdit } from "~/domain/technicians/detail.server";
import { TechnicianForm } from "~/domain/technicians/schema";
import { TECHNICIAN_ADDRESS_KINDS } from "~/domain/technicians/technician";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { withSummary } from "~/routes/technicians/shared/form-problems";
import { technicianLabels } from "~/routes/technicians/shared/labels";
import { AvailabilityEditor } from "./availability-editor";
import { AddressesSection, CertificationsSection } from "./technician-lists";
import { EmergencySection, PersonSection, WorkSection } from "./technician-sections";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Edit ${data.technician.fullName}` : "Edit technician"} · Plenum` },
];

export const loader = pageLoader(async ({ ctx, params }) => ({
  ...(await technicianToEdit(ctx, params.id ?? "")),
  constraint: getZodConstraint(TechnicianForm),
  formKey: ctx.newId(),
}));

export const action = formAction(TechnicianForm, async ({ ctx, input, params, request }) => {
  const id = params.id ?? "";
  await updateTechnician(ctx, id, input);
  return redirectWithToast(request, paths.technician(id), { tone: "success", text: "Technician saved." });
});

export default function EditTechnician() {
  const { technician, knownSkills, knownTeams, constraint, formKey } = useLoaderData<typeof loader>();
  // The week's fields are not managed by conform, so unsaved edits to them are tracked here.
  const [isWeekDirty, setWeekDirty] = useState(false);
  const { form, fields, onListSubmit, current, saveState, isSaving, isInDoubt, sessionEnded } = useActionForm<
    z.input<typeof TechnicianForm>
  >({
    id: "technician",
    constraint,
    defaultValue: formValues(technician),
  });
  const week = typedWeek(form.initialValue?.availability, technician.availability);
  return (
    <div className="max-w-3xl">
      <Form method="post" id={form.id} onSubmit={onListSubmit} className="flex flex-col gap-8">
        {current ? (
          <ConflictDialog
            title="Someone else changed this technician while you were editing"
            labels={technicianLabels}
            yours={form.value ?? {}}
            current={profileValues(current)}
            discardHref={paths.editTechnician(technician.id)}
          />
        ) : (
          <FormSummary form={withSummary(form, "Invalid technician data provided")} labels={technicianLabels} />
        )}
        <HiddenFields {...{ formKey, isSaving, isInDoubt, current }} version={technician.version} />
        <PersonSection fields={fields} />
        <WorkSection fields={fields} knownSkills={knownSkills} knownTeams={knownTeams} />
        <Section title="Working hours" description="When jobs can be booked. A shift may end the next morning.">
          <AvailabilityEditor
            week={week}
            zone={technician.timeZone}
            errors={form.allErrors}
            onChange={() => setWeekDirty(true)}
          />
        </Section>
        <CertificationsSection form={form} field={fields.certifications} />
        <AddressesSection field={fields.addresses} />
        <EmergencySection field={fields.emergencyContact} />
        <FormActions state={<SaveState state={saveState === "saved" && isWeekDirty ? "unsaved" : saveState} />}>
          <Button type="submit" variant="default" loading={isSaving}>
            {current ? "Replace with mine" : "Save changes"}
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

/** The week as typed into a form that was refused; days that were not submitted keep their stored values. */
function typedWeek(typed: unknown, stored: WeeklyAvailability): WeeklyAvailability {
  if (!isRecord(typed)) return stored;
  const days = WEEK_FROM_MONDAY.map((day): [string, DayAvailability] => {
    const given = typed[day];
    if (!isRecord(given)) return [day, stored[day]];
    const breaks = Array.isArray(given.breaks) ? given.breaks.filter(isRecord).map(timesOf) : [];
    return [day, { ...timesOf(given), available: given.available === "on", breaks }];
  });
  return { ...stored, ...Object.fromEntries(days) };
}

function timesOf(given: Record<string, unknown>): { start: string; end: string } {
  return { start: text(given.start), end: text(given.end) };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

type StoredFacts = { version: number; phone?: unknown; hourlyRateMinor?: unknown; skills?: unknown };

/** A technician's own data as the form shows it. */
function profileValues<Row extends StoredFacts>(technician: Row) {
  const { phone, hourlyRateMinor: rate, skills } = technician;
  return {
    ...technician,
    phone: typeof phone === "string" ? formatPhone(phone) : null,
    hourlyRate: typeof rate === "number" ? decimalText(rate) : null,
    skills: Array.isArray(skills) ? skills.join(", ") : "",
  };
}

/** Values of the whole form, with one address of each kind, in order. */
function formValues(technician: TechnicianProfile) {
  const { firstName, lastName, email, status, skillLevel, yearsExperience, team } = technician;
  const { emergencyContact, certifications, addresses } = technician;
  const { phone, hourlyRate, skills } = profileValues(technician);
  return {
    firstName,
    lastName,
    email,
    phone,
    status,
    skillLevel,
    hourlyRate,
    yearsExperience: yearsExperience?.toString(),
    team,
    skills,
    emergencyContact: emergencyContact && { ...emergencyContact, phone: formatPhone(emergencyContact.phone) },
    certifications: certifications.map(({ name, number, expiresOn }) => ({ name, number, expiresOn })),
    addresses: TECHNICIAN_ADDRESS_KINDS.map((type) => {
      const found = addresses.find((one) => one.type === type);
      const { line1 = "", line2 = null, city = "", state = "", postalCode = "" } = found ?? {};
      return { type, line1, line2, city, state, postalCode };
    }),
  };
}
