import { useDeferredValue, useMemo } from "react";
import { isFound, isHighlighted, type SchedulerFilter } from "~/domain/scheduling/filter";
import type { SchedulerWorkOrder, TrayWorkOrder } from "~/domain/scheduling/scheduler";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { overlaps } from "~/domain/shared/time/intervals";
import type { AttentionItem } from "./attention";
import type { WorkOrderPlace } from "./use-reveal";
import { periodOf, type SchedulerScreen } from "./view";

interface Searched {
  data: SchedulerScreen;
  jobs: readonly SchedulerWorkOrder[];
  tray: readonly TrayWorkOrder[];
  attention: readonly AttentionItem[];
  filter: SchedulerFilter;
  /** The typed text, which is not in the URL yet. */
  search: string;
}

export interface Found {
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
