import { redirect } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { LinkedIssues } from "~/components/issues/linked-issues";
import { issuesAbout } from "~/domain/issues/about.server";
import { isOfWorkOrder } from "~/domain/live/channel";
import { allow, can } from "~/domain/shared/permissions";
import { listPhotos } from "~/domain/technician-app/photos.server";
import { ratingOfWorkOrder } from "~/domain/visits/ratings.server";
import { recordingsOf } from "~/domain/voice/sessions/recordings.server";
import { WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";
import { truckCheckLine } from "~/domain/work-order-parts/truck";
import { truckSummaryAhead } from "~/domain/work-order-parts/truck-check.server";
import { workOrderOverview } from "~/domain/work-orders/detail.server";
import { pageLoader } from "~/http/page-loader";
import { useLiveRevalidation } from "~/lib/live/use-live-events";
import { paths } from "~/paths";
import { DetailsUnreadable } from "~/routes/work-orders/shared/details-unreadable";
import { TaskPhotosProvider } from "~/routes/work-orders/shared/photos";
import { transitionHref } from "~/routes/work-orders/shared/transition-href";
import { TruckCheckLine } from "~/routes/work-orders/shared/truck-check-hint";
import { useWorkOrder } from "~/routes/work-orders/shared/use-work-order";
import { Activity } from "./activity";
import { Checklist } from "./checklist";
import { Conversations } from "./conversations";
import { Equipment } from "./equipment";
import { Facts } from "./facts";
import { inlineLimits } from "./limits.server";
import { Notes } from "./notes";
import { Photos } from "./photos";
import { SafetyStop } from "./safety-stop";
import { Signatures } from "./signatures";
import { Transcripts } from "./transcripts";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

/** `notes=all` shows older notes as well. */
export const loader = pageLoader(async ({ ctx, params, url }) => {
  const ref = params.id ?? "";
  const query = url.searchParams;
  const dialog = formerDialog(ref, query);
  if (dialog) throw redirect(dialog);
  const seesStock = can(allow(ctx, "work_orders.read"), "inventory.read");
  const [overview, photos, recordings, check, rating, about] = await Promise.all([
    workOrderOverview(ctx, ref, { notes: query.get("notes") === "all" ? 200 : undefined }),
    listPhotos(ctx, ref, { limit: 100 }),
    recordingsOf(ctx, ref),
    seesStock ? truckSummaryAhead(ctx, ref) : null,
    ratingOfWorkOrder(ctx, ref),
    issuesAbout(ctx, { workOrder: ref }),
  ]);
  const truckLine = check && truckCheckLine(check);
  return {
    ...overview,
    rating,
    about,
    truckLine,
    recordings,
    photos: photos.items,
    limits: inlineLimits,
    formKey: ctx.newId(),
  };
});

/** Redirects older links, which had the dialog in the query. */
function formerDialog(ref: string, query: URLSearchParams): string | null {
  const to = WORK_ORDER_STATUSES.find((status) => status === query.get("move"));
  if (to) return transitionHref(ref, to);
  if (query.has("assign")) return paths.assignWorkOrder(ref);
  return query.has("delete") ? paths.deleteWorkOrder(ref) : null;
}

export default function WorkOrderDetails() {
  const {
    amounts,
    equipment,
    rating,
    tasks,
    photos,
    recordings,
    signatures,
    notes,
    hasMoreNotes,
    history,
    limits,
    formKey,
    truckLine,
    about,
    detailsUnreadable,
  } = useLoaderData<typeof loader>();
  const workOrder = useWorkOrder();
  const zone = workOrder.timeZone ?? workOrder.zone;
  const shownPhotos = { workOrderId: workOrder.id, photos, zone };
  useLiveRevalidation((change) => isOfWorkOrder(change, workOrder.id));
  return (
    <>
      {detailsUnreadable && <DetailsUnreadable />}
      <SafetyStop tasks={tasks} />
      {truckLine && (
        <div className="mb-6">
          <TruckCheckLine line={truckLine} number={workOrder.number} />
        </div>
      )}
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-8">
          <Facts workOrder={workOrder} amounts={amounts} />
          <Equipment workOrder={workOrder} equipment={equipment} zone={zone} />
          <TaskPhotosProvider value={shownPhotos}>
            <Checklist {...{ workOrder, tasks, equipment, formKey }} limits={limits.task} />
          </TaskPhotosProvider>
          <Photos {...shownPhotos} />
          {recordings.length > 0 && <Transcripts {...{ recordings, zone }} workOrderId={workOrder.id} />}
          <Signatures workOrder={workOrder} signatures={signatures} formKey={formKey} />
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <Conversations workOrder={workOrder} rating={rating} zone={zone} />
          <Notes {...{ workOrder, notes, hasMoreNotes, zone, formKey }} limits={limits.note} />
          {about && <LinkedIssues about={about} newIssue={{ workOrderId: workOrder.id }} />}
          <Activity number={workOrder.number} history={history} zone={zone} />
        </div>
      </div>
      <Outlet />
    </>
  );
}
