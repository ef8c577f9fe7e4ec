import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { addressLine } from "~/domain/addresses/address";
import { removeAddress } from "~/domain/addresses/change.server";
import { addressForEdit } from "~/domain/customers/detail.server";
import { Nothing } from "~/domain/shared/fields";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => ({
  address: await addressForEdit(ctx, params.id ?? "", params.addressId ?? ""),
  formKey: ctx.newId(),
}));

export const action = formAction(Nothing, async ({ ctx, params, request, url }) => {
  await removeAddress(ctx, params.addressId ?? "");
  const to = paths.customer(params.id ?? "", { sites: url.searchParams.get("sites") });
  return redirectWithToast(request, to, { tone: "success", text: "Address removed." });
});

export default function RemoveAddress() {
  const { address, formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm title="Remove this address?" confirm="Remove address" confirmBusy="Removing..." formKey={formKey}>
      {addressLine(address)}
    </ConfirmForm>
  );
}
