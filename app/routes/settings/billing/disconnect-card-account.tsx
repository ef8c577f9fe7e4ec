import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { ReauthenticationFields } from "~/components/forms/reauthentication-fields";
import { useActionForm } from "~/components/forms/use-action-form";
import { reauthenticate, reauthenticationState } from "~/domain/auth/reauthentication.server";
import { ProofFields } from "~/domain/auth/second-step/schema";
import { disconnectCardAccount, readCardAccount } from "~/domain/invoices/card-account/account.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => {
  const [{ accountName, accountId }, proof] = await Promise.all([readCardAccount(ctx), reauthenticationState(ctx)]);
  return { name: accountName ?? accountId, proof, formKey: ctx.newId() };
});

export const action = formAction(z.object(ProofFields), async ({ ctx, input, request }) => {
  await reauthenticate(ctx, input, clientInfo(request, ctx));
  await disconnectCardAccount(ctx);
  return redirectWithToast(request, paths.billingSettings(), { tone: "success", text: "Stripe is disconnected." });
});

export default function DisconnectCardAccount() {
  const { name, proof, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<{ currentPassword?: string }>({
    id: "disconnect-card-account",
    constraint: undefined,
  });
  return (
    <FormDialog
      size="small"
      title="Disconnect Stripe?"
      {...{ actionForm, formKey }}
      submit="Disconnect"
      tone="destructive"
    >
      <p>
        Plenum deletes the keys of {name}, and your customers can no longer pay by card. Past payments stay. Refund them
        in Stripe from then on, and remove the webhook there.
      </p>
      <ReauthenticationFields
        field={actionForm.fields.currentPassword}
        proof={proof}
        isRefused={actionForm.details?.reauthenticationRequired === true}
      />
    </FormDialog>
  );
}
