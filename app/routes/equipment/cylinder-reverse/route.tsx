import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { reverseCylinderEntry, reversibleEntry } from "~/domain/refrigerant/cylinders/change.server";
import { EntryReversal } from "~/domain/refrigerant/cylinders/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params: { cylinderId = "", entryId = "" } }) => {
  await reversibleEntry(ctx, { cylinderId, entryId });
  return { constraint: getZodConstraint(EntryReversal), formKey: ctx.newId() };
});

export const action = formAction(EntryReversal, async ({ ctx, input, params, request, url }) => {
  const { cylinderId = "", entryId = "" } = params;
  await reverseCylinderEntry(ctx, { cylinderId, entryId }, input);
  const href = paths.cylinder(cylinderId, Object.fromEntries(url.searchParams));
  return redirectWithToast(request, href, { tone: "success", text: "Entry reversed." });
});

const labels = { reason: "Reason" };

export default function ReverseEntry() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof EntryReversal>>({ id: "cylinder-reverse", constraint });
  return (
    <FormDialog
      size="small"
      title="Reverse this entry?"
      description="A new entry reverses it. Both stay on record."
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="Reverse"
    >
      <TextField field={actionForm.fields.reason} label={labels.reason} autoComplete="off" />
    </FormDialog>
  );
}
