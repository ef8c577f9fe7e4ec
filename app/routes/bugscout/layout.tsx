import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { Button } from "~/components/ui/button";
import { Plus } from "~/components/ui/icons";
import { listPriorities } from "~/domain/issues/config/priorities.server";
import { allow, can } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Bug tracker · Plenum" }];

export const handle: ShellHandle = { frame: "wide" };

export const loader = pageLoader(async ({ ctx }) => {
  const me = allow(ctx, "issues.read");
  const priorities = await listPriorities(ctx);
  return { mayWrite: can(me, "issues.write"), mayManage: can(me, "issues.manage"), priorities };
});

export default function BugTrackerLayout() {
  const { mayWrite, mayManage } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const tabs = [
    { to: paths.issueLanding(), label: "Overview" },
    { to: paths.issues(), label: "List" },
    { to: paths.issueBoard(), label: "Board" },
    { to: paths.issueTrash(), label: "Trash" },
    ...(mayManage ? [{ to: paths.issueConfig(), label: "Setup" }] : []),
  ];
  return (
    <div className="px-gutter pt-4 sm:pt-6">
      <PageHeader
        title="Bug tracker"
        action={
          mayWrite && (
            <Button asChild variant="default">
              <Link to={paths.newIssue()} preventScrollReset data-shortcut="c">
                <Plus />
                New issue
              </Link>
            </Button>
          )
        }
      />
      <TabsNav
        label="Bug tracker views"
        tabs={tabs.map((tab) => ({ ...tab, current: pathname === tab.to || pathname.startsWith(`${tab.to}/`) }))}
      />
      <Outlet />
    </div>
  );
}
