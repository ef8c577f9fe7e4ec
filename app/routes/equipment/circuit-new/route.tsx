import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { addCircuit, nextCircuitName } from "~/domain/equipment/circuits.server";
import { NewServiceGroup } from "~/domain/equipment/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { CircuitFields, circuitLabels } from "~/routes/equipment/shared/circuit-fields";
import { unitPaths } from "~/routes/equipment/shared/unit-paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => ({
  name: await nextCircuitName(ctx, params.equipmentId ?? ""),
  constraint: getZodConstraint(NewServiceGroup),
  formKey: ctx.newId(),
}));

export const action = formAction(NewServiceGroup, async ({ ctx, input, params, request }) => {
  await addCircuit(ctx, params.equipmentId ?? "", input);
  return redirectWithToast(request, unitPaths(params).overview, { tone: "success", text: "Circuit added." });
});

export default function NewCircuit() {
  const { name, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof NewServiceGroup>>({
    id: "circuit",
    constraint,
    defaultValue: { name },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Add refrigerant circuit"
      actionForm={actionForm}
      labels={circuitLabels}
      formKey={formKey}
      submit="Add circuit"
    >
      <CircuitFields fields={fields} />
    </FormDialog>
  );
}
