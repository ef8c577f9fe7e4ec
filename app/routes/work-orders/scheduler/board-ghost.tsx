import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Placement } from "~/domain/scheduling/scheduler";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { startOfDay, wallTimeOf } from "~/domain/shared/time/time-zones";
import { cn } from "~/lib/utils";
import { axisOf } from "./drag-target";
import { shortTime, timeLabel } from "./labels";

interface BoardGhostProps {
  placement: Placement;
  label: string;
  zone: string;
  tone: "bad" | "suggested";
  anchor?: RefObject<HTMLDivElement>;
}

const TONES = { bad: "border-bad bg-bad-soft", suggested: "border-ring bg-link-soft" };

/** Preview of a job's placement in the lead's lane, moving with that lane; nothing if the lane is not shown. */
export function BoardGhost({ placement, label, zone, tone, anchor }: BoardGhostProps) {
  const own = useRef<HTMLDivElement>(null);
  const ref = anchor ?? own;
  const [lane, setLane] = useState<HTMLElement | null>(null);
  const { start, minutes, technicianIds } = placement;
  const lead = technicianIds[0] ?? "";

  // The board is rendered by another part of the screen.
  useLayoutEffect(() => setLane(laneFor({ lead, start, zone })), [lead, start, zone]);

  // Bring a suggested placement into view.
  useEffect(() => {
    if (lane && tone === "suggested") ref.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [lane, tone, ref]);
  if (!lane) return null;
  const axis = axisOf(document.body);
  const date = lane.dataset.date ?? "";
  const style = hasAxis()
    ? {
        left: ((start - startOfDay(date, zone)) / MINUTE_MS - axis.origin) * axis.scale,
        width: minutes * axis.scale - 2,
      }
    : { left: 4, right: 4 };
  return createPortal(
    <div
      ref={ref}
      data-ghost=""
      style={style}
      className={cn(
        "pointer-events-none absolute inset-y-0.5 z-2 scroll-mx-52 overflow-hidden whitespace-nowrap rounded-sm border-2 border-dashed px-1.5 py-1 text-foreground text-xs",
        TONES[tone],
      )}
    >
      <span className="font-medium tabular">{shortTime(timeLabel(start, null, zone))}</span> {label}
    </div>,
    lane,
  );
}

const hasAxis = () => document.querySelector("[data-names]") !== null;

/** Null on phones, whose lanes are lists, and for a day that is not shown. */
export function laneFor({ lead, start, zone }: { lead: string; start: number; zone: string }): HTMLElement | null {
  const { date } = wallTimeOf(start, zone);
  const lane = document.querySelector<HTMLElement>(`[data-lane="${CSS.escape(lead)}"][data-date="${date}"]`);
  const isDrawn = lane !== null && lane.offsetParent !== null && window.matchMedia("(min-width: 40rem)").matches;
  return isDrawn ? lane : null;
}
