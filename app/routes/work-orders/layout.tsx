import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { TabsNav } from "~/components/tabs-nav";
import { CircleAlert } from "~/components/ui/icons";
import { countReadings } from "~/domain/refrigerant/list.server";
import { workOrderHeader } from "~/domain/work-orders/detail.server";
import { ChangeStatus } from "~/domain/work-orders/schema";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";
import { InvitationNotice } from "./invitation-notice";
import { changeAndReturn } from "./shared/change-and-return.server";
import { TRANSITION_FORM_ID } from "./shared/transition-href";
import { WorkOrderHeader } from "./work-order-header";

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${data.workOrder.reference} ${data.workOrder.title}` : "Work order"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ workOrder: data?.workOrder.reference }),
};

export const loader = pageLoader(async ({ ctx, params }) => {
  const ref = params.id ?? "";
  const [workOrder, readings] = await Promise.all([workOrderHeader(ctx, ref), countReadings(ctx, ref)]);
  return { workOrder, readings, formKey: ctx.newId() };
});

/** Status changes that need no input. */
export const action = formActions({
  move: formCase(ChangeStatus, ({ input, ...sent }) => changeAndReturn(sent, input)),
});

export default function WorkOrderLayout() {
  const { workOrder, readings, formKey } = useLoaderData<typeof loader>();
  const refusal = useFormRefusal(useActionAnswer());
  const { pathname } = useLocation();
  const { number, status, rights } = workOrder;
  const isEdit = pathname.endsWith("/edit");
  const isTimeline = pathname.endsWith("/timeline");
  const isParts = /\/parts(\/|$)/.test(pathname);
  // A new reading's dialog is over the details.
  const isReadings = pathname.endsWith("/readings");
  const isBilling = /\/billing(\/|$)/.test(pathname);
  const billing = { to: paths.workOrderBilling(number), label: "Billing", current: isBilling };
  const taken = { to: paths.workOrderReadings(number), label: "Readings", current: isReadings, count: readings };
  const edit = { to: paths.editWorkOrder(number), label: "Edit", current: isEdit };
  return (
    <>
      <WorkOrderHeader workOrder={workOrder} />
      <Form method="post" action={paths.workOrder(number)} id={TRANSITION_FORM_ID} hidden>
        <input type="hidden" name="intent" value="move" />
        <input type="hidden" name="idempotencyKey" value={formKey} />
      </Form>
      <TabsNav
        label="Work order"
        tabs={[
          {
            to: paths.workOrder(number),
            label: "Details",
            current: !isEdit && !isTimeline && !isParts && !isReadings && !isBilling,
          },
          { to: paths.workOrderParts(number), label: "Parts", current: isParts },
          ...(readings > 0 ? [taken] : []),
          ...(rights.office && status !== "closed" ? [edit] : []),
          ...(rights.billing ? [billing] : []),
          { to: paths.workOrderTimeline(number), label: "Timeline", current: isTimeline },
          { to: paths.connections("job", number), label: "Connections", current: false },
        ]}
      />
      {(status === "scheduled" || status === "dispatched") && <InvitationNotice {...workOrder} />}
      <Refused text={refusal.lastResult?.error?.[""]?.join(" ")} />
      <Outlet />
      {refusal.sessionEnded}
    </>
  );
}

/** Why a status change without a dialog was refused. */
function Refused({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p role="alert" className="mb-6 flex gap-3 rounded-md border border-destructive bg-bad-soft p-4">
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-bad" />
      {text}
    </p>
  );
}
