import { useLocation } from "@remix-run/react";
import { TabsNav } from "~/components/tabs-nav";
import { paths } from "~/paths";

/** Tabs of the code host setup. */
export function SyncTabs() {
  const { pathname } = useLocation();
  const tabs = [
    { to: paths.issueConfig(), label: "Tracker", current: false },
    {
      to: paths.issueSync(),
      label: "Repositories",
      current: !pathname.startsWith(paths.issueSyncPeople()) && !pathname.startsWith(paths.issueSyncLog()),
    },
    { to: paths.issueSyncPeople(), label: "Assignees", current: pathname.startsWith(paths.issueSyncPeople()) },
    { to: paths.issueSyncLog(), label: "Sync log", current: pathname.startsWith(paths.issueSyncLog()) },
  ];
  return <TabsNav label="Setup" tabs={tabs} />;
}
