import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData, useParams } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { ServiceGroupForm } from "~/domain/equipment/schema";
import { changeCircuit, circuitToEdit } from "~/domain/refrigerant/change-circuit.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { CircuitFields, circuitLabels } from "~/routes/equipment/shared/circuit-fields";
import { unitPaths } from "~/routes/equipment/shared/unit-paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

const circuitRef = ({ equipmentId = "", circuitId = "" }: Record<string, string | undefined>) => ({
  equipmentId,
  circuitId,
});

export const loader = pageLoader(async ({ ctx, params }) => ({
  circuit: await circuitToEdit(ctx, circuitRef(params)),
  constraint: getZodConstraint(ServiceGroupForm),
  formKey: ctx.newId(),
}));

export const action = formAction(ServiceGroupForm, async ({ ctx, input, params, request }) => {
  await changeCircuit(ctx, circuitRef(params), input);
  return redirectWithToast(request, unitPaths(params).overview, { tone: "success", text: `${input.name} saved.` });
});

/** Corrects a circuit: its leak rate is judged by its full charge. */
export default function EditCircuit() {
  const { circuit, constraint, formKey } = useLoaderData<typeof loader>();
  const params = useParams();
  const to = unitPaths(params);
  const { name, refrigerant, chargeLb, chargeBasis, version } = circuit;
  const actionForm = useActionForm<z.input<typeof ServiceGroupForm>>({
    id: "circuit",
    constraint,
    noun: "circuit",
    defaultValue: { name, refrigerant, chargeLb: chargeLb ?? "", chargeBasis },
  });
  const { form, fields, current } = actionForm;
  return (
    <FormDialog
      title={`Edit ${name}`}
      actionForm={actionForm}
      labels={circuitLabels}
      formKey={formKey}
      version={version}
      conflict={{
        ...{ noun: "circuit", discardHref: to.editCircuit(params.circuitId ?? "") },
        ...{ current, yours: form.value ?? {} },
      }}
      submit="Save circuit"
      returnTo={to.overview}
    >
      <CircuitFields fields={fields} />
    </FormDialog>
  );
}
