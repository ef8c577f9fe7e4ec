import { Link } from "@remix-run/react";
import { shellPaths } from "~/shell-paths";

export function Footer() {
  return (
    <footer className="print:hidden flex flex-wrap items-center gap-x-6 gap-y-1 border-border border-t px-gutter py-4 text-muted-foreground text-sm">
      <p className="flex-1 basis-60">Plenum: field service for heating and cooling.</p>
      <nav aria-label="About Plenum" className="-mx-2 flex flex-wrap">
        <FooterLink to={shellPaths.households()}>For households</FooterLink>
        <FooterLink to={shellPaths.contact()}>Chat with us</FooterLink>
        <FooterLink to={shellPaths.terms()}>Terms of Service</FooterLink>
        <FooterLink to={shellPaths.privacy()}>Privacy Policy</FooterLink>
        <FooterLink to={shellPaths.cookies()}>Cookies</FooterLink>
      </nav>
    </footer>
  );
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="rounded-sm px-2 py-1 hover:text-foreground hover:underline touch:py-3">
      {children}
    </Link>
  );
}
