import { Link, useLocation } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { PageHeader } from "~/components/page-header";
import { AddTodoItem } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { DropdownMenuItem, DropdownMenuSeparator } from "~/components/ui/dropdown-menu";
import { CalendarClock, Hourglass, MapPin, Trash2, UserRound, Users, Wrench } from "~/components/ui/icons";
import { PriorityMark } from "~/components/work-orders/priority";
import { statusStyles, WorkOrderStatusBadge } from "~/components/work-orders/status";
import { formatNearDay } from "~/domain/shared/time/date-format";
import { formatArrivalWindow, intervalOf, windowOf } from "~/domain/technicians/arrival-window";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import type { WorkOrderHeader as Header } from "~/domain/work-orders/detail.server";
import { useNow } from "~/lib/clock";
import { paths } from "~/paths";
import { TRANSITION_FORM_ID, transitionHref } from "~/routes/work-orders/shared/transition-href";
import { nextStep, ownTransitionLabel } from "~/routes/work-orders/shared/transition-labels";
import { UnsafeMark } from "~/routes/work-orders/shared/unsafe-mark";

/** Who, what, when and status, with the next step as the one primary button. */
export function WorkOrderHeader({ workOrder }: { workOrder: Header }) {
  return (
    <PageHeader
      title={
        <>
          <span className="mr-2.5 font-normal text-muted-foreground tabular">{workOrder.reference}</span>
          {workOrder.title}
        </>
      }
      facts={
        <>
          <WorkOrderStatusBadge status={workOrder.status} />
          <PriorityMark priority={workOrder.priority} />
          {workOrder.unsafe && <UnsafeMark />}
          <Fact icon={UserRound}>
            <Link to={paths.customer(workOrder.customerNumber)} className="underline-offset-4 hover:underline">
              {workOrder.customerName}
            </Link>
          </Fact>
          <Fact icon={MapPin}>{workOrder.city}</Fact>
          <Fact icon={CalendarClock}>
            {workOrder.scheduledStart ? (
              <DateText at={workOrder.scheduledStart} zone={workOrder.timeZone ?? workOrder.zone} />
            ) : (
              "Not scheduled"
            )}
          </Fact>
          <PromisedWindow workOrder={workOrder} />
          <Fact icon={Wrench}>{workOrder.technicianName ?? "Unassigned"}</Fact>
        </>
      }
      action={<NextStep workOrder={workOrder} />}
      menu={<StatusMenu workOrder={workOrder} />}
    />
  );
}

/** The promised arrival window in the site's zone; its day is omitted if it is the start's. */
function PromisedWindow({ workOrder }: { workOrder: Header }) {
  const now = useNow();
  const zone = workOrder.timeZone ?? workOrder.zone;
  const window = intervalOf(windowOf(workOrder));
  if (!window) return null;
  const day = formatNearDay(window.start, zone, now);
  const isOnStartDay = workOrder.scheduledStart !== null && formatNearDay(workOrder.scheduledStart, zone, now) === day;
  return (
    <Fact icon={Hourglass}>
      Promised {!isOnStartDay && `${day}, `}
      {formatArrivalWindow(window, zone)}
    </Fact>
  );
}

function Fact({ icon: Icon, children }: { icon: typeof UserRound; children: React.ReactNode }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-subtle-foreground" />
      <span className="truncate">{children}</span>
    </span>
  );
}

/** The one primary action: submitted at once, or through a dialog if the change needs input. */
function NextStep({ workOrder }: { workOrder: Header }) {
  const { number, asking, technicianId } = workOrder;
  const { search } = useLocation();
  const to = nextStep(workOrder);
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
  const label = ownTransitionLabel(workOrder, to);
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

/** All other actions for the work order, status changes first. */
function StatusMenu({ workOrder }: { workOrder: Header }) {
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

function TransitionItem({ workOrder, to }: { workOrder: Header; to: WorkOrderStatus }) {
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
