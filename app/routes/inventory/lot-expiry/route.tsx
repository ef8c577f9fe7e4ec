import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { DateField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { correctExpiry, findLot, lotNotFound } from "~/domain/inventory/lots/lots.server";
import { ExpiryCorrection } from "~/domain/inventory/lots/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

/** Shown over the list of lots, or over the lot's item. */
export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "inventory.write");
  const lot = await findLot(ctx, params.lotId ?? "");
  if (params.itemId !== undefined && params.itemId !== lot.itemId) throw lotNotFound();
  return { lot, constraint: getZodConstraint(ExpiryCorrection), formKey: ctx.newId() };
});

export const action = formAction(ExpiryCorrection, async ({ ctx, input, params, request, url }) => {
  await correctExpiry(ctx, params.lotId ?? "", input);
  const to = params.itemId === undefined ? `${paths.lots()}${url.search}` : paths.item(params.itemId);
  return redirectWithToast(request, to, { tone: "success", text: "Expiration date corrected." });
});

const labels = { expiresOn: "Expires on", previousExpiresOn: "Expires on", reason: "Reason" };

export default function LotExpiry() {
  const { lot, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof ExpiryCorrection>>({
    id: "lot-expiry",
    constraint,
    defaultValue: { expiresOn: lot.expiresOn ?? "" },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      size="small"
      title={`Expiration of lot ${lot.number}`}
      description={`${lot.itemName} (${lot.itemSku}). Stock already used from this lot stays as it is.`}
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="Correct date"
    >
      <input type="hidden" name="previousExpiresOn" value={lot.expiresOn ?? ""} />
      <DateField field={fields.expiresOn} label={labels.expiresOn} />
      <TextField
        field={fields.reason}
        label={labels.reason}
        description="Recorded in the audit log."
        autoComplete="off"
      />
    </FormDialog>
  );
}
