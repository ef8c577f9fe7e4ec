import { Button } from "~/components/ui/button";
import { PanelLeft, Search } from "~/components/ui/icons";
import type { ShellPerson } from "~/lib/shell-data";
import { cn } from "~/lib/utils";
import { Breadcrumbs } from "./breadcrumbs";
import { opensDrawer, unfoldSidebar } from "./sidebar-toggle";
import { ThemeToggle } from "./theme-toggle";
import { useOverlays } from "./use-overlays";
import { UserMenu } from "./user-menu";

/** Breadcrumbs, search, theme and account. */
export function TopBar({ person }: { person: ShellPerson }) {
  return (
    <header
      className={cn(
        "sticky top-0 z-20 flex h-(--bar) items-center gap-1 border-border border-b bg-background short:relative print:hidden",
        // Below `lg`, the button that opens the sidebar lies over its left end.
        "pr-[max(0.5rem,env(safe-area-inset-right))] pl-[calc(max(0.5rem,env(safe-area-inset-left))+3rem)]",
        "lg:pl-[calc(max(0.5rem,env(safe-area-inset-left))+0.75rem)]",
      )}
    >
      <div className="min-w-0 flex-1">
        <Breadcrumbs />
      </div>
      <SearchButton />
      <ThemeToggle className="max-sm:hidden" />
      <UserMenu person={person} />
    </header>
  );
}

function SearchButton() {
  const { openPalette } = useOverlays();
  return (
    <>
      <button
        type="button"
        onClick={openPalette}
        aria-keyshortcuts="Control+K Meta+K"
        className="hidden h-8 w-56 items-center gap-2 rounded-md border border-border bg-card px-2 text-muted-foreground text-sm hover:border-input hover:text-foreground md:flex"
      >
        <Search aria-hidden="true" className="size-4" />
        <span className="flex-1 text-left">Search</span>
        <kbd className="rounded-sm border border-border px-1 font-sans text-xs">Ctrl K</kbd>
      </button>
      <Button variant="ghost" size="icon" aria-label="Search" className="md:hidden" onClick={openPalette}>
        <Search />
      </Button>
    </>
  );
}

/** Shown in the corner while the sidebar is hidden. */
export function OpenSidebarButton() {
  return (
    <button
      id="open-sidebar"
      type="button"
      aria-label="Open the sidebar"
      onClick={unfoldSidebar}
      className={cn(
        "fixed top-[calc((var(--bar)-2.25rem)/2)] left-[max(0.5rem,env(safe-area-inset-left))] z-30 grid size-9 place-items-center",
        "rounded-md border border-border bg-card text-muted-foreground shadow-popover short:absolute print:hidden",
        "hover:bg-muted hover:text-foreground lg:peer-data-[state=open]:hidden",
        "touch:top-[calc((var(--bar)-3rem)/2)] touch:left-[max(0.25rem,env(safe-area-inset-left))] touch:size-12",
        "touch:border-transparent touch:bg-background touch:shadow-none",
      )}
      {...opensDrawer}
    >
      <PanelLeft aria-hidden="true" className="size-5" />
    </button>
  );
}
