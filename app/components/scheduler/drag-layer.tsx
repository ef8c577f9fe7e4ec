import { type RefObject, useEffect, useRef } from "react";
import type { Conflict } from "~/domain/scheduling/conflicts.rules";
import { type Placement, placedFromTray, type SchedulerJob, type TrayJob } from "~/domain/scheduling/scheduler.rules";
import { formatWorkOrderNumber } from "~/domain/work-orders/rules";
import { type DragOps, startPointerDrag } from "./drag";
import type { Against } from "./drag-ghost";
import { startKeyDrag } from "./drag-keys";
import { crewAfter, type Liftable, type Target } from "./drag-target";
import type { Judge } from "./judge";
import { canMove, canResize } from "./lane-words";
import { type Movable, movableFromTray, movableJob } from "./placements";

export interface DragLayerProps {
  root: RefObject<HTMLElement>;
  view: "day" | "week";
  zone: string;
  jobs: readonly SchedulerJob[];
  tray: readonly TrayJob[];
  judge: Judge | null;
  onDrop: (job: Movable, to: Placement | null) => void;
}

/** Laid over the board once it stands there: lets its jobs be dragged and resized with mouse, finger and keyboard. */
export function DragLayer(props: DragLayerProps) {
  const told = useRef<HTMLParagraphElement>(null);
  const now = useRef(props);
  now.current = props;
  const { root } = props;

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
    };
    const stops = [startPointerDrag(element, ops), startKeyDrag(element, ops)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [root]);
  return <p ref={told} role="status" className="sr-only" />;
}

function liftable({ jobs, tray, zone }: DragLayerProps, id: string): Liftable | null {
  const job = jobs.find((one) => one.id === id);
  if (job) {
    const { technicianIds, start, minutes, status } = job;
    return {
      id,
      label: formatWorkOrderNumber(job.number),
      at: { technicianIds, start, minutes },
      minutes,
      zone: job.zone ?? zone,
      movable: canMove(status),
      resizable: canResize(status),
    };
  }
  const waiting = tray.find((one) => one.id === id);
  if (!waiting) return null;
  const { number, minutes } = waiting;
  const label = formatWorkOrderNumber(number);
  return { id, label, at: null, minutes, zone: waiting.zone ?? zone, movable: true, resizable: true };
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
  return known && judge ? tellConflicts(judge.against(known, place)) : { text: "", tone: "ok" };
}

function tellConflicts(conflicts: readonly Conflict[]): Against {
  const worst = conflicts.find(({ severity }) => severity !== "warning") ?? conflicts[0];
  if (!worst) return { text: "", tone: "ok" };
  return { text: worst.message, tone: worst.severity === "warning" ? "warn" : "bad" };
}

function drop({ jobs, tray, onDrop }: DragLayerProps, job: Liftable, { target, from }: Over<Target | "tray">): void {
  const booked = jobs.find((one) => one.id === job.id);
  const waiting = tray.find((one) => one.id === job.id);
  const movable = booked ? movableJob(booked) : waiting && movableFromTray(waiting);
  if (!movable) return;
  if (target === "tray") {
    onDrop(movable, null);
    return;
  }
  const to = placeOf(job, { target, from });
  const { at } = movable;
  const same =
    at && at.start === to.start && at.minutes === to.minutes && at.technicianIds.join() === to.technicianIds.join();
  if (!same) onDrop(movable, to);
}
