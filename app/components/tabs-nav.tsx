import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTabScreens } from "~/lib/unsaved-forms";
import { cn } from "~/lib/utils";
import { Badge } from "./ui/badge";
import { tabsListStyle, tabsTriggerStyle } from "./ui/tabs-style";

type TabLink = { to: string; label: string; count?: number | string; current: boolean };

interface TabsNavProps {
  label: string;
  tabs: readonly TabLink[];
  /** For many tabs in a narrow column. */
  isDense?: boolean;
}

/** Tabs that are links: the choice is part of the URL. */
export function TabsNav({ label, tabs, isDense }: TabsNavProps) {
  const row = useRef<HTMLElement>(null);
  const here = tabs.find(({ current }) => current)?.to;
  useTabScreens(tabs.map(({ to }) => to));

  // On phones the tabs extend past the edge: the current one is scrolled into view without scrolling the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab is shown
  useEffect(() => {
    const tab = row.current?.querySelector("[aria-current]")?.getBoundingClientRect();
    const frame = row.current?.getBoundingClientRect();
    if (tab && frame) row.current?.scrollBy({ left: tab.left + tab.width / 2 - frame.left - frame.width / 2 });
  }, [here]);

  return (
    <nav
      ref={row}
      aria-label={label}
      className={cn(
        tabsListStyle,
        isDense && "gap-3",
        "mb-4 max-sm:pr-8 max-sm:[mask-image:linear-gradient(to_right,#000_calc(100%-2rem),transparent)] print:hidden",
      )}
    >
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
