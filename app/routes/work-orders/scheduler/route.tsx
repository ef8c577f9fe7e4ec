import { getZodConstraint } from "@conform-to/zod/v4";
import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, Outlet, useFetcher, useLoaderData, useSearchParams } from "@remix-run/react";
import { memo, useCallback, useEffect, useRef, useState } from "react";
import type { FrameKind } from "~/components/app-shell/handle";
import { NoTechnicians } from "~/components/technicians/no-technicians";
import { Select } from "~/components/ui/select";
import { toast } from "~/components/ui/toast-store";
import { schedulerScreen } from "~/domain/scheduling/scheduler.server";
import { ReassignmentChoice, ScheduleWorkOrder } from "~/domain/scheduling/schema";
import { formatDate } from "~/domain/shared/date-format";
import { undoReassignment } from "~/domain/work-orders/reassign-day.server";
import { type FormRefusal, formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { readOrKeep, useLastRead } from "~/lib/last-read";
import { useLiveRevalidation } from "~/lib/live/use-live-events";
import { useRetry } from "~/lib/live/use-retry";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { DayBoard } from "./day-board";
import { DragArea } from "./drag-area";
import { SchedulerHeader } from "./header";
import { jobCount } from "./labels";
import { RefusedDrop } from "./refused-drop";
import { Tray } from "./tray";
import { useDropFeedback } from "./use-drop-feedback";
import { useDrops } from "./use-drops";
import { HOW_TO_DRAG_ID, type SchedulerContext } from "./view";
import { WeekBoard } from "./week-board";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Scheduler, ${formatDate(data.date, true)}` : "Scheduler"} · Plenum` },
];

/** A day by its address takes the whole screen. */
export const handle = {
  frame: (data: unknown): FrameKind =>
    typeof data === "object" && data !== null && "fullScreen" in data && data.fullScreen ? "full-screen" : "wide",
};

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const { searchParams } = url;
  const number = searchParams.get("job");
  if (number) {
    searchParams.delete("job");
    throw redirect(`${paths.schedulerJob(params.date, number)}?${searchParams}`.replace(/\?$/, ""));
  }
  const view = viewOf(searchParams);
  const data = await schedulerScreen(ctx, { date: params.date ?? null, view });
  return { ...data, fullScreen: params.date !== undefined, limits };
});

const { overrideReason, durationMinutes } = getZodConstraint(ScheduleWorkOrder);
const limits = {
  overrideReason: overrideReason?.maxLength,
  minutes: { min: durationMinutes?.min, max: durationMinutes?.max },
};

/** The day's address, whichever dialog is over it. */
const addressOf = ({ pathname, searchParams }: URL) =>
  `${pathname.replace(/\/(jobs|reassign)\/[^/]*$/, "")} ${viewOf(searchParams)}`;

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return readOrKeep({ request, serverLoader: () => serverLoader<typeof loader>() }, addressOf);
}

export const action = formAction(ReassignmentChoice, ({ ctx, input }) => undoReassignment(ctx, input.reassignmentId));

const viewOf = (search: URLSearchParams) => (search.get("view") === "week" ? ("week" as const) : ("day" as const));

export default function Scheduler() {
  const { data, isStale } = useLastRead(useLoaderData<typeof loader>());
  useLiveRevalidation();
  useRetry(isStale);
  const { view, zone, technicians, mayPlan } = data;
  const { jobs, tray, drop, undo, failed, retry, discard } = useDrops(data);
  const feedback = useDropFeedback(data, jobs);
  const onReassigned = useUndoReassignment();
  const [search] = useSearchParams();
  const [chosen, setChosen] = useState<string | null>(null);
  const current = chosen ?? search.get("technician") ?? technicians[0]?.id ?? null;
  const context: SchedulerContext = { data, jobs, tray, feedback, drop, onReassigned };
  const board = { data, jobs, feedback, current };
  return (
    <>
      <DragArea
        isEnabled={mayPlan}
        className={cn(
          "flex min-h-0 flex-col",
          // A day by its own address has no bar above it.
          data.fullScreen ? "sm:h-dvh" : "sm:h-[calc(100dvh-var(--header-top))]",
        )}
        {...{ view, zone, jobs, tray, feedback }}
        onDrop={drop}
      >
        <SchedulerHeader data={data} isStale={isStale} undo={undo} />
        <p id={HOW_TO_DRAG_ID} hidden>
          Press Space to pick it up, the arrow keys to choose a time and technician, Shift and the arrow keys to change
          its length, Delete to unschedule it, Space to drop it, Escape to cancel.
        </p>
        {technicians.length === 0 && (
          <div className="px-gutter pb-3">
            <NoTechnicians />
          </div>
        )}
        <PhoneTechnician technicians={technicians} current={current} onChoose={setChosen} />
        <div className="flex min-h-0 grow flex-col border-border border-t max-sm:flex-col-reverse sm:flex-row">
          <Tray jobs={tray} isPartial={data.trayIsPartial} mayPlan={mayPlan} zone={zone} />
          {view === "week" ? <WeekBoard {...board} /> : <DayBoard {...board} />}
        </div>
      </DragArea>
      <Outlet context={context} />
      {failed && <RefusedDrop key={failed.id} mutation={failed} data={data} onRetry={retry} onDiscard={discard} />}
    </>
  );
}

interface PhoneTechnicianProps {
  technicians: SchedulerContext["data"]["technicians"];
  current: string | null;
  onChoose: (technicianId: string) => void;
}

/** A phone shows one technician at a time, at first that of the address: `?technician=`. */
const PhoneTechnician = memo(function PhoneTechnician({ technicians, current, onChoose }: PhoneTechnicianProps) {
  return (
    <div className="px-3 pb-2 sm:hidden">
      <Select
        aria-label="Technician shown"
        value={current ?? ""}
        onChange={(event) => onChoose(event.target.value)}
        choices={technicians.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </div>
  );
});

/** Says that a day was reassigned, and takes it back whole. */
function useUndoReassignment(): SchedulerContext["onReassigned"] {
  const { submit, data, state } = useFetcher<{ id: string } | FormRefusal>();
  const now = useRef(submit);
  now.current = submit;

  // The answer arrives from outside of React's own events.
  useEffect(() => {
    if (state !== "idle" || !data) return;
    if ("id" in data) toast({ title: "Reassignment undone" });
    else toast({ title: "Nothing was changed", text: data.lastResult.error?.[""]?.join(" "), tone: "bad" });
  }, [state, data]);
  return useCallback(({ id, jobs }) => {
    const run = () => now.current({ reassignmentId: id, idempotencyKey: crypto.randomUUID() }, { method: "post" });
    toast({ title: `${jobCount(jobs)} reassigned`, action: { label: "Undo", run } });
  }, []);
}
