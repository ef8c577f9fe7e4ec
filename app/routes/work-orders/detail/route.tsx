import { redirect } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { workOrderOverview } from "~/domain/work-orders/detail.server";
import { WORK_ORDER_STATUSES } from "~/domain/work-orders/work-order";
import { pageLoader } from "~/http/page-loader";
import { useLiveRevalidation } from "~/lib/live/use-live-events";
import { paths } from "~/paths";
import { transitionHref } from "~/routes/work-orders/shared/transition-href";
import { useWorkOrder } from "~/routes/work-orders/shared/use-work-order";
import { Activity } from "./activity";
import { Checklist } from "./checklist";
import { Equipment } from "./equipment";
import { Facts } from "./facts";
import { inlineLimits } from "./limits.server";
import { Notes } from "./notes";
import { Signatures } from "./signatures";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

/** `notes=all` shows the older ones. */
export const loader = pageLoader(async ({ ctx, params, url }) => {
  const ref = params.id ?? "";
  const query = url.searchParams;
  const dialog = formerDialog(ref, query);
  if (dialog) throw redirect(dialog);
  const overview = await workOrderOverview(ctx, ref, { notes: query.get("notes") === "all" ? 200 : undefined });
  return { ...overview, limits: inlineLimits, formKey: ctx.newId() };
});

/** Dialogs had an address in the query before they had their own. */
function formerDialog(ref: string, query: URLSearchParams): string | null {
  const to = WORK_ORDER_STATUSES.find((status) => status === query.get("move"));
  if (to) return transitionHref(ref, to);
  if (query.has("assign")) return paths.assignWorkOrder(ref);
  return query.has("delete") ? paths.deleteWorkOrder(ref) : null;
}

export default function WorkOrderDetails() {
  const { equipment, tasks, signatures, notes, hasMoreNotes, history, limits, formKey } =
    useLoaderData<typeof loader>();
  const workOrder = useWorkOrder();
  const zone = workOrder.timeZone ?? workOrder.zone;
  useLiveRevalidation((change) => change.workOrderId === workOrder.id);
  return (
    <>
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-8">
          <Facts workOrder={workOrder} />
          <Equipment workOrder={workOrder} equipment={equipment} zone={zone} />
          <Checklist {...{ workOrder, tasks, equipment, formKey }} limits={limits.task} />
          <Signatures workOrder={workOrder} signatures={signatures} formKey={formKey} />
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <Notes {...{ workOrder, notes, hasMoreNotes, zone, formKey }} limits={limits.note} />
          <Activity number={workOrder.number} history={history} zone={zone} />
        </div>
      </div>
      <Outlet />
    </>
  );
}
