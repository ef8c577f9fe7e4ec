import { Link, useLocation } from "@remix-run/react";
import { AddTodoItem } from "~/components/todos/add-todo";
import { DropdownMenuItem, DropdownMenuSeparator } from "~/components/ui/dropdown-menu";
import { Trash2, Users } from "~/components/ui/icons";
import { statusStyles } from "~/components/work-orders/status";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import type { WorkOrderHeader } from "~/domain/work-orders/detail.server";
import { paths } from "~/paths";
import { TRANSITION_FORM_ID, transitionHref } from "~/routes/work-orders/shared/transition-href";
import { nextStep, ownTransitionLabel } from "~/routes/work-orders/shared/transition-labels";

/** All other actions for the work order, status changes first. */
export function StatusMenu({ workOrder }: { workOrder: WorkOrderHeader }) {
  const { number, status, allowed, rights } = workOrder;
  const { search } = useLocation();
  const next = nextStep(workOrder);
  const others = allowed.filter((to) => to !== next && to !== "cancelled");
  const isDeletable = status === "unscheduled" || status === "scheduled";
  return (
    <>
      {others.map((to) => (
        <TransitionItem key={to} workOrder={workOrder} to={to} />
      ))}
      {others.length > 0 && <DropdownMenuSeparator />}
      {rights.office && status !== "closed" && (
        <DropdownMenuItem asChild>
          <Link to={`${paths.assignWorkOrder(number)}${search}`} preventScrollReset>
            <Users aria-hidden="true" />
            Assign technicians
          </Link>
        </DropdownMenuItem>
      )}
      <AddTodoItem about="workOrder" id={workOrder.id} />
      {allowed.includes("cancelled") && <TransitionItem workOrder={workOrder} to="cancelled" />}
      {rights.office && isDeletable && (
        <DropdownMenuItem asChild variant="destructive">
          <Link to={`${paths.deleteWorkOrder(number)}${search}`} preventScrollReset>
            <Trash2 aria-hidden="true" />
            Delete
          </Link>
        </DropdownMenuItem>
      )}
    </>
  );
}

function TransitionItem({ workOrder, to }: { workOrder: WorkOrderHeader; to: WorkOrderStatus }) {
  const { number, asking } = workOrder;
  const { search } = useLocation();
  const { icon: Icon } = statusStyles[to];
  const label = ownTransitionLabel(workOrder, to);
  const variant = to === "cancelled" ? ("destructive" as const) : undefined;
  if (asking.includes(to)) {
    return (
      <DropdownMenuItem asChild variant={variant}>
        <Link to={`${transitionHref(number, to)}${search}`} preventScrollReset>
          <Icon aria-hidden="true" />
          {label}
        </Link>
      </DropdownMenuItem>
    );
  }
  return (
    <DropdownMenuItem type="submit" form={TRANSITION_FORM_ID} name="to" value={to} variant={variant}>
      <Icon aria-hidden="true" />
      {label}
    </DropdownMenuItem>
  );
}
