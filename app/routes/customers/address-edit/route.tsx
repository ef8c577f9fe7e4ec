import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { useActionForm } from "~/components/forms/use-action-form";
import { updateAddress } from "~/domain/addresses/change.server";
import { AddressEditForm } from "~/domain/addresses/schema";
import { addressForEdit } from "~/domain/customers/detail.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { AddressDialog } from "~/routes/customers/shared/address-dialog";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => ({
  address: await addressForEdit(ctx, params.id ?? "", params.addressId ?? ""),
  constraint: getZodConstraint(AddressEditForm),
  formKey: ctx.newId(),
}));

export const action = formAction(AddressEditForm, async ({ ctx, input, params, request, url }) => {
  await updateAddress(ctx, params.addressId ?? "", input);
  const to = paths.customer(params.id ?? "", { sites: url.searchParams.get("sites") });
  return redirectWithToast(request, to, { tone: "success", text: "Address saved." });
});

export default function EditAddress() {
  const { address, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof AddressEditForm>>({
    id: "address",
    constraint,
    defaultValue: address,
  });
  return <AddressDialog actionForm={actionForm} address={address} formKey={formKey} />;
}
