import { Link } from "@remix-run/react";
import {
  Boxes,
  ChevronDown,
  ClipboardList,
  HardHat,
  type LucideIcon,
  ReceiptText,
  Settings2,
  Users,
  Wallet,
  Wrench,
} from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { chooseFolded, useFolded } from "./choices";
import type { NavGroup, NavGroupId } from "./navigation";
import { foldSidebar } from "./sidebar-toggle";

const icons: Record<NavGroupId, LucideIcon> = {
  "work-orders": ClipboardList,
  finance: Wallet,
  invoices: ReceiptText,
  services: Wrench,
  customers: Users,
  inventory: Boxes,
  technicians: HardHat,
  system: Settings2,
};

/** Links under a heading that folds them away. Where one of them is the current page they stay in sight. */
export function SidebarGroup({ group, active }: { group: NavGroup; active: string | null }) {
  const folded = useFolded();
  const Icon = icons[group.id];
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
    <details open={holdsActive || !folded.includes(group.id)} className="group mt-1">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by nature */}
      <summary
        onClick={toggle}
        className="flex h-9 cursor-pointer select-none list-none items-center gap-3 rounded-md px-2 text-muted text-sm hover:bg-raised hover:text-ink touch:h-12"
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        <span className="min-w-0 flex-1 truncate">{group.title}</span>
        <ChevronDown aria-hidden="true" className="size-3.5 shrink-0 text-faint not-group-open:-rotate-90" />
      </summary>
      <ul className="ml-4 border-line border-l pl-2">
        {group.links.map((link) => (
          <li key={link.to}>
            <SidebarLink to={link.to} active={link.to === active} onClick={link.closesSidebar && foldSidebar}>
              {link.label}
            </SidebarLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

type SidebarLinkProps = {
  to: string;
  active: boolean;
  icon?: LucideIcon;
  onClick?: () => void;
  children: ReactNode;
};

export function SidebarLink({ to, active, icon: Icon, onClick, children }: SidebarLinkProps) {
  return (
    <Link
      to={to}
      onClick={onClick}
      aria-current={active ? "page" : undefined}
      className="sidebar-link flex h-8 items-center gap-3 rounded-md px-2 text-muted text-sm hover:bg-raised hover:text-ink aria-[current]:bg-frost-soft aria-[current]:font-medium aria-[current]:text-frost touch:h-12"
    >
      {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" />}
      <span className="truncate">{children}</span>
    </Link>
  );
}
