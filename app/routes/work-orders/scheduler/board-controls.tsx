import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { areSingleKeysOn } from "~/components/single-keys";
import { Button } from "~/components/ui/button";
import { ChevronLeft, ChevronRight, Minus, Plus, Rows3 } from "~/components/ui/icons";
import { type Axis, chooseBoardScale, DENSITIES, type Density, ZOOMS, zoomBy } from "./board-scale";

/** Width of the sticky name column, in pixels. */
const NAMES = 192;
const HOUR = 60;

interface BoardScrollOptions {
  axis: Axis | null;
  /** The day shown; each day opens at its own scroll position. */
  date: string;
  /** The current minute of the day; null on another day. */
  nowAt: number | null;
  /** The minute at which the first job ends; null on a day without jobs. */
  firstEnd: number | null;
}

/**
 * Today opens an hour before now, any other day with its first job visible; after that the scroll position is kept.
 * Zooming with Ctrl and the wheel, or with plus and minus, keeps the time under the pointer, or at the center, in place.
 */
export function useBoardScroll(scroller: RefObject<HTMLElement>, { axis, date, nowAt, firstEnd }: BoardScrollOptions) {
  const now = useRef({ axis, nowAt, firstEnd });
  now.current = { axis, nowAt, firstEnd };
  const pinned = useRef<number | null>(null);
  const drawn = useRef<Axis | null>(null);
  const isDrawn = axis !== null;

  // The scroll position exists only in the browser.
  useEffect(() => {
    const { axis, nowAt, firstEnd } = now.current;
    const element = scroller.current;
    if (!isDrawn || !axis || !element || !date) return;
    const inSight = (element.clientWidth - NAMES) / axis.scale + axis.from;
    if (nowAt !== null) scrollToMinute(element, axis, nowAt);
    else if (firstEnd !== null && firstEnd > inSight) scrollToMinute(element, axis, firstEnd);
  }, [isDrawn, date, scroller]);

  // Adjust the position before the new scale is painted.
  useLayoutEffect(() => {
    const element = scroller.current;
    const before = drawn.current;
    drawn.current = axis;
    if (!element || !axis || !before || before.scale === axis.scale) return;
    const at = pinned.current ?? (element.clientWidth - NAMES) / 2;
    pinned.current = null;
    const minute = before.from + (element.scrollLeft + at) / before.scale;
    element.scrollLeft = (minute - axis.from) * axis.scale - at;
  }, [axis, scroller]);

  // React's wheel listeners are passive, so the browser would zoom the page; keys are handled on the window.
  useEffect(() => {
    const element = scroller.current;
    if (!element || !isDrawn) return;
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      pinned.current = Math.max(0, event.clientX - element.getBoundingClientRect().left - NAMES);
      zoomBy(event.deltaY < 0 ? 1 : -1);
    };
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, [role=menu]");
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !areSingleKeysOn()) return;
      if (event.key === "+" || event.key === "=") zoomBy(1);
      else if (event.key === "-") zoomBy(-1);
    };
    element.addEventListener("wheel", wheel, { passive: false });
    window.addEventListener("keydown", press);
    return () => {
      element.removeEventListener("wheel", wheel);
      window.removeEventListener("keydown", press);
    };
  }, [isDrawn, scroller]);
}

/** Scrolls so that the visible range starts an hour before that minute. */
function scrollToMinute(element: HTMLElement, { from, scale }: Axis, minute: number, behavior?: ScrollBehavior): void {
  element.scrollTo({ left: (minute - HOUR - from) * scale, behavior });
}

const smoothly = (): ScrollBehavior =>
  window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";

const DENSITY_LABELS: Record<Density, string> = { compact: "Compact", normal: "Normal", tall: "Tall" };

/** Zoom and lane height, above the names. */
export function BoardControls({ axis }: { axis: Axis }) {
  const zoom = ZOOMS.indexOf(axis.scale);
  const next = DENSITIES[(DENSITIES.indexOf(axis.density) + 1) % DENSITIES.length] ?? "normal";
  return (
    <fieldset aria-label="Time scale" className="flex items-center px-1.5">
      <Small label="Zoom out (-)" disabled={zoom === 0} onClick={() => zoomBy(-1)}>
        <Minus />
      </Small>
      <Small label="Zoom in (+)" disabled={zoom === ZOOMS.length - 1} onClick={() => zoomBy(1)}>
        <Plus />
      </Small>
      <Small label={`Lane height: ${DENSITY_LABELS[axis.density]}`} onClick={() => chooseBoardScale({ density: next })}>
        <Rows3 />
      </Small>
    </fieldset>
  );
}

interface SmallProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function Small({ label, disabled, onClick, children }: SmallProps) {
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      className="size-7 touch:size-7"
      aria-label={label}
      title={label}
      {...{ disabled, onClick }}
    >
      {children}
    </Button>
  );
}

interface BoardEdgesProps {
  scroller: RefObject<HTMLElement>;
  axis: Axis;
  parts: ReadonlyMap<string, readonly { from: number; to: number }[]>;
}

interface Beyond {
  earlier: number;
  later: number;
  /** Too narrow for text at both edges. */
  isNarrow: boolean;
}

/** The number of jobs beyond each edge, with buttons to scroll there. */
export function BoardEdges({ scroller, axis, parts }: BoardEdgesProps) {
  const [{ earlier, later, isNarrow }, setBeyond] = useState<Beyond>({ earlier: 0, later: 0, isNarrow: false });

  // Only the browser knows what is visible.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const spans = [...parts.values()].flat();
    let frame = 0;
    const count = () => {
      const { start, end } = inSight(element, axis);
      const earlier = spans.filter(({ to }) => to <= start).length;
      const later = spans.filter(({ from }) => from >= end).length;
      const isNarrow = element.clientWidth < NAMES + 260;
      setBeyond((was) =>
        was.earlier === earlier && was.later === later && was.isNarrow === isNarrow
          ? was
          : { earlier, later, isNarrow },
      );
    };
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(count);
    };
    soon();
    element.addEventListener("scroll", soon, { passive: true });
    window.addEventListener("resize", soon);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener("scroll", soon);
      window.removeEventListener("resize", soon);
    };
  }, [scroller, axis, parts]);

  const goTo = (edge: "earlier" | "later") => {
    const element = scroller.current;
    if (!element) return;
    const { start, end } = inSight(element, axis);
    const spans = [...parts.values()].flat();
    const nearest =
      edge === "later"
        ? Math.min(...spans.filter(({ from }) => from >= end).map(({ from }) => from))
        : Math.max(...spans.filter(({ to }) => to <= start).map(({ to }) => to)) - (end - start) + 2 * HOUR;
    scrollToMinute(element, axis, nearest, smoothly());
  };
  return (
    <div className="sticky top-0 left-0 z-30 h-0 w-full">
      {earlier > 0 && (
        <Button variant="secondary" size="sm" className={`${PILL} left-[12.5rem] pl-1`} onClick={() => goTo("earlier")}>
          <ChevronLeft />
          {earlier} <span className={isNarrow ? "sr-only" : undefined}>earlier</span>
        </Button>
      )}
      {later > 0 && (
        <Button variant="secondary" size="sm" className={`${PILL} right-1 pr-1`} onClick={() => goTo("later")}>
          {later} <span className={isNarrow ? "sr-only" : undefined}>later</span>
          <ChevronRight />
        </Button>
      )}
    </div>
  );
}

const PILL = "absolute top-0.5 min-h-6 gap-0.5 px-2 text-xs tabular touch:min-h-6";

function inSight({ scrollLeft, clientWidth }: HTMLElement, { from, scale }: Axis) {
  return { start: from + scrollLeft / scale, end: from + (scrollLeft + clientWidth - NAMES) / scale };
}
