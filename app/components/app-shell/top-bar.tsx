import { Button } from "~/components/ui/button";
import { PanelLeft, Search } from "~/components/ui/icons";
import type { ShellPerson } from "~/lib/shell-data";
import { Breadcrumbs } from "./breadcrumbs";
import { opensDrawer, unfoldSidebar } from "./sidebar-toggle";
import { ThemeToggle } from "./theme-toggle";
import { useOverlays } from "./use-overlays";
import { UserMenu } from "./user-menu";

/** Breadcrumbs, search, theme and account. */
export function TopBar({ person }: { person: ShellPerson }) {
  return (
    <header className="top-bar">
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
      className="open-side-bar lg:peer-data-[state=open]:hidden"
      {...opensDrawer}
    >
      <PanelLeft aria-hidden="true" className="size-5" />
    </button>
  );
}
