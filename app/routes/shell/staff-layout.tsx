import { Outlet } from "@remix-run/react";
import { useShell } from "~/components/app-shell/use-shell";
import { LiveConnectionProvider } from "~/lib/live/live-connection";

/** Around the screens of an organization: they follow its changes over one live connection. */
export default function StaffLayout() {
  const organizationId = useShell()?.person?.member?.orgId ?? null;
  return (
    <LiveConnectionProvider organizationId={organizationId}>
      <Outlet />
    </LiveConnectionProvider>
  );
}
