import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageHeader } from "~/components/page-header";
import { activeLocations } from "~/domain/inventory/locations/locations.server";
import { createPurchaseOrder } from "~/domain/purchasing/draft-order.server";
import { NewPurchaseOrder } from "~/domain/purchasing/schema";
import { supplierChoices } from "~/domain/purchasing/suppliers.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { OrderEditor } from "~/routes/inventory/shared/order-editor";
import { orderPlaces } from "~/routes/inventory/shared/order-places";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "New purchase order · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => {
  const [suppliers, locations] = await Promise.all([supplierChoices(ctx), activeLocations(ctx)]);
  return { suppliers, locations, constraint: getZodConstraint(NewPurchaseOrder), formKey: ctx.newId() };
});

export const action = formAction(NewPurchaseOrder, async ({ ctx, input, request }) => {
  const { id } = await createPurchaseOrder(ctx, input);
  return redirectWithToast(request, paths.purchaseOrder(id), { tone: "success", text: "Purchase order drafted." });
});

export default function NewOrder() {
  const { suppliers, locations, constraint, formKey } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="New purchase order" />
      <OrderEditor
        {...{ suppliers, constraint, formKey }}
        locations={orderPlaces(locations)}
        cancelHref={paths.purchaseOrders()}
        submit="Save draft"
      />
    </>
  );
}
