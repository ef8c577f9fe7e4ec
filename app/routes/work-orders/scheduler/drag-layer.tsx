import { type RefObject, useEffect, useRef } from "react";
import { toast } from "~/components/ui/toast-store";
import type { Conflict } from "~/domain/scheduling/conflicts";
import { type Placement, placedFromTray, type SchedulerJob, type TrayJob } from "~/domain/scheduling/scheduler";
import { formatWorkOrderNumber } from "~/domain/work-orders/work-order";
import { type Dragging, type DragOps, startPointerDrag } from "./drag";
import type { Against } from "./drag-ghost";
import { startKeyDrag } from "./drag-keys";
import { crewAfter, type Liftable, type Target } from "./drag-target";
import type { Judge } from "./drop-feedback";
import { isSamePlace, type Movable, movableJob } from "./drops";
import { canMove, canResize } from "./labels";

export interface DragLayerProps {
  root: RefObject<HTMLElement>;
  view: "day" | "week";
  zone: string;
  jobs: readonly SchedulerJob[];
  tray: readonly TrayJob[];
  judge: Judge | null;
  onDrop: (job: Movable, to: Placement | null, notice?: string | null) => void;
}

/** Laid over the board once it stands there: lets its jobs be dragged and resized with mouse, finger and keyboard. */
export function DragLayer(props: DragLayerProps) {
  const told = useRef<HTMLParagraphElement>(null);
  const now = useRef(props);
  now.current = props;
  const dragging = useRef<Dragging[]>([]);
  const { root, jobs, tray } = props;

  // Pointers and keys are followed outside of React.
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const ops: DragOps = {
      board: () => ({ view: now.current.view, zone: now.current.zone }),
      find: (id) => liftable(now.current, id),
      against: (job, target, from) => againstTarget(now.current, job, { target, from }),
      drop: (job, target, from) => drop(now.current, job, { target, from }),
      say: (words) => {
        if (told.current) told.current.textContent = words;
      },
      kept: ({ label }) => toast({ title: `${label} was put down: it stays where it is`, tone: "warn" }),
    };
    dragging.current = [startPointerDrag(element, ops), startKeyDrag(element, ops)];
    element.dataset.draggable = "";
    return () => {
      for (const { stop } of dragging.current) stop();
      dragging.current = [];
    };
  }, [root]);

  // What is in hand may be drawn elsewhere now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board is drawn from these
  useEffect(() => {
    for (const { redrawn } of dragging.current) redrawn();
  }, [jobs, tray]);
  return <p ref={told} role="status" className="sr-only" />;
}

function liftable({ jobs, tray, zone }: DragLayerProps, id: string): Liftable | null {
  const job = jobs.find((one) => one.id === id);
  const waiting = tray.find((one) => one.id === id);
  const known = job ?? waiting;
  if (!known) return null;
  return {
    ...(job ? movableJob(job) : { ...known, at: null }),
    label: formatWorkOrderNumber(known.number),
    minutes: known.minutes,
    zone: known.zone ?? zone,
    movable: !job || canMove(job.status),
    resizable: !job || canResize(job.status),
  };
}

interface Over<To> {
  target: To;
  from: string | null;
}

function placeOf(job: Liftable, { target, from }: Over<Target>): Placement {
  const crew = crewAfter(job.at?.technicianIds ?? [], from, target.technicianId);
  return { technicianIds: crew, start: target.start, minutes: target.minutes };
}

function againstTarget({ jobs, tray, judge }: DragLayerProps, job: Liftable, over: Over<Target>): Against {
  const place = placeOf(job, over);
  const waiting = tray.find((one) => one.id === job.id);
  const known = jobs.find((one) => one.id === job.id) ?? (waiting && placedFromTray(waiting, place));
  const told: Against = known && judge ? tellConflicts(judge.against(known, place)) : { text: "", tone: "ok" };
  const { notice } = over.target;
  return notice ? { text: `${notice} ${told.text}`.trim(), tone: told.tone === "ok" ? "warn" : told.tone } : told;
}

function tellConflicts(conflicts: readonly Conflict[]): Against {
  const worst = conflicts.find(({ severity }) => severity !== "warning") ?? conflicts[0];
  if (!worst) return { text: "", tone: "ok" };
  return { text: worst.message, tone: worst.severity === "warning" ? "warn" : "bad" };
}

/**
 * Lets a job go there. Where it was changed while in hand, its place still being the one it was lifted from, the hand counts;
 * with another place it is sent as it was lifted, so that the answer says what happened meanwhile.
 */
function drop(props: DragLayerProps, lifted: Liftable, { target, from }: Over<Target | "tray">): void {
  const now = liftable(props, lifted.id);
  const { id, number, version, at } = now && isSamePlace(now.at, lifted.at) ? now : lifted;
  const to = target === "tray" ? null : placeOf(lifted, { target, from });
  if (!isSamePlace(at, to)) props.onDrop({ id, number, version, at }, to, target === "tray" ? null : target.notice);
}
