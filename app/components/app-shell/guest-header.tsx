import { Link, NavLink } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { paths } from "~/paths";
import { Brand } from "./brand";
import { ThemeToggle } from "./theme-toggle";

/** The header of every page for visitors. */
export function GuestHeader() {
  return (
    <header className="print:hidden border-border border-b">
      <div className="mx-auto flex min-h-14 max-w-[75rem] flex-wrap items-center gap-1 px-gutter sm:gap-2">
        <Link to={paths.home()} aria-label="Plenum, home page" className="mr-auto flex rounded-sm">
          <Brand />
        </Link>
        <ThemeToggle />
        <nav aria-label="Main" className="flex flex-wrap items-center gap-1 sm:gap-2">
          <Button asChild variant="ghost" size="sm" className="max-sm:hidden">
            <NavLink to={paths.home()} end>
              Home
            </NavLink>
          </Button>
          <Button asChild variant="ghost" size="sm">
            <NavLink to={paths.login()}>Sign in</NavLink>
          </Button>
          <Button variant="outline" asChild size="sm">
            <NavLink to={paths.signup()}>Sign up</NavLink>
          </Button>
        </nav>
      </div>
    </header>
  );
}
