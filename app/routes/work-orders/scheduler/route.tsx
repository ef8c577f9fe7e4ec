import { getZodConstraint } from "@conform-to/zod/v4";
import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Outlet, useFetcher, useLoaderData, useSearchParams } from "@remix-run/react";
import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FrameKind } from "~/components/app-shell/handle";
import { NativeSelect } from "~/components/ui/native-select";
import { toast } from "~/components/ui/toast-store";
import { isOfCrew, isOfWork } from "~/domain/live/channel";
import { NO_LANE_FILTER, shownTechnicians } from "~/domain/scheduling/filter";
import { inGroups } from "~/domain/scheduling/lane-groups";
import { schedulerScreen } from "~/domain/scheduling/scheduler.server";
import { ReassignmentChoice, ScheduleWorkOrder } from "~/domain/scheduling/schema";
import { formatDate } from "~/domain/shared/time/date-format";
import { undoReassignment } from "~/domain/work-orders/schedule/reassign-day.server";
import { type FormRefusal, formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { useLiveRevalidation } from "~/lib/live/use-live-events";
import { useRetry } from "~/lib/live/use-retry";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { keepingLastRead, useLastRead } from "~/routes/work-orders/shared/last-read";
import { attentionOf } from "./attention";
import { AttentionList } from "./attention-list";
import { chooseLaneGrouping, chooseTray, useLaneGrouping, useTrayChoices } from "./browser-choices";
import { DayBoard } from "./day-board";
import { DragArea } from "./drag-area";
import { FilterMenu } from "./filter-menu";
import { SchedulerHeader } from "./header";
import { workOrderCount } from "./labels";
import { HOW_TO_DRAG_ID, type SchedulerContext } from "./scheduler-context";
import { SearchBox } from "./search-box";
import { Tray } from "./tray";
import { useDropFeedback } from "./use-drop-feedback";
import { useDrops } from "./use-drops";
import { useFilter } from "./use-filter";
import { MARK_STYLES, useFound, useMarks } from "./use-found";
import { useReveal } from "./use-reveal";
import { type OpenRows, WeekBoard } from "./week-board";

const NoTechnicians = lazyWithRetry(() =>
  import("~/components/technicians/no-technicians").then((part) => part.NoTechnicians),
);
const RefusedDrop = lazyWithRetry(() => import("./refused-drop").then((part) => part.RefusedDrop));

export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Scheduler, ${formatDate(data.date, true)}` : "Scheduler"} · Plenum` },
];

/** A day opened by its own URL uses the whole screen. */
export const handle = {
  frame: (data: unknown): FrameKind =>
    typeof data === "object" && data !== null && "fullScreen" in data && data.fullScreen ? "full-screen" : "wide",
};

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const { searchParams } = url;
  const number = searchParams.get("job");
  if (number) {
    searchParams.delete("job");
    throw redirect(`${paths.schedulerWorkOrder(params.date, number)}?${searchParams}`.replace(/\?$/, ""));
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

/** The day's URL without any dialog. */
const addressOf = ({ pathname, searchParams }: URL) =>
  `${pathname.replace(/\/(jobs|reassign)\/[^/]*$/, "")} ${viewOf(searchParams)}`;

export const clientLoader = keepingLastRead<typeof loader>(addressOf);

export const action = formAction(ReassignmentChoice, ({ ctx, input }) => undoReassignment(ctx, input.reassignmentId));

const viewOf = (search: URLSearchParams) => (search.get("view") === "week" ? ("week" as const) : ("day" as const));

export default function Scheduler() {
  const { data, isStale } = useLastRead(useLoaderData<typeof loader>());
  useLiveRevalidation((change) => isOfWork(change) || isOfCrew(change));
  useRetry(isStale);
  // Preloaded, so that a drop that fails offline can still show its dialog.
  useEffect(RefusedDrop.preload, []);
  const { view, zone, mayPlan } = data;
  const { jobs, tray, drop, undo, failed, retry, discard } = useDrops(data);
  const feedback = useDropFeedback(data, jobs);
  const onReassigned = useUndoReassignment();
  const [query] = useSearchParams();
  const [chosen, setChosen] = useState<string | null>(null);
  const { filter, setFilter } = useFilter();
  const [search, setSearch] = useState(filter.search);
  const grouping = useLaneGrouping();
  const technicians = useMemo(
    () => inGroups(shownTechnicians(data.technicians, filter), grouping),
    [data, filter, grouping],
  );
  const shown = useMemo(
    () => (technicians === data.technicians ? data : { ...data, technicians: [...technicians] }),
    [data, technicians],
  );
  const names = useMemo(() => new Map(data.technicians.map(({ id, name }) => [id, name])), [data]);
  const wanted = chosen ?? query.get("technician");
  const current = technicians.find(({ id }) => id === wanted)?.id ?? technicians[0]?.id ?? null;
  const attention = useMemo(() => attentionOf({ jobs, tray, feedback }), [jobs, tray, feedback]);
  const found = useFound({ data, jobs, tray, attention, filter, search });
  const isSearch = search.trim() !== "";
  const area = useRef<HTMLDivElement>(null);
  useMarks(area, { found: found?.ids ?? null, isSearch });
  const [openRows, setOpenRows] = useState<OpenRows>(() => new Set());
  const { isFolded } = useTrayChoices();
  const drawn = useMemo(
    () => ({ shown, jobs, tray, current, openRows, isFolded }),
    [shown, jobs, tray, current, openRows, isFolded],
  );
  const reveal = useReveal(area, drawn, ({ technicianId }) => {
    if (technicianId === null) chooseTray({ isFolded: false });
    else if (!technicians.some(({ id }) => id === technicianId)) setFilter(NO_LANE_FILTER);
    else {
      setChosen(technicianId);
      setOpenRows((open) => (open === "all" ? open : new Set([...open, technicianId])));
    }
  });
  const match = useRef(-1);
  const nextMatch = () => {
    const places = found?.places ?? [];
    match.current = (match.current + 1) % Math.max(1, places.length);
    const place = places[match.current];
    if (place) reveal(place, false);
  };
  const type = (text: string) => {
    match.current = -1;
    setSearch(text);
  };
  const context: SchedulerContext = { data, jobs, tray, feedback, drop, onReassigned };
  const board = { data: shown, jobs, feedback, current, grouping };
  return (
    <>
      <DragArea
        isEnabled={mayPlan}
        className={cn(
          "flex min-h-0 flex-col",
          // A day opened by its own URL has no top bar.
          data.fullScreen ? "sm:h-dvh" : "sm:h-[calc(100dvh-var(--header-top))]",
        )}
        {...{ view, zone, jobs, tray, feedback }}
        onDrop={drop}
      >
        <SchedulerHeader data={shown} jobs={jobs} filter={filter} isStale={isStale} undo={undo}>
          <SearchBox
            search={filter.search}
            count={isSearch ? (found?.places.length ?? 0) : null}
            onType={type}
            onSettled={(text) => setFilter({ search: text })}
            onNext={nextMatch}
          />
          <FilterMenu {...{ data, filter, grouping }} onFilter={setFilter} onGrouping={chooseLaneGrouping} />
          <AttentionList items={attention} names={names} zone={zone} isWeek={view === "week"} onShow={reveal} />
        </SchedulerHeader>
        <p id={HOW_TO_DRAG_ID} hidden>
          Press Space to pick it up, the arrow keys to choose a time and technician, Shift and the arrow keys to change
          its length, Delete to unschedule it, Space to drop it, Escape to cancel.
        </p>
        {data.technicians.length === 0 && (
          <div className="px-gutter pb-3">
            <NoTechnicians.Part inviteHref={paths.inviteTechnician()} />
          </div>
        )}
        <PhoneTechnician technicians={technicians} current={current} onChoose={setChosen} />
        <div
          ref={area}
          className={cn(
            "flex min-h-0 grow flex-col border-border border-t max-sm:flex-col-reverse sm:flex-row",
            MARK_STYLES,
          )}
        >
          <Tray jobs={tray} isPartial={data.trayIsPartial} mayPlan={mayPlan} zone={zone} today={data.today} />
          {view === "week" ? (
            <WeekBoard
              {...board}
              openRows={openRows}
              onOpenRows={setOpenRows}
              found={isSearch ? (found?.ids ?? null) : null}
            />
          ) : (
            <DayBoard {...board} />
          )}
        </div>
      </DragArea>
      <Outlet context={context} />
      {failed && <RefusedDrop.Part key={failed.id} mutation={failed} data={data} onRetry={retry} onDiscard={discard} />}
    </>
  );
}

interface PhoneTechnicianProps {
  technicians: readonly Pick<SchedulerContext["data"]["technicians"][number], "id" | "name">[];
  current: string | null;
  onChoose: (technicianId: string) => void;
}

/** Phones show one technician at a time, initially the one in the URL: `?technician=`. */
const PhoneTechnician = memo(function PhoneTechnician({ technicians, current, onChoose }: PhoneTechnicianProps) {
  return (
    <div className="px-3 pb-2 sm:hidden">
      <NativeSelect
        aria-label="Technician shown"
        value={current ?? ""}
        onChange={(event) => onChoose(event.target.value)}
        choices={technicians.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </div>
  );
});

/** Shows that a day was reassigned, with one undo for all of it. */
function useUndoReassignment(): SchedulerContext["onReassigned"] {
  const { submit, data, state } = useFetcher<{ id: string } | FormRefusal>();
  const now = useRef(submit);
  now.current = submit;

  // The response arrives outside React events.
  useEffect(() => {
    if (state !== "idle" || !data) return;
    if ("id" in data) toast({ title: "Reassignment undone" });
    else toast({ title: "Nothing was changed", text: data.lastResult.error?.[""]?.join(" "), tone: "bad" });
  }, [state, data]);
  return useCallback(({ id, jobs }) => {
    const run = () => now.current({ reassignmentId: id, idempotencyKey: crypto.randomUUID() }, { method: "post" });
    toast({ title: `${workOrderCount(jobs)} reassigned`, action: { label: "Undo", run } });
  }, []);
}
