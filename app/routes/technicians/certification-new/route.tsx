import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { DateField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { allow } from "~/domain/shared/permissions";
import { addCertification } from "~/domain/technicians/change.server";
import { NewCertification } from "~/domain/technicians/schema";
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
  return { constraint: getZodConstraint(NewCertification), formKey: ctx.newId() };
});

export const action = formAction(NewCertification, async ({ ctx, input, params, request }) => {
  const id = params.id ?? "";
  await addCertification(ctx, id, input);
  return redirectWithToast(request, paths.technician(id), { tone: "success", text: "Certification added." });
});

const labels = { name: "Name", number: "Number", expiresOn: "Expires on" };

export default function AddCertification() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { firstName } = useTechnician();
  const actionForm = useActionForm<z.input<typeof NewCertification>>({ id: "certification", constraint });
  const { fields } = actionForm;
  return (
    <FormDialog
      size="small"
      title={`Certification for ${firstName}`}
      description="You are warned 60 days before it expires. You are also warned when you book a job that requires it; refrigerant work can't be booked after that day."
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="Add certification"
    >
      <TextField field={fields.name} label={labels.name} autoComplete="off" />
      <TextField field={fields.number} label={labels.number} autoComplete="off" />
      <DateField field={fields.expiresOn} label={labels.expiresOn} />
    </FormDialog>
  );
}
