import { getZodConstraint } from "@conform-to/zod/v4";
import { redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { FormDialog } from "~/components/forms/form-dialog";
import { createCustomer } from "~/domain/customers/create.server";
import { findCustomer } from "~/domain/customers/detail.server";
import { NewCustomerForm, newCustomerOf } from "~/domain/customers/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import {
  NewCustomerFields,
  newCustomerLabels,
  useNewCustomerForm,
} from "~/routes/customers/shared/new-customer-fields";
import { SimilarCustomers } from "~/routes/customers/shared/similar-customers";
import { useSimilarCustomers } from "~/routes/customers/shared/use-similar-customers";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "customers.write");
  return { constraint: getZodConstraint(NewCustomerForm), formKey: ctx.newId() };
});

export const action = formAction(NewCustomerForm, async ({ ctx, input, url }) => {
  const { id } = await createCustomer(ctx, newCustomerOf(input));
  const { number } = await findCustomer(ctx, id);
  return redirect(paths.createdCustomer(number) + url.search);
});

/** Adds a customer who is calling, in a dialog over the work orders. */
export default function NewCustomerDialog() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { similar, look } = useSimilarCustomers([]);
  const actionForm = useNewCustomerForm(constraint);
  return (
    <FormDialog
      size="large"
      title="New customer"
      description="Only a name is required. You can add the rest later."
      submit="Add customer"
      labels={newCustomerLabels}
      onBlur={look}
      {...{ actionForm, formKey }}
    >
      <div className="flex flex-col gap-8">
        <SimilarCustomers customers={similar} />
        <NewCustomerFields fields={actionForm.fields} />
      </div>
    </FormDialog>
  );
}
