import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { AddressFields, placeLabels } from "~/components/addresses/address-fields";
import { FormDialog } from "~/components/forms/form-dialog";
import { PhoneField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { createCustomer } from "~/domain/customers/create.server";
import { NewCustomerForm, newCustomerOf } from "~/domain/customers/schema";
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
  return { constraint: getZodConstraint(NewCustomerForm), formKey: ctx.newId() };
});

export const action = formAction(NewCustomerForm, async ({ ctx, input, request }) => {
  const { id } = await createCustomer(ctx, newCustomerOf({ ...input, billingIsService: true }));
  // Opens the next step: the job they called about.
  return redirectWithToast(request, paths.firstWorkOrder({ customerId: id }), {
    tone: "success",
    text: "Customer added.",
  });
});

const labels = {
  ...{ firstName: "First name", lastName: "Last name", phone: "Phone", email: "Email" },
  ...Object.fromEntries(Object.entries(placeLabels).map(([name, label]) => [`service.${name}`, label])),
};

/** Adds the first customer, in a dialog over the first steps. */
export default function FirstCustomer() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof NewCustomerForm>>({
    id: "first-customer",
    constraint,
    defaultValue: { customerType: "residential", status: "active" },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Add your first customer"
      description="Next you schedule the job they called about."
      submit="Add customer"
      {...{ actionForm, labels, formKey }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.firstName} label="First name" required autoComplete="off" />
        <TextField field={fields.lastName} label="Last name" required autoComplete="off" />
        <PhoneField field={fields.phone} label="Phone" autoComplete="off" />
        <TextField field={fields.email} label="Email" type="email" autoComplete="off" autoCapitalize="none" />
      </div>
      <AddressFields fields={fields.service.getFieldset()} autoFill="section-site" />
    </FormDialog>
  );
}
