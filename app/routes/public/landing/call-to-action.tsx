import { Link } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { actions } from "~/content/landing";

/** Links to sign up, or to look around first. */
export function CallToAction() {
  return (
    <div className="flex flex-wrap gap-3">
      <Button asChild variant="default" size="lg">
        <Link to={actions.start.to}>{actions.start.label}</Link>
      </Button>
      <Button variant="outline" asChild size="lg">
        <Link to={actions.demo.to}>{actions.demo.label}</Link>
      </Button>
    </div>
  );
}
