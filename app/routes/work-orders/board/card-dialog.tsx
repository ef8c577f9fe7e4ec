import { Form, Link, useLoaderData, useLocation } from "@remix-run/react";
import { PhoneLink } from "~/components/contact-link";
import { DateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { PriorityMark } from "~/components/work-orders/priority";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import { allow } from "~/domain/shared/permissions";
import { formatArrivalWindow, intervalOf, windowOf } from "~/domain/technicians/arrival-window";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { ChangeStatus } from "~/domain/work-orders/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useActionAnswer } from "~/lib/use-action-answer";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { changeAndReturn } from "~/routes/work-orders/shared/change-and-return.server";
import { siteText } from "~/routes/work-orders/shared/sites";
import { boardTransitionHref } from "~/routes/work-orders/shared/transition-href";
import { nextStep, ownTransitionLabel } from "~/routes/work-orders/shared/transition-labels";
import { UnsafeMark } from "~/routes/work-orders/shared/unsafe-mark";
import { useOverview, useWorkOrder } from "~/routes/work-orders/shared/use-work-order";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "work_orders.read");
  return { formKey: ctx.newId() };
});

/** Status changes that need no input. */
export const action = formAction(ChangeStatus, ({ input, ...sent }) => changeAndReturn(sent, input));

/** A work order opened over the board: the essentials, and the status changes this member may make. */
export default function CardDialog() {
  const { formKey } = useLoaderData<typeof loader>();
  const refusal = useFormRefusal(useActionAnswer());
  const close = useCloseDialog();
  const workOrder = useWorkOrder();
  const { reference, title, status, priority, unsafe, description, number } = workOrder;
  const refused = refusal.lastResult?.error?.[""];
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{`${reference} ${title}`}</DialogTitle>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-4">
          {refused && (
            <p role="alert" className="font-medium text-bad">
              {refused.join(" ")}
            </p>
          )}
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <WorkOrderStatusBadge status={status} />
            <PriorityMark priority={priority} />
            {unsafe && <UnsafeMark />}
          </p>
          {description && <p className="line-clamp-4 whitespace-pre-wrap">{description}</p>}
          <Essentials />
          <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
            <input type="hidden" name="idempotencyKey" value={formKey} />
            <Transitions />
          </Form>
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={close}>
            Close
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.workOrder(number)}>Open work order</Link>
          </Button>
        </DialogFooter>
        {refusal.sessionEnded}
      </DialogContent>
    </Dialog>
  );
}

function Essentials() {
  const workOrder = useWorkOrder();
  const { equipment } = useOverview();
  const { scheduledStart, zone, helpers, technicianName, customerPhone } = workOrder;
  const siteZone = workOrder.timeZone ?? zone;
  const window = intervalOf(windowOf(workOrder));
  return (
    <DescriptionList
      facts={[
        {
          term: "Customer",
          detail: <TextLink to={paths.customer(workOrder.customerNumber)}>{workOrder.customerName}</TextLink>,
        },
        { term: "Phone", detail: customerPhone && <PhoneLink phone={customerPhone} /> },
        { term: "Address", detail: siteText({ ...workOrder, label: workOrder.siteLabel }) },
        {
          term: "Scheduled",
          detail: scheduledStart ? <DateText at={scheduledStart} zone={siteZone} /> : "Not scheduled",
        },
        { term: "Promised", detail: window && formatArrivalWindow(window, siteZone) },
        {
          term: "Technician",
          detail: [technicianName ?? "Unassigned", ...helpers.map(({ name }) => name)].join(", "),
        },
        { term: "Equipment", detail: equipment.map(({ equipmentName }) => equipmentName).join(", ") },
      ].filter(({ detail }) => detail)}
    />
  );
}

/** The suggested step first; a change that needs input opens its own dialog in place of this one. */
function Transitions() {
  const workOrder = useWorkOrder();
  const { allowed, asking, number, technicianId } = workOrder;
  const query = Object.fromEntries(new URLSearchParams(useLocation().search));
  const next = nextStep(workOrder);
  const isFirst = (to: WorkOrderStatus) => (to === next ? 0 : to === "cancelled" ? 2 : 1);
  // Without a technician there is nobody to dispatch to; the work order's own screen offers to assign one.
  const possible = allowed.filter((to) => to !== "dispatched" || technicianId !== null);
  return possible
    .toSorted((a, b) => isFirst(a) - isFirst(b))
    .map((to) => {
      const label = ownTransitionLabel(workOrder, to);
      const variant = to === next ? "default" : "outline";
      if (!asking.includes(to)) {
        return (
          <Button key={to} type="submit" name="to" value={to} variant={variant} size="sm">
            {label}
          </Button>
        );
      }
      return (
        <Button key={to} asChild variant={variant} size="sm">
          <Link to={boardTransitionHref(number, to, query)} replace preventScrollReset>
            {label}
          </Link>
        </Button>
      );
    });
}
