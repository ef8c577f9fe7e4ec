import { Link } from "@remix-run/react";
import { cn } from "~/lib/utils";
import { Badge } from "./ui/badge";
import { tabsListStyle, tabsTriggerStyle } from "./ui/tabs-style";

type TabLink = { to: string; label: string; count?: number | string; current: boolean };

/** Tabs that are links: the choice lives in the URL. */
export function TabsNav({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav aria-label={label} className={cn(tabsListStyle, "mb-4")}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          preventScrollReset
          aria-current={tab.current ? "page" : undefined}
          className={tabsTriggerStyle}
        >
          {tab.label}
          {tab.count !== undefined && (
            <Badge>{typeof tab.count === "number" ? tab.count.toLocaleString("en-US") : tab.count}</Badge>
          )}
        </Link>
      ))}
    </nav>
  );
}
