import { Link } from "@remix-run/react";
import { shellPaths } from "~/shell-paths";

export function Footer() {
  return (
    <footer className="page-footer">
      <p className="flex-1 basis-60">Plenum: field service for heating and cooling.</p>
      <nav aria-label="About Plenum" className="-mx-2 flex flex-wrap">
        <Link to={shellPaths.households()}>For households</Link>
        <Link to={shellPaths.contact()}>Chat with us</Link>
        <Link to={shellPaths.terms()}>Terms of Service</Link>
        <Link to={shellPaths.privacy()}>Privacy Policy</Link>
        <Link to={shellPaths.cookies()}>Cookies</Link>
      </nav>
    </footer>
  );
}
