import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { TechnicianField } from "~/components/technicians/technician-field";
import { recordCylinderEntry } from "~/domain/refrigerant/cylinders/change.server";
import { CYLINDER_ENTRY_LABELS, pounds } from "~/domain/refrigerant/cylinders/cylinder";
import { cylinderHolders, findCylinder } from "~/domain/refrigerant/cylinders/list.server";
import { EntryForm, NewCylinderEntry } from "~/domain/refrigerant/cylinders/schema";
import { notFound } from "~/domain/shared/errors";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const { success, data: kind } = EntryForm.shape.kind.safeParse(params.kind);
  if (!success) throw notFound();
  const [holders, cylinder] = await Promise.all([cylinderHolders(ctx), findCylinder(ctx, params.cylinderId ?? "")]);
  return { kind, holders, cylinder, constraint: getZodConstraint(EntryForm), formKey: ctx.newId() };
});

export const action = formAction(NewCylinderEntry, async ({ ctx, input, params, request }) => {
  const { id } = await recordCylinderEntry(ctx, params.cylinderId ?? "", input);
  return redirectWithToast(request, paths.cylinder(id), {
    tone: "success",
    text: `${CYLINDER_ENTRY_LABELS[input.kind]}.`,
  });
});

const titles = { weighed: "Weigh", handed_over: "Hand over", returned: "Return", received: "Receive" };
const noteLabels = { weighed: "Note", handed_over: "Note", returned: "Returned to", received: "Note" };

export default function RecordCylinder() {
  const { kind, holders, cylinder, constraint, formKey } = useLoaderData<typeof loader>();
  const labels = { grossLb: "On the scale", toTechnicianId: "To", note: noteLabels[kind] };
  const actionForm = useActionForm<z.input<typeof EntryForm>>({ id: "cylinder-entry", constraint });
  const { fields } = actionForm;
  return (
    <FormDialog
      size="small"
      title={`${titles[kind]} ${cylinder.number}`}
      description={`According to the ledger it weighs ${pounds(cylinder.grossMilliLb)} and holds ${pounds(cylinder.netMilliLb)}.`}
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit={titles[kind]}
    >
      <input type="hidden" name="kind" value={kind} />
      {(kind === "weighed" || kind === "received") && (
        <TextField
          field={fields.grossLb}
          label={labels.grossLb}
          description="With the cylinder."
          unit="lb"
          inputMode="decimal"
          autoComplete="off"
          required
        />
      )}
      {kind === "handed_over" && (
        <TechnicianField field={fields.toTechnicianId} label={labels.toTechnicianId} choices={holders} none="Shop" />
      )}
      <TextField field={fields.note} label={labels.note} autoComplete="off" required={kind === "returned"} />
    </FormDialog>
  );
}
