import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { disconnectCardAccount, readCardAccount } from "~/domain/invoices/card-account/account.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => {
  const { accountName, accountId } = await readCardAccount(ctx);
  return { name: accountName ?? accountId, formKey: ctx.newId() };
});

export const action = formAction(z.object({}), async ({ ctx, request }) => {
  await disconnectCardAccount(ctx);
  return redirectWithToast(request, paths.billingSettings(), { tone: "success", text: "Stripe is disconnected." });
});

export default function DisconnectCardAccount() {
  const { name, formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm
      title="Disconnect Stripe?"
      confirm="Disconnect"
      confirmBusy="Disconnecting..."
      tone="destructive"
      formKey={formKey}
    >
      Plenum forgets the keys of {name}, and your customers can no longer pay by card. Payments that were made stay.
      Refund them at Stripe from then on, and remove the webhook there.
    </ConfirmForm>
  );
}
