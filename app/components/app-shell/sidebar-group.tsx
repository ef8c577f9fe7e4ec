import { Link } from "@remix-run/react";
import { ChevronRight } from "lucide-react";
import type { MouseEvent } from "react";
import { cn } from "~/lib/utils";
import { chooseFolded } from "./choices";
import type { NavGroup } from "./navigation";
import { foldSidebar } from "./sidebar-toggle";

/** A scale along the edge of each group, with a needle at the current page. */
export const sidebarLinkStyle = cn(
  "flex min-h-8 items-center rounded-r-sm px-3 py-1 text-muted-foreground text-sm touch:min-h-12 touch:text-base",
  "shadow-[inset_1px_0_var(--color-border)] hover:text-foreground hover:shadow-[inset_2px_0_var(--color-input)]",
  "focus-visible:-outline-offset-2 aria-[current=page]:bg-link-soft aria-[current=page]:font-medium",
  "aria-[current=page]:text-link aria-[current=page]:shadow-[inset_2px_0_var(--color-ring)]",
);

type SidebarGroupProps = { group: NavGroup; active: string | null; folded: readonly string[] };

/** Links under a collapsible heading. The group of the current page stays open; what is personal is set apart. */
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
    <details
      open={holdsActive || !folded.includes(group.id)}
      className={cn("group mt-2", group.personal && "mt-5 border-border border-t pt-3")}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by nature */}
      <summary
        onClick={toggle}
        className={cn(
          "flex min-h-8 cursor-pointer select-none list-none items-center justify-between gap-2 rounded-sm font-medium text-xs",
          "text-muted-foreground hover:text-foreground focus-visible:-outline-offset-2 touch:min-h-12",
          "[&::-webkit-details-marker]:hidden [&_svg]:text-subtle-foreground",
        )}
      >
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
              className={sidebarLinkStyle}
            >
              {link.label}
              {link.soon && <span className="ml-auto pl-2 text-subtle-foreground text-xs">Soon</span>}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
