import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData, useParams } from "@remix-run/react";
import type { z } from "zod";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SaveState } from "~/components/forms/save-state";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { updateEquipment } from "~/domain/equipment/change.server";
import { equipmentForEdit } from "~/domain/equipment/detail.server";
import { EquipmentForm } from "~/domain/equipment/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { EquipmentFields, equipmentLabels, equipmentValues } from "~/routes/equipment/shared/equipment-fields";
import { unitPaths } from "~/routes/equipment/shared/unit-paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.unit.equipmentName ?? "equipment"} · Plenum` },
];

export const loader = pageLoader(async ({ ctx, params }) => ({
  ...(await equipmentForEdit(ctx, params.equipmentId ?? "")),
  readsPhotos: ctx.providers.nameplateReader !== null,
  constraint: getZodConstraint(EquipmentForm),
  formKey: ctx.newId(),
}));

export const action = formAction(EquipmentForm, async ({ ctx, input, params, request }) => {
  await updateEquipment(ctx, params.equipmentId ?? "", input);
  const toast = { tone: "success", text: `${input.equipmentName} saved.` } as const;
  return redirectWithToast(request, unitPaths(params).overview, toast);
});

export default function EditEquipment() {
  const { unit, sites, isPlanned, readsPhotos, constraint, formKey } = useLoaderData<typeof loader>();
  const to = unitPaths(useParams());
  const { form, fields, current, ...state } = useActionForm<z.input<typeof EquipmentForm>>({
    id: "edit",
    constraint,
    defaultValue: equipmentValues(unit),
  });
  return (
    <Form method="post" id={form.id} className="flex max-w-3xl flex-col gap-8">
      {current ? (
        <ConflictDialog
          title="Someone else changed this equipment while you were editing"
          labels={equipmentLabels}
          yours={form.value ?? {}}
          current={current}
          discardHref={to.edit}
        />
      ) : (
        <FormSummary form={form} labels={equipmentLabels} />
      )}
      <HiddenFields {...{ ...state, formKey, current }} version={unit.version} />
      <EquipmentFields fields={fields} sites={sites} readsPhotos={readsPhotos} isPlanned={isPlanned} />
      <FormActions state={<SaveState state={state.saveState} />}>
        <Button type="submit" variant="default" loading={state.isSaving}>
          {current ? "Replace with mine" : "Save equipment"}
        </Button>
        <Button variant="outline" asChild>
          <Link to={to.overview}>Cancel</Link>
        </Button>
      </FormActions>
      {state.sessionEnded}
    </Form>
  );
}
