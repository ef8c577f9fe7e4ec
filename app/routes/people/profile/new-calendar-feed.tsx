import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { TechnicianField } from "~/components/technicians/technician-field";
import { workOrderLabels } from "~/components/work-orders/labels";
import { createCalendarFeed } from "~/domain/calendar-feeds/change.server";
import { calendarChoices } from "~/domain/calendar-feeds/choices.server";
import { CalendarFeedInput } from "~/domain/calendar-feeds/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, url }) => ({
  ...(await calendarChoices(ctx)),
  technicianId: url.searchParams.get("technician") ?? undefined,
  constraint: getZodConstraint(CalendarFeedInput),
  formKey: ctx.newId(),
}));

export const action = formAction(CalendarFeedInput, async ({ ctx, input, request }) => {
  await createCalendarFeed(ctx, input);
  const text = "Calendar added. Copy its address into your calendar app.";
  return redirectWithToast(request, paths.profile(), { tone: "success", text });
});

const labels = { kind: "Calendar", technicianId: workOrderLabels.technicianId };

export default function NewCalendarFeed() {
  const { kinds, technicians, technicianId, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof CalendarFeedInput>>({
    id: "new-calendar",
    constraint,
    noun: "calendar",
    defaultValue: {
      kind: technicianId ? "technician" : kinds[0]?.value,
      technicianId: technicianId ?? technicians[0]?.value,
    },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Add a calendar"
      description="You get a secret address for Google Calendar, Apple Calendar or Outlook. Anyone who has it can read the jobs without signing in."
      {...{ actionForm, labels, formKey }}
      submit="Add calendar"
    >
      <SelectField field={fields.kind} label={labels.kind} choices={kinds} />
      {fields.kind.value === "technician" && (
        <TechnicianField field={fields.technicianId} choices={technicians} required />
      )}
    </FormDialog>
  );
}
