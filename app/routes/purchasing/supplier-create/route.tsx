import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { useActionForm } from "~/components/forms/use-action-form";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { NewSupplier as NewSupplierForm } from "~/domain/purchasing/schema";
import { createSupplier } from "~/domain/purchasing/suppliers.server";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { SupplierFields, supplierLabels } from "~/routes/purchasing/shared/supplier-fields";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "New supplier · Plenum" }];

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "inventory.write");
  return { constraint: getZodConstraint(NewSupplierForm), formKey: ctx.newId() };
});

export const action = formAction(NewSupplierForm, async ({ ctx, input, request }) => {
  const { id } = await createSupplier(ctx, input);
  return redirectWithToast(request, paths.supplier(id), { tone: "success", text: `${input.name} added.` });
});

export default function NewSupplier() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<z.input<typeof NewSupplierForm>>({
    id: "supplier",
    constraint,
    noun: "supplier",
  });
  return (
    <div className="max-w-xl">
      <PageHeader title="New supplier" />
      <Form method="post" id={form.id} className="flex flex-col gap-4">
        <FormSummary form={form} labels={supplierLabels} />
        <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
        <SupplierFields fields={fields} />
        <FormActions>
          <Button type="submit" variant="default" loading={isSaving}>
            Add supplier
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.suppliers()}>Cancel</Link>
          </Button>
        </FormActions>
      </Form>
      {sessionEnded}
    </div>
  );
}
