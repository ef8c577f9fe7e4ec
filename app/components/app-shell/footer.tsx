import { Link } from "@remix-run/react";
import { shellPaths } from "~/shell-paths";

const links = [
  ["For households", shellPaths.households()],
  ["Chat with us", shellPaths.contact()],
  ["Terms of Service", shellPaths.terms()],
  ["Privacy Policy", shellPaths.privacy()],
  ["Cookies", shellPaths.cookies()],
] as const;

export function Footer() {
  return (
    <footer className="flex flex-wrap items-center gap-x-6 gap-y-1 border-border border-t px-gutter py-4 text-muted-foreground text-sm print:hidden">
      <p className="flex-1 basis-60">Plenum: field service for heating and cooling.</p>
      <nav
        aria-label="About Plenum"
        className="-mx-2 flex flex-wrap *:rounded-sm *:px-2 *:py-1 *:hover:text-foreground *:hover:underline touch:*:py-3"
      >
        {links.map(([label, to]) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
      </nav>
    </footer>
  );
}
