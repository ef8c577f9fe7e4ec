import { useLoaderData } from "@remix-run/react";
import { useCustomer } from "~/components/customers/use-customer";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { archiveCustomer, restoreCustomer } from "~/domain/customers/change.server";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "customers.write");
  return { formKey: ctx.newId() };
});

export const action = formActions({
  archive: formCase(Nothing, async ({ ctx, params, request }) => {
    await archiveCustomer(ctx, params.id ?? "");
    return redirectWithToast(request, paths.customer(params.id ?? ""), { tone: "success", text: "Customer archived." });
  }),
  restore: formCase(Nothing, async ({ ctx, params, request }) => {
    await restoreCustomer(ctx, params.id ?? "");
    return redirectWithToast(request, paths.customer(params.id ?? ""), { tone: "success", text: "Customer restored." });
  }),
});

export default function ArchiveCustomer() {
  const { formKey } = useLoaderData<typeof loader>();
  const { customer } = useCustomer();
  return (
    <ConfirmForm
      title={`Archive ${customer.name}?`}
      confirm="Archive customer"
      confirmBusy="Archiving..."
      intent="archive"
      tone="default"
      formKey={formKey}
    >
      This hides the customer from lists and search. Addresses, work orders and history stay, and you can restore the
      customer at any time.
    </ConfirmForm>
  );
}
