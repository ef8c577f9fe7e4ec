import { useEffect, useMemo, useRef, useState } from "react";
import { toast } from "~/components/ui/toast-store";
import type { Placement } from "~/domain/scheduling/scheduler";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { useLiveConnection } from "~/lib/live/live-connection";
import { isOpen, type Mutation } from "~/lib/optimistic-queue";
import { useOptimisticQueue } from "~/lib/use-optimistic-queue";
import { DROPS, type Drop, type DropWorkOrder, dropAnswer, newDrop, undoOf } from "./drops";
import { startLabel } from "./labels";
import type { SchedulerScreen } from "./scheduler-context";

const MAX_UNDO = 20;
/** Sending renders the screen again, so the dropped job is painted first. */
const SEND_AFTER_MS = 40;

/** The day with drops applied that are not in the loaded data yet, and the actions for them. */
export function useDrops(data: SchedulerScreen) {
  /** Undo drops for those made here, latest last. */
  const [undos, setUndos] = useState<readonly Drop[]>([]);
  const live = useLiveConnection();
  const { state, mutations, put, retry, discard } = useOptimisticQueue(DROPS, data, { onConfirmed, onRefused });
  const latest = useRef({ state, mutations });
  latest.current = { state, mutations };

  const send = (drop: Drop) => void put(drop, { delay: SEND_AFTER_MS });

  function onConfirmed({ change: drop, answer, tries }: Mutation<Drop>): void {
    live?.retryNow();
    const undo = undoOf(drop, answer);
    if (undo && !drop.undoes) setUndos((all) => [...all.slice(1 - MAX_UNDO), undo]);
    const otherChange = tries > 1 ? "Someone else changed other details of this job at the same time." : undefined;
    const other = drop.displaces && formatWorkOrderNumber(drop.displaces.workOrder.number);
    const displaced = other && (drop.undoes ? `${other} moved back too.` : `${other} moved to make room.`);
    toast({
      title: doneText(drop, data),
      text: dropAnswer(answer).notice ?? drop.notice ?? displaced ?? otherChange,
      action: undo ? { label: "Undo", run: () => takeBack(undo) } : undefined,
    });
  }

  /** A refused drop is discarded if a later one of the same job is pending. */
  function onRefused({ id, order, change }: Mutation<Drop>): void {
    const isOvertaken = latest.current.mutations.some(
      (one) => one.order > order && isOpen(one) && one.change.workOrder.id === change.workOrder.id,
    );
    if (isOvertaken) void discard(id);
  }

  function takeBack(undo: Drop): void {
    setUndos((all) => all.filter((one) => one !== undo));
    // Other details of the job may have changed since.
    const { jobs, tray } = latest.current.state;
    const { version } = [...jobs, ...tray].find(({ id }) => id === undo.workOrder.id) ?? undo.workOrder;
    send({ ...undo, workOrder: { ...undo.workOrder, version: Math.max(version, undo.workOrder.version) } });
  }

  const last = undos.at(-1) ?? null;
  return {
    jobs: state.jobs,
    tray: state.tray,
    drop: (workOrder: DropWorkOrder, to: Placement | null, notice: string | null = null) =>
      send({ ...newDrop(workOrder, to), notice: notice ?? recallNotice(workOrder, to) }),
    /** A refused or unsent drop, for the user to decide on. */
    failed: mutations.find(({ state }) => state === "refused" || state === "unreached") ?? null,
    retry: (mutation: Mutation<Drop>, drop?: Drop) => void retry(mutation.id, drop),
    discard: (mutation: Mutation<Drop>) => void discard(mutation.id),
    undo: useUndoKey(last, takeBack),
  };
}

function recallNotice({ status }: DropWorkOrder, to: Placement | null): string | null {
  return !to && status === "dispatched" ? "It was removed from the technician's phone." : null;
}

/** "WO-012 moved to 8:30 AM, Luis Ortega"; in a week, with the day. */
function doneText({ workOrder, to, undoes }: Drop, { technicians, zone, view }: SchedulerScreen): string {
  const reference = formatWorkOrderNumber(workOrder.number);
  if (!to) return undoes ? `${reference} is back in the list` : `${reference} unscheduled`;
  const names = to.technicianIds.flatMap((id) => technicians.find((one) => one.id === id)?.name ?? []);
  return `${reference} moved to ${startLabel(to.start, zone, view === "week")}, ${names.join(", ")}`;
}

/** The last drop can be undone while the screen is open, also with Ctrl-Z outside of fields. */
function useUndoKey(last: Drop | null, takeBack: (undo: Drop) => void) {
  const now = useRef(takeBack);
  now.current = takeBack;
  const undo = useMemo(
    () => last && { reference: formatWorkOrderNumber(last.workOrder.number), run: () => now.current(last) },
    [last],
  );

  // Keys are handled on the window.
  useEffect(() => {
    if (!undo) return;
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
      if (isTyping || event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      undo.run();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [undo]);
  return undo;
}
