import { Link } from "@remix-run/react";
import { Button } from "~/components/ui/button";

/** Another page of one part of the overview. */
export function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Button variant="outline" asChild size="sm">
      <Link to={to} preventScrollReset>
        {children}
      </Link>
    </Button>
  );
}
