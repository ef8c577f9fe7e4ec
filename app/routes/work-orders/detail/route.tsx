import { redirect } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { LinkedIssues } from "~/components/issues/linked-issues";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Timeline } from "~/components/timeline";
import { OctagonAlert } from "~/components/ui/icons";
import { Recordings, type ShownRecording } from "~/components/voice/recordings";
import { issuesAbout } from "~/domain/issues/about.server";
import { isOfWorkOrder } from "~/domain/live/channel";
import { isUnsafe, judge } from "~/domain/service-types/results";
import { allow, can } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { listPhotos } from "~/domain/technician-app/photos.server";
import { ratingOfWorkOrder } from "~/domain/visits/ratings.server";
import { recordingsOf } from "~/domain/voice/sessions/recordings/recordings.server";
import { WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";
import { truckCheckLine } from "~/domain/work-order-parts/truck";
import { truckSummaryAhead } from "~/domain/work-order-parts/truck-check.server";
import type { Task } from "~/domain/work-orders/detail.server";
import { workOrderOverview } from "~/domain/work-orders/detail.server";
import { pageLoader } from "~/http/page-loader";
import { useLiveRevalidation } from "~/lib/live/use-live-events";
import { paths } from "~/paths";
import { DetailsUnreadable } from "~/routes/work-orders/shared/details-unreadable";
import { type Change, entryOf } from "~/routes/work-orders/shared/history-entry";
import { PhotoGrid, type ShownPhotos, TaskPhotosProvider } from "~/routes/work-orders/shared/photos";
import { transitionHref } from "~/routes/work-orders/shared/transition-href";
import { TruckCheckLine } from "~/routes/work-orders/shared/truck-check-hint";
import { useWorkOrder } from "~/routes/work-orders/shared/use-work-order";
import { Checklist } from "./checklist";
import { Conversations } from "./conversations";
import { Equipment } from "./equipment";
import { Facts } from "./facts";
import { inlineLimits } from "./limits.server";
import { Notes } from "./notes";
import { ReviewRecording } from "./review-recording";
import { Signatures } from "./signatures";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

/** `notes=all` shows older notes as well. */
export const loader = pageLoader(async ({ ctx, params, url }) => {
  const ref = params.id ?? "";
  const query = url.searchParams;
  const dialog = formerDialog(ref, query);
  if (dialog) throw redirect(dialog);
  const seesStock = can(allow(ctx, "work_orders.read"), "inventory.read");
  const showsOlder = query.get("notes") === "all";
  const [overview, photos, recordings, check, rating, about] = await Promise.all([
    workOrderOverview(ctx, ref, { notes: showsOlder ? 200 : undefined }),
    listPhotos(ctx, ref, { limit: 100 }),
    recordingsOf(ctx, ref),
    seesStock ? truckSummaryAhead(ctx, ref) : null,
    ratingOfWorkOrder(ctx, ref),
    issuesAbout(ctx, { workOrder: ref }),
  ]);
  const truckLine = check && truckCheckLine(check);
  return {
    ...overview,
    showsOlder,
    rating,
    about,
    truckLine,
    recordings,
    photos: photos.items,
    hasMorePhotos: photos.nextCursor !== null,
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
    hasMorePhotos,
    recordings,
    signatures,
    notes,
    hasMoreNotes,
    showsOlder,
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
          <Photos {...shownPhotos} hasMore={hasMorePhotos} />
          {recordings.length > 0 && <Transcripts {...{ workOrder, recordings, zone, formKey }} />}
          <Signatures workOrder={workOrder} signatures={signatures} formKey={formKey} />
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <Conversations workOrder={workOrder} rating={rating} zone={zone} />
          <Notes {...{ workOrder, notes, hasMoreNotes, showsOlder, zone, formKey }} limits={limits.note} />
          {about && <LinkedIssues about={about} newIssue={{ workOrderId: workOrder.id }} />}
          <Activity number={workOrder.number} history={history} zone={zone} />
        </div>
      </div>
      <Outlet />
    </>
  );
}

type ActivityProps = { number: number; history: readonly Change[]; zone: string };

/** The work order's history, newest first. */
function Activity({ number, history, zone }: ActivityProps) {
  return (
    <Section title="Activity" action={<TextLink to={paths.workOrderTimeline(number)}>View full timeline</TextLink>}>
      <Timeline entries={history.map((change) => entryOf(change, zone))} />
    </Section>
  );
}

/** The technicians' photos, newest first. */
function Photos({ hasMore, ...shown }: ShownPhotos & { hasMore: boolean }) {
  const { length } = shown.photos;
  if (length === 0) return null;
  return (
    <Section title="Photos" description={hasMore ? `The latest ${length} photos` : counted(length, "photo")}>
      <PhotoGrid {...shown} />
    </Section>
  );
}

interface TranscriptsProps {
  workOrder: ReturnType<typeof useWorkOrder>;
  recordings: readonly ShownRecording[];
  zone: string;
  formKey: string;
}

/** Voice recordings for the job, newest first. */
function Transcripts({ workOrder: { id, number, rights }, recordings, zone, formKey }: TranscriptsProps) {
  return (
    <Section title="Transcript">
      <Recordings
        {...{ recordings, zone }}
        workOrderId={id}
        review={(recording) => rights.office && <ReviewRecording {...{ number, recording, formKey }} />}
      />
    </Section>
  );
}

/** Rendered only if a checklist reading shows that the equipment must not run. */
function SafetyStop({ tasks }: { tasks: readonly Task[] }) {
  const unsafe = tasks.filter((task) => isUnsafe(task, task.result));
  if (unsafe.length === 0) return null;
  return (
    <div role="alert" className="mb-6 flex gap-3 rounded-md border border-destructive bg-bad-soft p-4 text-bad">
      <OctagonAlert aria-hidden="true" className="size-5 shrink-0" />
      <div>
        <p className="font-semibold">Unsafe reading</p>
        {unsafe.map((task) => (
          <p key={task.id}>{judge(task, task.result).message}</p>
        ))}
      </div>
    </div>
  );
}
