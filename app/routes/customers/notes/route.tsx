import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { useCustomer } from "~/components/customers/use-customer";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextAreaField } from "~/components/forms/text-area-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { updateCustomer } from "~/domain/customers/change.server";
import { NotesForm } from "~/domain/customers/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "customers.write");
  return { constraint: getZodConstraint(NotesForm), formKey: ctx.newId() };
});

export const action = formAction(NotesForm, async ({ ctx, input, params, request, url }) => {
  await updateCustomer(ctx, params.id ?? "", input);
  const to = paths.customer(params.id ?? "", { sites: url.searchParams.get("sites") });
  return redirectWithToast(request, to, { tone: "success", text: "Notes saved." });
});

const labels = { notes: "Notes" };

export default function CustomerNotes() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { customer } = useCustomer();
  const actionForm = useActionForm<z.input<typeof NotesForm>>({
    id: "notes",
    constraint,
    defaultValue: { notes: customer.notes },
  });
  return (
    <FormDialog
      title="Notes"
      description="For your team only."
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      version={customer.version}
      conflict={{ noun: "customer", discardHref: paths.customerNotes(customer.number) }}
      submit="Save notes"
    >
      <TextAreaField field={actionForm.fields.notes} label={labels.notes} labelHidden rows={8} />
    </FormDialog>
  );
}
