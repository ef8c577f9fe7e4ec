import { useDeferredValue, useMemo } from "react";
import { isFound, isHighlighted, type SchedulerFilter } from "~/domain/scheduling/filter";
import type { SchedulerJob, TrayJob } from "~/domain/scheduling/scheduler";
import { MINUTE_MS } from "~/domain/shared/dates";
import { overlaps } from "~/domain/shared/intervals";
import type { AttentionItem } from "./attention";
import type { JobPlace } from "./use-reveal";
import { periodOf, type SchedulerScreen } from "./view";

interface Searched {
  data: SchedulerScreen;
  jobs: readonly SchedulerJob[];
  tray: readonly TrayJob[];
  attention: readonly AttentionItem[];
  filter: SchedulerFilter;
  /** The typed text, which is not in the URL yet. */
  search: string;
}

export interface Found {
  ids: ReadonlySet<string>;
  /** By time, unscheduled jobs last. */
  places: readonly JobPlace[];
}

/** Jobs on the screen that match the search or filter; null if there is neither. */
export function useFound({ data, jobs, tray, attention, filter, search }: Searched): Found | null {
  const text = useDeferredValue(search.trim());
  return useMemo(() => {
    const isNarrowed = filter.service !== null || filter.status !== null || filter.problems;
    if (!text && !isNarrowed) return null;
    const names = new Map(data.technicians.map(({ id, name }) => [id, name]));
    const troubled = new Set(attention.map(({ jobId }) => jobId));
    const period = periodOf(data);
    const passes = (job: SchedulerJob | TrayJob, people: readonly string[]) =>
      isHighlighted(job, filter, troubled.has(job.id)) && (!text || isFound(job, text, people));
    const booked = jobs
      .filter(({ start, minutes }) => overlaps({ start, end: start + minutes * MINUTE_MS }, period))
      .filter((job) =>
        passes(
          job,
          job.technicianIds.flatMap((id) => names.get(id) ?? []),
        ),
      )
      .toSorted((a, b) => a.start - b.start)
      .map(({ id, technicianIds }) => ({ jobId: id, technicianId: technicianIds[0] ?? null }));
    const waiting = tray.filter((job) => passes(job, [])).map(({ id }) => ({ jobId: id, technicianId: null }));
    const places = [...booked, ...waiting];
    return { ids: new Set(places.map(({ jobId }) => jobId)), places };
  }, [text, data, jobs, tray, attention, filter]);
}
