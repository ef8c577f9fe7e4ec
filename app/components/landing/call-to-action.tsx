import { Link } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { actions } from "~/content/landing";

/** Start, or look first. */
export function CallToAction() {
  return (
    <div className="flex flex-wrap gap-3">
      <Button asChild variant="primary" size="large">
        <Link to={actions.start.to}>{actions.start.label}</Link>
      </Button>
      <Button asChild size="large">
        <Link to={actions.demo.to}>{actions.demo.label}</Link>
      </Button>
    </div>
  );
}
