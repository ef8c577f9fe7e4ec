import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { useActionForm } from "~/components/forms/use-action-form";
import { AddressForm } from "~/domain/addresses/schema";
import { addAddress } from "~/domain/customers/add-address.server";
import { customerRef } from "~/domain/customers/find.server";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { AddressDialog } from "~/routes/customers/shared/address-dialog";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "customers.write");
  return { constraint: getZodConstraint(AddressForm), formKey: ctx.newId() };
});

export const action = formAction(AddressForm, async ({ ctx, input, params, request, url }) => {
  const address = { isPrimary: false, latitude: null, longitude: null, ...input };
  await addAddress(ctx, customerRef(params.id ?? ""), address);
  const to = paths.customer(params.id ?? "", { sites: url.searchParams.get("sites") });
  return redirectWithToast(request, to, { tone: "success", text: "Address added." });
});

export default function NewAddress() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof AddressForm>>({
    id: "address",
    constraint,
    noun: "address",
    defaultValue: { type: "service" },
  });
  return <AddressDialog actionForm={actionForm} address={null} formKey={formKey} />;
}
