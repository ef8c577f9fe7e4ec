import { Link, useLocation } from "@remix-run/react";
import {
  AirVent,
  CalendarDays,
  ClipboardList,
  HardHat,
  House,
  type IconComponent,
  ListChecks,
  PiggyBank,
  Settings,
  SquareKanban,
  Users,
  Wrench,
} from "~/components/ui/icons";
import type { ShellPerson } from "~/lib/shell-data";
import { cn } from "~/lib/utils";
import { shellPaths } from "~/shell-paths";
import { useSidebarState } from "./choices";
import { activeLink, visibleNavigation } from "./navigation";

/** Pages shown in the narrow column. */
const icons: Readonly<Record<string, IconComponent>> = {
  [shellPaths.workOrders()]: ClipboardList,
  [shellPaths.scheduler()]: CalendarDays,
  [shellPaths.board()]: SquareKanban,
  [shellPaths.technicianWorkOrder("WO-001")]: Wrench,
  [shellPaths.serviceTypes()]: ListChecks,
  [shellPaths.customers()]: Users,
  [shellPaths.equipmentList()]: AirVent,
  [shellPaths.technicians()]: HardHat,
  [shellPaths.settings()]: Settings,
  [shellPaths.finances()]: PiggyBank,
};

/** The narrow column shown next to a wide page while the sidebar is closed. */
export function SidebarRail({ person }: { person: ShellPerson }) {
  const { pathname } = useLocation();
  if (useSidebarState() === "open") return null;
  const groups = visibleNavigation(person);
  const active = activeLink(groups, pathname);
  const home = { label: "Home", to: shellPaths.home() };
  const current = pathname === shellPaths.dashboard() ? home.to : active;
  return (
    <nav
      aria-label="Shortcuts"
      className="sticky top-0 hidden h-dvh w-13 flex-none flex-col items-center gap-1 overflow-y-auto border-border border-r bg-card pt-(--bar) lg:not-print:peer-data-[state=closed]:flex"
    >
      {[home, ...groups.flatMap((group) => group.links)].map(({ label, to }) => {
        const Icon = to === home.to ? House : icons[to];
        if (!Icon) return null;
        return (
          <Link
            key={to}
            to={to}
            // The sidebar has the same URLs, so the router need not discover them again.
            discover="none"
            title={label}
            aria-label={`Go to ${label}`}
            aria-current={to === current ? "page" : undefined}
            className={cn(
              "grid size-9 flex-none place-items-center rounded-md",
              to === current ? "bg-link-soft text-link" : "text-muted-foreground hover:bg-muted hover:text-foreground",
            )}
          >
            <Icon className="size-5" />
          </Link>
        );
      })}
    </nav>
  );
}
