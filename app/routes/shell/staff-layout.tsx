import { Outlet } from "@remix-run/react";
import { useShell } from "~/components/app-shell/use-shell";
import { isOfThread, isOfTodo } from "~/domain/live/channel";
import { COUNTS_CHANGED } from "~/lib/counts-signal";
import { LiveConnectionProvider } from "~/lib/live/live-connection";
import { useLiveEvents } from "~/lib/live/use-live-events";

/** The sidebar is outside the live connection, so it is notified here that its counts may have changed. */
function CountsSignal() {
  useLiveEvents((change) => {
    if (change === null || isOfThread(change) || isOfTodo(change)) window.dispatchEvent(new Event(COUNTS_CHANGED));
  });
  return null;
}

/** Layout of an organization's screens, which follow changes over one live connection. */
export default function StaffLayout() {
  const organizationId = useShell()?.person?.member?.orgId ?? null;
  return (
    <LiveConnectionProvider organizationId={organizationId}>
      <CountsSignal />
      <Outlet />
    </LiveConnectionProvider>
  );
}
