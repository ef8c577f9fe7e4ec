import { Link, useLocation } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { shellPaths } from "~/shell-paths";

/** Link to 'Report a problem' with the page and the failed request. For members of a business. */
export function ReportLink({ reference }: { reference?: string }) {
  const { pathname } = useLocation();
  return (
    <Button asChild variant="ghost">
      <Link to={shellPaths.reportProblem({ page: pathname, requestId: reference })}>Report a problem</Link>
    </Button>
  );
}
