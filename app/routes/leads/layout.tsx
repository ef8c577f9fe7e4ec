import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { Button } from "~/components/ui/button";
import { Plus } from "~/components/ui/icons";
import { allow, can } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Leads · Plenum" }];

export const handle: ShellHandle = { frame: "wide" };

export const loader = pageLoader(({ ctx }) => {
  const me = allow(ctx, "leads.read");
  return { mayWrite: can(me, "leads.write"), mayManage: can(me, "leads.manage") };
});

export default function LeadsLayout() {
  const { mayWrite, mayManage } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const tabs = [
    { to: paths.leads(), label: "Board" },
    { to: paths.leadList(), label: "List" },
    { to: paths.leadReport(), label: "Report" },
    ...(mayManage ? [{ to: paths.leadForm(), label: "Web form" }] : []),
  ];
  return (
    <div className="px-gutter pt-4 sm:pt-6">
      <PageHeader
        title="Leads"
        action={
          mayWrite && (
            <Button asChild variant="default">
              <Link to={paths.newLead()}>
                <Plus />
                New lead
              </Link>
            </Button>
          )
        }
      />
      <TabsNav label="Views of leads" tabs={tabs.map((tab) => ({ ...tab, current: pathname === tab.to }))} />
      <Outlet />
    </div>
  );
}
