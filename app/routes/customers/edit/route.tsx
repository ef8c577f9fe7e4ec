import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SaveState } from "~/components/forms/save-state";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { updateCustomer } from "~/domain/customers/change.server";
import { customerForEdit } from "~/domain/customers/detail.server";
import { CustomerForm } from "~/domain/customers/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import {
  ContactSection,
  customerLabels,
  customerValues,
  EmergencySection,
  NotesSection,
  WhoSection,
} from "~/routes/customers/shared/customer-sections";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Edit ${data.customer.name}` : "Edit customer"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ customer: data?.customer.name }),
};

export const loader = pageLoader(async ({ ctx, params }) => ({
  customer: await customerForEdit(ctx, params.id ?? ""),
  constraint: getZodConstraint(CustomerForm),
  formKey: ctx.newId(),
}));

export const action = formAction(CustomerForm, async ({ ctx, input, params, request }) => {
  await updateCustomer(ctx, params.id ?? "", input);
  return redirectWithToast(request, paths.customer(params.id ?? ""), { tone: "success", text: "Customer saved." });
});

export default function EditCustomerPage() {
  const { customer, constraint, formKey } = useLoaderData<typeof loader>();
  const { form, fields, current, ...state } = useActionForm<z.input<typeof CustomerForm>>({
    id: "customer",
    constraint,
    defaultValue: customerValues(customer),
  });
  return (
    <div className="max-w-3xl">
      <Form method="post" id={form.id} className="flex flex-col gap-8">
        {current ? (
          <ConflictDialog
            title="Someone else changed this customer while you were editing"
            labels={customerLabels}
            yours={form.value ?? {}}
            current={customerValues(current)}
            discardHref={paths.editCustomer(customer.number)}
          />
        ) : (
          <FormSummary form={form} labels={customerLabels} />
        )}
        <HiddenFields {...{ ...state, formKey, current }} version={customer.version} />
        <WhoSection fields={fields} />
        <ContactSection fields={fields} />
        <EmergencySection fields={fields} />
        <NotesSection fields={fields} />
        <FormActions state={<SaveState state={state.saveState} />}>
          <Button type="submit" variant="default" loading={state.isSaving}>
            {current ? "Replace with mine" : "Save changes"}
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.customer(customer.number)}>Cancel</Link>
          </Button>
        </FormActions>
      </Form>
      {state.sessionEnded}
    </div>
  );
}
