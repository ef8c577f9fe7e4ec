import { type ReactNode, useEffect } from "react";
import { NavigationGuard } from "~/components/feedback/navigation-guard";
import { watchErrors } from "~/lib/last-errors";
import { OptimisticQueuesProvider } from "~/lib/optimistic-queues";
import type { ShellData, ShellPerson } from "~/lib/shell-data";
import { Content } from "./content";
import { useFrameOptions } from "./handle";
import { NotificationPages } from "./notification-pages";
import { OverlaysProvider } from "./overlays";
import { RecentPages } from "./recent-pages";
import { Shortcuts } from "./shortcuts";
import { Sidebar } from "./sidebar";
import { SidebarRail } from "./sidebar-rail";
import { OpenSidebarButton, TopBar } from "./top-bar";
import { useResumedReload } from "./use-resumed-reload";

type SignedInFrameProps = { shell: ShellData; person: ShellPerson; failed: boolean; children: ReactNode };

/** Sidebar, top bar and overlays around every screen of a signed-in user. */
export function SignedInFrame({ shell, person, failed, children }: SignedInFrameProps) {
  const { frame, roomy } = useFrameOptions();
  const full = frame === "full-screen";
  useResumedReload();

  // Page errors are only reported as window events.
  useEffect(watchErrors, []);
  return (
    <div className="flex min-h-dvh print:block">
      <OverlaysProvider>
        <Sidebar shell={shell} person={person} drawerOnly={full} />
        <OpenSidebarButton />
        <SidebarRail person={person} />
        <div className="beside-side-bar">
          {!full && <TopBar person={person} />}
          <Content frame={frame} className={roomy ? undefined : "dense"}>
            <OptimisticQueuesProvider>{children}</OptimisticQueuesProvider>
          </Content>
        </div>
        <Shortcuts />
        <NavigationGuard />
        <NotificationPages />
        {!failed && <RecentPages email={person.email} />}
      </OverlaysProvider>
    </div>
  );
}
