import { Link } from "@remix-run/react";
import type { MouseEvent } from "react";
import { chooseFolded } from "./choices";
import type { NavGroup } from "./navigation";
import { foldSidebar } from "./sidebar-toggle";

type SidebarGroupProps = { group: NavGroup; active: string | null; folded: readonly string[] };

/** Links under a collapsible heading. The current page's group stays open; personal groups are set apart. */
export function SidebarGroup({ group, active, folded }: SidebarGroupProps) {
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
    <details open={holdsActive || !folded.includes(group.id)} className={group.personal ? "apart" : undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is natively interactive */}
      <summary onClick={toggle}>{group.title}</summary>
      <ul>
        {group.links.map((link) => (
          <li key={link.to}>
            <Link
              to={link.to}
              onClick={link.closesSidebar && foldSidebar}
              aria-current={link.to === active ? "page" : undefined}
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
