import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { Button } from "~/components/ui/button";
import { Plus } from "~/components/ui/icons";
import { allow, can } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Inventory · Plenum" }];

export const loader = pageLoader(({ ctx }) => ({
  mayWrite: can(allow(ctx, "inventory.read"), "inventory.write"),
}));

const views = [
  { to: paths.items(), label: "Items", create: { to: paths.newItem(), label: "New item" } },
  { to: paths.stock(), label: "Stock", create: null },
  { to: paths.lots(), label: "Lots", create: null },
  { to: paths.locations(), label: "Locations", create: { to: paths.newLocation(), label: "New location" } },
  { to: paths.movements(), label: "Movements", create: { to: paths.newMovement(), label: "New movement" } },
  {
    to: paths.reservations(),
    label: "Reservations",
    create: { to: paths.newReservation(), label: "New reservation" },
  },
  { to: paths.picks(), label: "Pick list", create: null },
  { to: paths.counts(), label: "Counts", create: { to: paths.newCount(), label: "New count" } },
  {
    to: paths.purchaseOrders(),
    label: "Purchase orders",
    create: { to: paths.newPurchaseOrder(), label: "New purchase order" },
  },
  { to: paths.suppliers(), label: "Suppliers", create: { to: paths.newSupplier(), label: "New supplier" } },
];

export default function InventoryLayout() {
  const { mayWrite } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const create = views.find(({ to }) => to === pathname)?.create;
  return (
    <>
      <PageHeader
        title="Inventory"
        action={
          mayWrite &&
          create && (
            <Button asChild variant="default">
              <Link to={create.to}>
                <Plus />
                {create.label}
              </Link>
            </Button>
          )
        }
      />
      <TabsNav label="Inventory views" tabs={views.map(({ to, label }) => ({ to, label, current: to === pathname }))} />
      <Outlet />
    </>
  );
}
