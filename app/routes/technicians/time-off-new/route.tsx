import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { DateField, TextField, TimeField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { choicesOf } from "~/domain/shared/choices";
import { allow } from "~/domain/shared/permissions";
import { TimeOff } from "~/domain/technicians/schema";
import { TIME_OFF_LABELS, TIME_OFF_REASONS } from "~/domain/technicians/technician";
import { addTimeOff } from "~/domain/technicians/time-off.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { useTechnician } from "~/routes/technicians/shared/use-technician";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "technicians.write");
  return { constraint: getZodConstraint(TimeOff), formKey: ctx.newId() };
});

export const action = formAction(TimeOff, async ({ ctx, input, params, request, url }) => {
  const id = params.id ?? "";
  const { jobs } = await addTimeOff(ctx, id, input);
  const booked = jobs === 1 ? "1 job is still booked then." : `${jobs} jobs are still booked then.`;
  const text = jobs > 0 ? `Time off saved. ${booked}` : "Time off saved.";
  const here = paths.technicianSchedule(id, { week: url.searchParams.get("week") });
  return redirectWithToast(request, here, { tone: jobs > 0 ? "info" : "success", text });
});

const reasons = choicesOf(TIME_OFF_REASONS, TIME_OFF_LABELS);
const labels = { from: "First day", to: "Last day", fromTime: "From", toTime: "Until", reason: "Reason", note: "Note" };

export default function AddTimeOff() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { firstName } = useTechnician();
  const actionForm = useActionForm<z.input<typeof TimeOff>>({
    id: "time-off",
    constraint,
    defaultValue: { reason: "vacation" },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      size="small"
      title={`Time off for ${firstName}`}
      description="Whole days, unless you enter times for the first or last day."
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="Add time off"
    >
      <SelectField field={fields.reason} label={labels.reason} choices={reasons} />
      <div className="grid grid-cols-2 gap-4">
        <DateField field={fields.from} label={labels.from} />
        <TimeField field={fields.fromTime} label={labels.fromTime} />
        <DateField field={fields.to} label={labels.to} />
        <TimeField field={fields.toTime} label={labels.toTime} />
      </div>
      <TextField field={fields.note} label={labels.note} autoComplete="off" />
    </FormDialog>
  );
}
