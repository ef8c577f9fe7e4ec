import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { deleteAccount } from "~/domain/finance/accounts/accounts.server";
import { Nothing } from "~/domain/shared/fields";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { useAccount } from "~/routes/finances/accounts/shared/use-accounts";

export const loader = memberLoader(({ ctx }) => ({ formKey: ctx.newId() }));

export const action = formAction(Nothing, async ({ ctx, params, request }) => {
  await deleteAccount(ctx, params.id ?? "");
  return redirectWithToast(request, paths.accounts(), { tone: "success", text: "Account deleted." });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export default function DeleteAccount() {
  const { name, isActive } = useAccount();
  const { formKey } = useLoaderData<typeof loader>();
  if (!isActive) return null;
  return (
    <ConfirmForm
      title="Delete Bank Account"
      confirm="Delete Account"
      confirmBusy="Deleting..."
      word="DELETE"
      formKey={formKey}
    >
      <p>
        <strong className="text-foreground">{name}</strong> is deleted with all of its transactions and imports. This
        cannot be undone. Transfers stay in the other accounts as deposits and withdrawals, so their balances do not
        change.
      </p>
    </ConfirmForm>
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
