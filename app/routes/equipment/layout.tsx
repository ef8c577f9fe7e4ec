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

export const meta: MetaFunction = () => [{ title: "Equipment · Plenum" }];

export const loader = pageLoader(({ ctx }) => ({
  mayWrite: can(allow(ctx, "equipment.read"), "equipment.write"),
}));

export default function EquipmentLayout() {
  const { mayWrite } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const tabs = [
    { to: paths.equipmentList(), label: "All equipment" },
    { to: paths.equipmentHealth(), label: "Health" },
    { to: paths.maintenanceDue(), label: "Maintenance due" },
    { to: paths.leakDeadlines(), label: "Leak compliance" },
    { to: paths.cylinders(), label: "Cylinders" },
  ];
  const parents = new Map([
    [paths.auditPacket(), paths.leakDeadlines()],
    [paths.disposals(), paths.cylinders()],
    [paths.cylinderVariance(), paths.cylinders()],
  ]);
  const shown = parents.get(pathname) ?? pathname;
  return (
    <>
      <PageHeader
        title="Equipment"
        action={
          mayWrite && (
            <Button asChild variant="default">
              <Link to={paths.newEquipment()}>
                <Plus />
                New equipment
              </Link>
            </Button>
          )
        }
      />
      <TabsNav label="Equipment views" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === shown }))} />
      <Outlet />
    </>
  );
}
