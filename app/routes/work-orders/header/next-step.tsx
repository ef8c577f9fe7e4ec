import { Link, useLocation } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { nextStep, transitionLabel } from "~/components/work-orders/transition-labels";
import type { WorkOrderHeader } from "~/domain/work-orders/detail.server";
import { paths } from "~/paths";
import { TRANSITION_FORM_ID, transitionHref } from "~/routes/work-orders/shared/transition-href";

/** The one primary action: sent at once, or asking first for what the change needs. */
export function NextStep({ workOrder }: { workOrder: WorkOrderHeader }) {
  const { number, status, allowed, asking, technicianId, technicianFirstName } = workOrder;
  const { search } = useLocation();
  const to = nextStep(status, allowed);
  if (!to) return null;
  if (to === "dispatched" && !technicianId) {
    return (
      <Button asChild variant="default">
        <Link to={`${paths.assignWorkOrder(number)}${search}`} preventScrollReset>
          Assign technician
        </Link>
      </Button>
    );
  }
  const label = transitionLabel(status, to, technicianFirstName);
  if (asking.includes(to)) {
    return (
      <Button asChild variant="default">
        <Link to={`${transitionHref(number, to)}${search}`} preventScrollReset>
          {label}
        </Link>
      </Button>
    );
  }
  return (
    <Button type="submit" form={TRANSITION_FORM_ID} name="to" value={to} variant="default">
      {label}
    </Button>
  );
}
