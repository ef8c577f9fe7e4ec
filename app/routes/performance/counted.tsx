import { Link } from "@remix-run/react";

/** A figure that links to the rows it counts. */
export function Counted({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="text-link underline underline-offset-4">
      {children}
    </Link>
  );
}
