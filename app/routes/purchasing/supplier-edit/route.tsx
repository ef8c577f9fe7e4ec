import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SaveState } from "~/components/forms/save-state";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { SupplierForm } from "~/domain/purchasing/schema";
import { findSupplier, updateSupplier } from "~/domain/purchasing/suppliers.server";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { SupplierFields, supplierLabels } from "~/routes/purchasing/shared/supplier-fields";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.supplier.name ?? "supplier"} · Plenum` },
];

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "inventory.write");
  return {
    supplier: await findSupplier(ctx, params.supplierId ?? ""),
    constraint: getZodConstraint(SupplierForm),
    formKey: ctx.newId(),
  };
});

export const action = formAction(SupplierForm, async ({ ctx, input, params, request }) => {
  const { id } = await updateSupplier(ctx, params.supplierId ?? "", input);
  return redirectWithToast(request, paths.supplier(id), { tone: "success", text: `${input.name} saved.` });
});

const labels = { ...supplierLabels, active: "Active" };

export default function EditSupplier() {
  const { supplier, constraint, formKey } = useLoaderData<typeof loader>();
  const { form, fields, current, ...state } = useActionForm<z.input<typeof SupplierForm>>({
    id: "edit",
    constraint,
    defaultValue: { ...supplier, active: supplier.active ? "on" : undefined },
  });
  return (
    <Form method="post" id={form.id} className="flex max-w-xl flex-col gap-4">
      {current ? (
        <ConflictDialog
          title="Someone else changed this supplier while you were editing"
          labels={labels}
          yours={form.value ?? {}}
          current={current}
          discardHref={paths.editSupplier(supplier.id)}
        />
      ) : (
        <FormSummary form={form} labels={labels} />
      )}
      <HiddenFields {...{ ...state, formKey, current }} version={supplier.version} />
      <SupplierFields fields={fields} />
      <CheckboxField field={fields.active} label={labels.active} />
      <FormActions state={<SaveState state={state.saveState} />}>
        <Button type="submit" variant="default" loading={state.isSaving}>
          {current ? "Replace with mine" : "Save supplier"}
        </Button>
        <Button variant="outline" asChild>
          <Link to={paths.supplier(supplier.id)}>Cancel</Link>
        </Button>
      </FormActions>
      {state.sessionEnded}
    </Form>
  );
}
