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
  { to: paths.locations(), label: "Locations", create: { to: paths.newLocation(), label: "New location" } },
  { to: paths.movements(), label: "Movements", create: null },
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
