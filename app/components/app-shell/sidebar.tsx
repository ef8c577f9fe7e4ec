import { Link, useLocation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect } from "react";
import { Button } from "~/components/ui/button";
import { CircleAlert, CircleCheck, Clock, PanelLeft } from "~/components/ui/icons";
import { MAX_UNREAD } from "~/domain/messages/message";
import type { PlanOwnerKind } from "~/domain/plans/plan";
import { can } from "~/domain/shared/permissions";
import { MAX_COUNTED } from "~/domain/todos/todo";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import type { ShellData, ShellPerson } from "~/lib/shell-data";
import { cn } from "~/lib/utils";
import { shellPaths } from "~/shell-paths";
import { Brand } from "./brand";
import { chooseFolded, useFolded, useSidebarState } from "./choices";
import { activeLink, type NavGroup, seesApiHealth, visibleNavigation } from "./navigation";
import { closeDrawer, closesDrawer, docked, foldSidebar, sidebarId } from "./sidebar-toggle";
import { useOverlays } from "./use-overlays";
import { useSidebarCounts } from "./use-sidebar-counts";

// Shown to admins only.
const apiHealth = lazyWithRetry(async () => (await import("./api-health")).ApiHealth);

/** A column from `lg` up, a drawer below: one element, so that the same links serve both. */
export function Sidebar({ shell, person, drawerOnly }: { shell: ShellData; person: ShellPerson; drawerOnly: boolean }) {
  const { pathname } = useLocation();
  const state = useSidebarState();
  const { openHelp } = useOverlays();
  const groups = visibleNavigation(person);
  const active = activeLink(groups, pathname);
  const within = (to: string) => ({ to, current: pathname.startsWith(to) });
  const counts = useSidebarCounts(person.member !== null);
  const folded = useFolded() ?? groups.filter((group) => group.folded).map(({ id }) => id);

  // The browser opens the drawer; navigating or widening the window closes it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the path changes
  useEffect(() => closeDrawer(), [pathname]);
  // The width of the window is known only to the browser.
  useEffect(() => {
    const wide = window.matchMedia(docked);
    wide.addEventListener("change", closeDrawer);
    return () => wide.removeEventListener("change", closeDrawer);
  }, []);

  return (
    <aside
      id={sidebarId}
      aria-label="Sidebar"
      data-state={drawerOnly ? "drawer" : state}
      {...{ popover: "auto" }}
      className="peer side-bar print:hidden"
    >
      <div className="flex h-(--bar) shrink-0 items-center justify-between pr-2 pl-4">
        <Link to={shellPaths.home()} aria-label="Plenum, home page" className="flex rounded-sm">
          <Brand />
        </Link>
        <Button
          id="close-sidebar"
          variant="ghost"
          size="icon"
          aria-label="Close the sidebar"
          onClick={foldSidebar}
          {...closesDrawer}
        >
          <PanelLeft />
        </Button>
      </div>
      <Greeting greeting={shell.greeting} person={person} />
      <nav
        aria-label="Main"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-6 short:flex-none short:overflow-visible"
      >
        <SidebarLink to={shellPaths.home()} current={pathname === shellPaths.dashboard()}>
          Home
        </SidebarLink>
        {person.member && (
          <SidebarLink {...within(shellPaths.todos())}>
            To-dos
            <DueTodos {...counts} />
          </SidebarLink>
        )}
        {can(person.member, "work_orders.read") && (
          <SidebarLink {...within(shellPaths.messages())}>
            Messages
            <UnreadMessages unread={counts.unread} />
          </SidebarLink>
        )}
        <SidebarLink {...within(shellPaths.receipts())}>Receipts</SidebarLink>
        <SidebarLink {...within(shellPaths.chat())}>Assistant</SidebarLink>
        {groups.map((group) => (
          <SidebarGroup key={group.id} group={group} active={active} folded={folded} />
        ))}
      </nav>
      <div className="flex shrink-0 flex-col gap-2 border-border border-t p-3">
        {seesApiHealth(person) && <apiHealth.Part />}
        <Button variant="outline" size="sm" onClick={() => openHelp("messages")} className="w-full">
          Chat with us
        </Button>
      </div>
    </aside>
  );
}

type SidebarLinkProps = { to: string; current: boolean; onClick?: () => void; children: ReactNode };

function SidebarLink({ to, current, onClick, children }: SidebarLinkProps) {
  return (
    <Link to={to} onClick={onClick} aria-current={current ? "page" : undefined} className="side-link">
      {children}
    </Link>
  );
}

/** The number of conversations with unread messages; nothing if there are none. */
function UnreadMessages({ unread }: { unread: number }) {
  if (unread === 0) return null;
  return (
    <span className="ml-auto min-w-5 rounded-full bg-primary px-1.5 text-center font-semibold text-primary-foreground text-xs leading-5 tabular">
      {upTo(unread, MAX_UNREAD)}
      <span className="sr-only"> unread</span>
    </span>
  );
}

/** The number of the user's own to-dos that are overdue or due today. */
function DueTodos({ overdue, today }: { overdue: number; today: number }) {
  if (overdue + today === 0) return null;
  return (
    <span className="ml-auto flex gap-1.5 text-xs tabular">
      {overdue > 0 && <span className="font-semibold text-bad">{upTo(overdue, MAX_COUNTED)} overdue</span>}
      {today > 0 && <span className="text-muted-foreground">{upTo(today, MAX_COUNTED)} today</span>}
    </span>
  );
}

const upTo = (count: number, most: number) => (count > most ? `${most}+` : count);

function Greeting({ greeting, person }: { greeting: string; person: ShellPerson }) {
  return (
    <div className="shrink-0 px-4 pt-1 pb-4">
      <p className="truncate font-medium text-foreground text-sm">
        {greeting}, {person.firstName}
      </p>
      {person.member && <p className="truncate text-muted-foreground text-sm">{person.member.orgName}</p>}
      <PlanLink {...person.plan} of={person.member ? "business" : "household"} />
    </div>
  );
}

const PLAN_ICONS = {
  free: CircleCheck,
  pro: CircleCheck,
  ending: Clock,
  payment_failed: CircleAlert,
  lapsed: CircleAlert,
};

/** The plan's name and state, linked to the plan settings. */
function PlanLink({ state, label, of }: ShellPerson["plan"] & { of: PlanOwnerKind }) {
  const Icon = PLAN_ICONS[state];
  const isUnpaid = state === "payment_failed" || state === "lapsed";
  return (
    <Link
      to={shellPaths.payment({ of })}
      className={cn(
        "mt-1 inline-flex items-center gap-1 rounded-sm text-xs hover:underline",
        isUnpaid ? "font-medium text-bad" : "text-link",
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {label}
    </Link>
  );
}

type SidebarGroupProps = { group: NavGroup; active: string | null; folded: readonly string[] };

/** Links under a collapsible heading. The current page's group stays open; personal groups are set apart. */
function SidebarGroup({ group, active, folded }: SidebarGroupProps) {
  const holdsActive = group.links.some((link) => link.to === active);
  const toggle = (event: MouseEvent) => {
    const details = event.currentTarget.parentElement;
    if (!(details instanceof HTMLDetailsElement)) return;
    event.preventDefault();
    details.open = !details.open;
    const others = folded.filter((id) => id !== group.id);
    chooseFolded(details.open ? others : [...others, group.id]);
  };
  return (
    <details
      open={holdsActive || !folded.includes(group.id)}
      className={group.personal ? "mt-5 border-border border-t pt-3" : "mt-2"}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is natively interactive */}
      <summary onClick={toggle} className="side-heading">
        {group.title}
      </summary>
      <ul>
        {group.links.map((link) => (
          <li key={link.to}>
            <SidebarLink to={link.to} onClick={link.closesSidebar && foldSidebar} current={link.to === active}>
              {link.label}
            </SidebarLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
