import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { deleteItem } from "~/domain/inventory/delete.server";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { useItem } from "~/routes/inventory/shared/use-item";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "inventory.write");
  return { constraint: getZodConstraint(Nothing), formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, request }) => {
  await deleteItem(ctx, params.itemId ?? "");
  return redirectWithToast(request, paths.items(), { tone: "success", text: "Item deleted." });
});

export default function DeleteItemDialog() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const item = useItem();
  const actionForm = useActionForm({ id: "delete-item", constraint });
  return (
    <FormDialog
      size="small"
      title={`Delete ${item.name}?`}
      description="Its suppliers' prices, its levels and its picture are deleted too. An item that was ever moved, reserved, ordered or used can't be deleted: set it to inactive instead."
      actionForm={actionForm}
      formKey={formKey}
      submit="Delete item"
      tone="destructive"
      cancel="Keep item"
    />
  );
}
