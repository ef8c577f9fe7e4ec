import { Link } from "@remix-run/react";
import { ChevronRight } from "lucide-react";
import type { MouseEvent } from "react";
import { chooseFolded, useFolded } from "./choices";
import type { NavGroup } from "./navigation";
import { foldSidebar } from "./sidebar-toggle";

/** Links under a heading that folds them away. Where one of them is the current page they stay in sight. */
export function SidebarGroup({ group, active }: { group: NavGroup; active: string | null }) {
  const folded = useFolded();
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
    <details open={holdsActive || !folded.includes(group.id)} className="group mt-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by nature */}
      <summary onClick={toggle} className="sidebar-heading">
        {group.title}
        <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 group-open:rotate-90" />
      </summary>
      <ul>
        {group.links.map((link) => (
          <li key={link.to}>
            <Link
              to={link.to}
              onClick={link.closesSidebar && foldSidebar}
              aria-current={link.to === active ? "page" : undefined}
              className="sidebar-link"
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
