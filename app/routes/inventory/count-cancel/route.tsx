import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { cancelCount } from "~/domain/inventory/counts/counts.server";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "inventory.read");
  return { formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, request, url }) => {
  const { id } = await cancelCount(ctx, params.countId ?? "");
  return redirectWithToast(request, paths.count(id, Object.fromEntries(url.searchParams)), {
    tone: "success",
    text: "Count canceled.",
  });
});

export default function CancelCount() {
  const { formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm
      title="Cancel this count?"
      confirm="Cancel count"
      confirmBusy="Canceling..."
      tone="destructive"
      formKey={formKey}
    >
      No stock moves. Counted quantities stay on the sheet.
    </ConfirmForm>
  );
}
