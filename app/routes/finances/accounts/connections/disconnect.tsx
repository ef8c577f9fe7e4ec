import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { disconnect, ownItem } from "~/domain/finance/bank-link/items.server";
import { Nothing } from "~/domain/shared/fields";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = memberLoader(async ({ ctx, params }) => {
  const { institutionName } = await ownItem(ctx, params.itemId ?? "");
  return { institutionName, formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, request }) => {
  await disconnect(ctx, params.itemId ?? "");
  return redirectWithToast(request, paths.bankConnections(), { tone: "success", text: "The bank is disconnected." });
});

export default function DisconnectBank() {
  const { institutionName, formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm
      title={`Disconnect ${institutionName}?`}
      confirm="Disconnect"
      confirmBusy="Disconnecting..."
      formKey={formKey}
    >
      This ends access at the bank. Your accounts become inactive and keep all their transactions. Connecting again
      reactivates them.
    </ConfirmForm>
  );
}
