import { Outlet } from "@remix-run/react";
import { useShell } from "~/components/app-shell/use-shell";
import { isOfThread } from "~/domain/live/rules";
import { LiveConnectionProvider } from "~/lib/live/live-connection";
import { useLiveEvents } from "~/lib/live/use-live-events";
import { UNREAD_CHANGED } from "~/lib/unread-signal";

/** The sidebar is outside of the connection: it is told here that something new was said. */
function UnreadSignal() {
  useLiveEvents((change) => {
    if (change === null || isOfThread(change)) window.dispatchEvent(new Event(UNREAD_CHANGED));
  });
  return null;
}

/** Around the screens of an organization: they follow its changes over one live connection. */
export default function StaffLayout() {
  const organizationId = useShell()?.person?.member?.orgId ?? null;
  return (
    <LiveConnectionProvider organizationId={organizationId}>
      <UnreadSignal />
      <Outlet />
    </LiveConnectionProvider>
  );
}
