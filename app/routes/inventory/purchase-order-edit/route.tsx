import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { PageHeader } from "~/components/page-header";
import { activeLocations } from "~/domain/inventory/locations/locations.server";
import { quantityOf } from "~/domain/inventory/quantity";
import { updatePurchaseOrder } from "~/domain/purchasing/draft-order.server";
import { purchaseOrderDetail } from "~/domain/purchasing/order-detail.server";
import { formatPurchaseOrderNumber } from "~/domain/purchasing/purchase-order";
import { PurchaseOrderChange } from "~/domain/purchasing/schema";
import { supplierChoices } from "~/domain/purchasing/suppliers.server";
import { decimalText } from "~/domain/shared/money";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { OrderEditor } from "~/routes/inventory/shared/order-editor";
import { orderPlaces } from "~/routes/inventory/shared/order-places";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Edit purchase order · Plenum" }];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ record: data && formatPurchaseOrderNumber(data.order.number) }),
};

export const loader = pageLoader(async ({ ctx, params }) => {
  const [suppliers, locations, order] = await Promise.all([
    supplierChoices(ctx),
    activeLocations(ctx),
    purchaseOrderDetail(ctx, params.orderId ?? ""),
  ]);
  if (!order.can.edit) throw redirect(paths.purchaseOrder(order.id));
  return { suppliers, locations, order, constraint: getZodConstraint(PurchaseOrderChange), formKey: ctx.newId() };
});

export const action = formAction(PurchaseOrderChange, async ({ ctx, input, params, request }) => {
  const { id } = await updatePurchaseOrder(ctx, params.orderId ?? "", input);
  return redirectWithToast(request, paths.purchaseOrder(id), { tone: "success", text: "Draft saved." });
});

export default function EditOrder() {
  const { suppliers, locations, order, constraint, formKey } = useLoaderData<typeof loader>();
  const { number, supplierId, expectedOn, note, version } = order;
  const lines = order.lines.map(({ position, itemId, sku, itemName, baseUnit, ...line }) => ({
    key: String(position),
    item: { id: itemId, sku, name: itemName, baseUnit },
    ...{ locationId: line.locationId, partNumber: line.partNumber, quantity: String(quantityOf(line.quantityMilli)) },
    unitCost: decimalText(line.unitCostMinor),
  }));
  return (
    <>
      <PageHeader title={`Edit ${formatPurchaseOrderNumber(number)}`} />
      <OrderEditor
        key={version}
        {...{ suppliers, constraint, formKey }}
        locations={orderPlaces(locations, order.lines)}
        order={{ supplierId, expectedOn, note, version, lines }}
        cancelHref={paths.purchaseOrder(order.id)}
        submit="Save draft"
      />
    </>
  );
}
