import { Link, NavLink } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { shellPaths } from "~/shell-paths";
import { Brand } from "./brand";
import { ThemeToggle } from "./theme-toggle";

/** The header of every page for visitors. */
export function GuestHeader() {
  return (
    <header className="print:hidden border-border border-b">
      <div className="mx-auto flex min-h-14 max-w-[75rem] flex-wrap items-center gap-1 px-gutter sm:gap-2">
        <Link to={shellPaths.home()} aria-label="Plenum, home page" className="mr-auto flex rounded-sm">
          <Brand />
        </Link>
        <ThemeToggle />
        <nav aria-label="Main" className="flex flex-wrap items-center gap-1 sm:gap-2">
          <Button asChild variant="ghost" size="sm" className="max-sm:hidden">
            <NavLink to={shellPaths.home()} end>
              Home
            </NavLink>
          </Button>
          <Button asChild variant="ghost" size="sm">
            <NavLink to={shellPaths.login()}>Sign in</NavLink>
          </Button>
          <Button variant="outline" asChild size="sm">
            <NavLink to={shellPaths.signup()}>Sign up</NavLink>
          </Button>
        </nav>
      </div>
    </header>
  );
}
