import { Link } from "@remix-run/react";
import { History, PencilLine, Trash2, Users } from "lucide-react";
import { DropdownMenuItem, DropdownMenuSeparator } from "~/components/ui/dropdown-menu";
import { moveWords, nextStep } from "~/components/work-orders/move-words";
import { statusLooks } from "~/components/work-orders/status";
import type { WorkOrderStatus } from "~/domain/work-orders/work-order";
import { paths } from "~/paths";
import { type DetailView, moveFormId } from "./view";

/** Everything else one may do to the work order, the other moves first. */
export function MoveMenu({ of }: { of: DetailView }) {
  const next = nextStep(of.status, of.allowed);
  const moves = of.allowed.filter((to) => to !== next && to !== "cancelled");
  const here = paths.workOrder(of.number);
  const deletable = of.status === "unscheduled" || of.status === "scheduled";
  return (
    <>
      {moves.map((to) => (
        <MoveItem key={to} of={of} to={to} />
      ))}
      {moves.length > 0 && <DropdownMenuSeparator />}
      {of.rights.office && of.status !== "closed" && (
        <>
          <DropdownMenuItem asChild>
            <Link to={`${here}?assign=1`} preventScrollReset>
              <Users aria-hidden="true" />
              Assign technicians
            </Link>
          </DropdownMenuItem>
          <DropdownMenuItem asChild>
            <Link to={paths.editWorkOrder(of.number)}>
              <PencilLine aria-hidden="true" />
              Edit
            </Link>
          </DropdownMenuItem>
        </>
      )}
      <DropdownMenuItem asChild>
        <Link to={paths.workOrderTimeline(of.number)}>
          <History aria-hidden="true" />
          Timeline
        </Link>
      </DropdownMenuItem>
      {of.allowed.includes("cancelled") && <MoveItem of={of} to="cancelled" />}
      {of.rights.office && deletable && (
        <DropdownMenuItem asChild variant="destructive">
          <Link to={`${here}?delete=1`} preventScrollReset>
            <Trash2 aria-hidden="true" />
            Delete
          </Link>
        </DropdownMenuItem>
      )}
    </>
  );
}

function MoveItem({ of, to }: { of: DetailView; to: WorkOrderStatus }) {
  const { icon: Icon } = statusLooks[to];
  const words = moveWords(of.status, to, of.technicianFirstName);
  const tone = to === "cancelled" ? ("destructive" as const) : undefined;
  if (of.asking.includes(to)) {
    return (
      <DropdownMenuItem asChild variant={tone}>
        <Link to={`${paths.workOrder(of.number)}?move=${to}`} preventScrollReset>
          <Icon aria-hidden="true" />
          {words}
        </Link>
      </DropdownMenuItem>
    );
  }
  return (
    <DropdownMenuItem type="submit" form={moveFormId} name="to" value={to} variant={tone}>
      <Icon aria-hidden="true" />
      {words}
    </DropdownMenuItem>
  );
}
