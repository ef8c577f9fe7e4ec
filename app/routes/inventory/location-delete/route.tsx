import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { deleteLocation } from "~/domain/inventory/delete.server";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { useInventoryLocation } from "~/routes/inventory/shared/use-location";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "inventory.write");
  return { constraint: getZodConstraint(Nothing), formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, request }) => {
  await deleteLocation(ctx, params.locationId ?? "");
  return redirectWithToast(request, paths.locations(), { tone: "success", text: "Location deleted." });
});

export default function DeleteLocationDialog() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const location = useInventoryLocation();
  const actionForm = useActionForm({ id: "delete-location", constraint });
  return (
    <FormDialog
      size="small"
      title={`Delete ${location.name}?`}
      description="Its levels are deleted too. A location where stock was ever moved, counted or ordered can't be deleted: set it to inactive instead."
      actionForm={actionForm}
      formKey={formKey}
      submit="Delete location"
      tone="destructive"
      cancel="Keep location"
    />
  );
}
