import { type RefObject, useDeferredValue, useEffect, useMemo } from "react";
import { isFound, isHighlighted, type SchedulerFilter } from "~/domain/scheduling/filter";
import type { SchedulerWorkOrder, TrayWorkOrder } from "~/domain/scheduling/scheduler";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { overlaps } from "~/domain/shared/time/intervals";
import type { AttentionItem } from "./attention";
import { periodOf, type SchedulerScreen } from "./scheduler-context";
import type { WorkOrderPlace } from "./use-reveal";

interface Searched {
  data: SchedulerScreen;
  jobs: readonly SchedulerWorkOrder[];
  tray: readonly TrayWorkOrder[];
  attention: readonly AttentionItem[];
  filter: SchedulerFilter;
  /** The typed text, which is not in the URL yet. */
  search: string;
}

interface Found {
  ids: ReadonlySet<string>;
  /** By time, unscheduled jobs last. */
  places: readonly WorkOrderPlace[];
}

/** Jobs on the screen that match the search or filter; null if there is neither. */
export function useFound({ data, jobs, tray, attention, filter, search }: Searched): Found | null {
  const text = useDeferredValue(search.trim());
  return useMemo(() => {
    const isNarrowed = filter.service !== null || filter.status !== null || filter.problems;
    if (!text && !isNarrowed) return null;
    const names = new Map(data.technicians.map(({ id, name }) => [id, name]));
    const troubled = new Set(attention.map(({ workOrderId }) => workOrderId));
    const period = periodOf(data);
    const passes = (workOrder: SchedulerWorkOrder | TrayWorkOrder, people: readonly string[]) =>
      isHighlighted(workOrder, filter, troubled.has(workOrder.id)) && (!text || isFound(workOrder, text, people));
    const booked = jobs
      .filter(({ start, minutes }) => overlaps({ start, end: start + minutes * MINUTE_MS }, period))
      .filter((workOrder) =>
        passes(
          workOrder,
          workOrder.technicianIds.flatMap((id) => names.get(id) ?? []),
        ),
      )
      .toSorted((a, b) => a.start - b.start)
      .map(({ id, technicianIds }) => ({ workOrderId: id, technicianId: technicianIds[0] ?? null }));
    const waiting = tray
      .filter((workOrder) => passes(workOrder, []))
      .map(({ id }) => ({ workOrderId: id, technicianId: null }));
    const places = [...booked, ...waiting];
    return { ids: new Set(places.map(({ workOrderId }) => workOrderId)), places };
  }, [text, data, jobs, tray, attention, filter]);
}

/**
 * Outlines the jobs a search found and dims the others. Written directly to the elements, as in a drag: a board has
 * hundreds of jobs, and rendering each again for every letter would take longer than typing it.
 */
export function useMarks(
  area: RefObject<HTMLElement>,
  { found, isSearch }: { found: ReadonlySet<string> | null; isSearch: boolean },
): void {
  // React owns the elements, but not this attribute.
  useEffect(() => {
    const root = area.current;
    if (!root) return;
    const mark = () => {
      for (const element of root.querySelectorAll<HTMLElement>("[data-job]")) {
        const isFound = found?.has(element.dataset.job ?? "");
        if (found === null || (isFound && !isSearch)) delete element.dataset.mark;
        else element.dataset.mark = isFound ? "match" : "dim";
      }
    };
    mark();
    if (found === null) return;
    const observer = new MutationObserver(mark);
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [area, found, isSearch]);
}

/** Styles of marked jobs, for an element around them. */
export const MARK_STYLES = [
  "[&_[data-mark=dim]]:opacity-30 [&_[data-shown]]:outline-3 [&_[data-shown]]:outline-primary",
  "[&_[data-mark=match]:not([data-shown])]:outline-2 [&_[data-mark=match]:not([data-shown])]:outline-ring",
].join(" ");
