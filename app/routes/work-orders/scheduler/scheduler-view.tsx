import { useSearchParams } from "@remix-run/react";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Select } from "~/components/ui/select";
import type { Placement, SchedulerJob, TrayJob } from "~/domain/scheduling/scheduler";
import { formatWorkOrderNumber } from "~/domain/work-orders/work-order";
import { useAnotherTry } from "~/lib/live/use-another-try";
import { useLive } from "~/lib/live/use-live";
import { applied } from "./applied";
import { DayBoard } from "./day-board";
import type { Drop } from "./drops";
import { SchedulerHeader } from "./header";
import { timeWords } from "./labels";
import { Tray } from "./tray";
import { useJudge } from "./use-drop-feedback";
import { useDrops } from "./use-drops";
import { howToDragId, type SchedulerScreen, type ShownJob } from "./view";
import { WeekBoard } from "./week-board";

const parts = {
  flight: () => import("./drop-in-flight").then((module) => ({ default: module.DropInFlight })),
  drag: () => import("./drag-layer").then((module) => ({ default: module.DragLayer })),
  panel: () => import("./job-panel").then((module) => ({ default: module.JobPanel })),
  reassignDay: () => import("./reassign-day").then((module) => ({ default: module.ReassignDayDialog })),
  refused: () => import("./refused-drop").then((module) => ({ default: module.RefusedDrop })),
};
const DropInFlight = lazy(parts.flight);
const DragLayer = lazy(parts.drag);
const JobPanel = lazy(parts.panel);
const ReassignDayDialog = lazy(parts.reassignDay);
const RefusedDrop = lazy(parts.refused);

export function SchedulerView({ data }: { data: SchedulerScreen }) {
  useLive();
  useAnotherTry(data.stale);
  const root = useRef<HTMLDivElement>(null);
  const ready = useReady();
  const { technicians, zone, mayPlan, view } = data;
  const names = useMemo(() => new Map(technicians.map(({ id, name }) => [id, name])), [technicians]);
  const drops = useDrops({ stale: data.stale });
  const { jobs, tray } = useMemo(() => applied(data, drops.drops), [data, drops.drops]);
  const judge = useJudge(data, jobs);
  const panel = usePanel();
  const undo = useUndo(drops.back, drops.add);
  const { open } = panel;
  const onOpen = useCallback((job: SchedulerJob | TrayJob) => open(job.number), [open]);
  const [out, setOut] = useState<string | null>(null);
  const stay = useCallback(() => setOut(null), []);
  const current = panel.technician ?? technicians[0]?.id ?? null;
  const shown = panel.job === null ? null : findJob({ jobs, tray }, panel.job);
  const board = { data, jobs, judge, ready, current, onOpen, onReassignDay: setOut };
  return (
    <div ref={root} className="flex min-h-0 flex-col sm:h-[calc(100dvh-var(--header-top))]">
      <SchedulerHeader data={data} undo={undo} />
      <p id={howToDragId} hidden>
        Press Space to pick it up, the arrows to choose time and technician, with Shift its length, Space to let go,
        Escape to leave it.
      </p>
      <div className="px-3 pb-2 sm:hidden">
        <Select
          aria-label="Technician shown"
          value={current ?? ""}
          onChange={(event) => panel.choose(event.target.value)}
          choices={technicians.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      <div className="flex min-h-0 grow flex-col border-border border-t max-sm:flex-col-reverse sm:flex-row">
        <Tray jobs={tray} partial={data.trayIsPartial} mayPlan={mayPlan} onOpen={onOpen} />
        {view === "week" ? <WeekBoard {...board} /> : <DayBoard {...board} />}
      </div>
      <Suspense fallback={null}>
        {drops.sending.map((drop) => (
          <DropInFlight
            key={drop.key}
            drop={drop}
            action={data.address}
            placeWords={(place) => placeWords(place, { names, zone })}
            onSettled={drops.settle}
            onUndo={drops.add}
          />
        ))}
        {ready && mayPlan && (
          <DragLayer root={root} view={view} zone={zone} jobs={jobs} tray={tray} judge={judge} onDrop={drops.make} />
        )}
        {ready && shown && (
          <JobPanel
            key={shown.job.id}
            shown={shown}
            data={data}
            judge={judge}
            onPlace={drops.make}
            onClose={panel.close}
          />
        )}
        {ready && mayPlan && (
          <ReassignDayDialog technicianId={out} date={data.date} action={data.address} onClose={stay} />
        )}
        {ready && drops.open && (
          <RefusedDrop open={drops.open} data={data} onSend={drops.send} onClose={drops.discard} />
        )}
      </Suspense>
    </div>
  );
}

/** "8:30 AM, Luis Ortega". */
function placeWords(
  { technicianIds, start }: Placement,
  { names, zone }: { names: Map<string, string>; zone: string },
) {
  const crew = technicianIds.flatMap((id) => names.get(id) ?? []).join(", ");
  return `is at ${timeWords(start, null, zone)}, ${crew}`;
}

function findJob(
  { jobs, tray }: { jobs: readonly SchedulerJob[]; tray: readonly TrayJob[] },
  number: number,
): ShownJob | null {
  const booked = jobs.find((job) => job.number === number);
  if (booked) return { kind: "booked", job: booked };
  const waiting = tray.find((job) => job.number === number);
  return waiting ? { kind: "waiting", job: waiting } : null;
}

/** True once the page's scripts run: what needs the browser is added then. */
function useReady(): boolean {
  const [ready, setReady] = useState(false);

  // The server's page must be drawn once as it was sent.
  useEffect(() => {
    setReady(true);
    for (const load of Object.values(parts)) void load().catch(() => undefined);
  }, []);
  return ready;
}

/** The last drop can be taken back as long as the screen stands; Ctrl-Z does it too, but in a field that is typed in. */
function useUndo(back: Drop | null, add: (drop: Drop) => void) {
  const now = useRef(add);
  now.current = add;
  const undo = useMemo(
    () => back && { of: formatWorkOrderNumber(back.job.number), run: () => now.current(back) },
    [back],
  );

  // Keys are the window's.
  useEffect(() => {
    if (!undo) return;
    const press = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
      if (typing || event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      undo.run();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [undo]);
  return undo;
}

/** What the address says of the screen: `?job=12` is open beside it, `?technician=` is the one a phone shows. */
function usePanel() {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (name: string, value: string | null) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { preventScrollReset: true, replace: true },
      ),
    [setSearch],
  );
  const open = useCallback((number: number) => change("job", String(number)), [change]);
  const close = useCallback(() => change("job", null), [change]);
  return {
    job: search.has("job") ? Number(search.get("job")) : null,
    technician: search.get("technician"),
    open,
    close,
    choose: (technicianId: string) => change("technician", technicianId),
  };
}
