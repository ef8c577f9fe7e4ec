import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { archiveAccount } from "~/domain/finance/accounts/accounts.server";
import { Nothing } from "~/domain/shared/fields";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { useAccount } from "~/routes/finances/accounts/shared/use-accounts";

export const loader = memberLoader(({ ctx }) => ({ formKey: ctx.newId() }));

export const action = formAction(Nothing, async ({ ctx, params, url, request }) => {
  const { id } = await archiveAccount(ctx, params.id ?? "");
  const to = paths.account(id, { page: url.searchParams.get("page") });
  return redirectWithToast(request, to, { tone: "success", text: "Account archived." });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export default function ArchiveAccount() {
  const { name, isActive } = useAccount();
  const { formKey } = useLoaderData<typeof loader>();
  if (!isActive) return null;
  return (
    <ConfirmForm
      title="Archive Bank Account"
      confirm="Archive Account"
      confirmBusy="Archiving..."
      tone="default"
      formKey={formKey}
    >
      <p>
        <strong className="text-foreground">{name}</strong> stays in the list but no longer counts toward the totals,
        and no transactions can be added. You can reactivate it at any time.
      </p>
    </ConfirmForm>
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
