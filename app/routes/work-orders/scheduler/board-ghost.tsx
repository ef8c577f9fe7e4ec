import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { place, popover } from "~/components/ui/floating";
import type { Placement } from "~/domain/scheduling/scheduler";
import { MINUTE_MS } from "~/domain/shared/intervals";
import { startOfDay, wallTimeOf } from "~/domain/shared/time-zones";
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

/** Where a job would be, drawn in the lead's lane and moving with it; nothing where that lane is not on the screen. */
export function BoardGhost({ placement, label, zone, tone, anchor }: BoardGhostProps) {
  const own = useRef<HTMLDivElement>(null);
  const ref = anchor ?? own;
  const [lane, setLane] = useState<HTMLElement | null>(null);
  const { start, minutes, technicianIds } = placement;
  const lead = technicianIds[0] ?? "";

  // The board is drawn by another part of the screen.
  useLayoutEffect(() => setLane(laneFor({ lead, start, zone })), [lead, start, zone]);

  // Only a ghost that is seen says anything.
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

/** Null on a phone, whose lanes list their jobs, and for a day that is not shown. */
export function laneFor({ lead, start, zone }: { lead: string; start: number; zone: string }): HTMLElement | null {
  const { date } = wallTimeOf(start, zone);
  const lane = document.querySelector<HTMLElement>(`[data-lane="${CSS.escape(lead)}"][data-date="${date}"]`);
  const isDrawn = lane !== null && lane.offsetParent !== null && window.matchMedia("(min-width: 40rem)").matches;
  return isDrawn ? lane : null;
}

interface SpotPopoverProps {
  anchor: RefObject<HTMLElement>;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A small dialog beside a spot of the board, which stays as it is and can be scrolled; Escape closes it. */
export function SpotPopover({ anchor, label, onClose, children }: SpotPopoverProps) {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  // The top layer is imperative, and the spot moves as the board is scrolled.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const before = document.activeElement;
    const follow = () => anchor.current && place(anchor.current, element);
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      close.current();
    };
    element.showPopover();
    // The spot is drawn in a second step, once its lane is found.
    const frame = requestAnimationFrame(() => {
      anchor.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
      follow();
    });
    element.focus({ preventScroll: true });
    window.addEventListener("scroll", follow, { capture: true, passive: true });
    window.addEventListener("resize", follow);
    document.addEventListener("keydown", press);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", follow, { capture: true });
      window.removeEventListener("resize", follow);
      document.removeEventListener("keydown", press);
      if (before instanceof HTMLElement && before.isConnected && element.contains(document.activeElement)) {
        before.focus({ preventScroll: true });
      }
    };
  }, [anchor]);
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      data-spot=""
      {...{ ...popover, popover: "manual" }}
      className="w-96 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border border-border bg-card p-4 text-body text-foreground shadow-popover"
    >
      {children}
    </div>
  );
}
