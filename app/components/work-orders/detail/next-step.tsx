import { Link } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { moveWords, nextStep } from "~/components/work-orders/move-words";
import { paths } from "~/paths";
import { type DetailView, moveFormId } from "./view";

/** The one primary action: sent at once, or asking first for what the move needs. */
export function NextStep({ of }: { of: DetailView }) {
  const to = nextStep(of.status, of.allowed);
  if (!to) return null;
  if (to === "dispatched" && !of.technicianId) {
    return (
      <Button asChild variant="default">
        <Link to={`${paths.workOrder(of.number)}?assign=1`} preventScrollReset>
          Assign a technician
        </Link>
      </Button>
    );
  }
  const words = moveWords(of.status, to, of.technicianFirstName);
  if (of.asking.includes(to)) {
    return (
      <Button asChild variant="default">
        <Link to={`${paths.workOrder(of.number)}?move=${to}`} preventScrollReset>
          {words}
        </Link>
      </Button>
    );
  }
  return (
    <Button type="submit" form={moveFormId} name="to" value={to} variant="default">
      {words}
    </Button>
  );
}
