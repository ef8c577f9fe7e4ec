import { useForm } from "@conform-to/react";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { ContactSection, EmergencySection, NotesSection, WhoSection } from "~/components/customers/customer-sections";
import { type CustomerTexts, customerLabels, customerLimits, customerTexts } from "~/components/customers/fields";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { currentOf } from "~/components/forms/conflict-current";
import { BothVersions } from "~/components/forms/conflict-dialog";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { SaveState } from "~/components/forms/save-state";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { updateCustomer } from "~/domain/customers/change.server";
import { customerForEdit } from "~/domain/customers/detail.server";
import { CustomerForm } from "~/domain/customers/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Edit ${data.customer.name}` : "Edit customer"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ customer: data?.customer.name }),
};

export const loader = pageLoader(async ({ ctx, params }) => ({
  customer: await customerForEdit(ctx, params.id ?? ""),
  formKey: ctx.newId(),
}));

export const action = formAction(CustomerForm, async ({ ctx, input, params, request }) => {
  await updateCustomer(ctx, params.id ?? "", input);
  return redirectWithToast(request, paths.customer(params.id ?? ""), { tone: "success", text: "Customer saved." });
});

export default function EditCustomerPage() {
  const { customer, formKey } = useLoaderData<typeof loader>();
  const { lastResult, details, sessionEnded } = useFormRefusal(useActionData());
  const [typed, setTyped] = useState(false);
  const saving = useNavigation().formMethod === "POST";
  const [form, fields] = useForm<CustomerTexts>({
    id: "customer",
    constraint: customerLimits,
    lastResult,
    defaultValue: customerTexts(customer),
  });
  const theirs = currentOf(details);
  return (
    <div className="max-w-3xl">
      <PageHeader title={`Edit ${customer.name}`} />
      <Form method="post" id={form.id} onChange={() => setTyped(true)} className="flex flex-col gap-8">
        {theirs ? (
          <BothVersions
            title="Someone else changed this customer in the meantime"
            labels={customerLabels}
            mine={customerTexts(lastResult?.initialValue ?? {})}
            theirs={customerTexts(theirs)}
            freshHref={paths.editCustomer(customer.number)}
          />
        ) : (
          <FormSummary form={form} labels={customerLabels} />
        )}
        <input type="hidden" name="idempotencyKey" value={formKey} />
        <input type="hidden" name="version" value={theirs?.version ?? customer.version} />
        <WhoSection fields={fields} />
        <ContactSection fields={fields} />
        <EmergencySection fields={fields} />
        <NotesSection fields={fields} />
        <FormActions
          state={<SaveState state={saving ? "saving" : lastResult ? "failed" : typed ? "unsaved" : "saved"} />}
        >
          <Button type="submit" variant="default" loading={saving}>
            {theirs ? "Save mine over theirs" : "Save changes"}
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.customer(customer.number)}>Cancel</Link>
          </Button>
        </FormActions>
      </Form>
      {sessionEnded}
    </div>
  );
}
