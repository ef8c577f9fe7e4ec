import { Link } from "@remix-run/react";
import { shellPaths } from "~/shell-paths";

export function Footer() {
  return (
    <footer className="print:hidden flex flex-wrap items-center gap-x-6 gap-y-1 border-border border-t px-gutter py-4 text-muted-foreground text-sm">
      <p className="flex-1 basis-60">Plenum: field service for heating and cooling.</p>
      <nav
        aria-label="About Plenum"
        className="-mx-2 flex flex-wrap *:rounded-sm *:px-2 *:py-1 *:hover:text-foreground *:hover:underline touch:*:py-3"
      >
        <Link to={shellPaths.households()}>For households</Link>
        <Link to={shellPaths.contact()}>Chat with us</Link>
        <Link to={shellPaths.terms()}>Terms of Service</Link>
        <Link to={shellPaths.privacy()}>Privacy Policy</Link>
        <Link to={shellPaths.cookies()}>Cookies</Link>
      </nav>
    </footer>
  );
}
