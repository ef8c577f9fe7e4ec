import { DAY_MS } from "~/domain/shared/dates";
import type { Instant } from "~/domain/shared/time-zones";
import { PRIORITIES, PRIORITY_LABELS } from "~/domain/work-order-basics/priority";
import type { TrayWorkOrder } from "./scheduler";

export const TRAY_GROUPINGS = ["priority", "age", "city"] as const;
export type TrayGrouping = (typeof TRAY_GROUPINGS)[number];

export const TRAY_GROUPING_LABELS: Record<TrayGrouping, string> = {
  priority: "By priority",
  age: "By age",
  city: "By city",
};

interface TrayGroup {
  title: string;
  jobs: readonly TrayWorkOrder[];
}

/** Whole days since a work order was created. */
export const ageInDays = ({ createdAt }: Pick<TrayWorkOrder, "createdAt">, now: Instant) =>
  Math.max(0, Math.floor((now - createdAt) / DAY_MS));

/** "9 days", "1 day", "today". */
export function formatAge(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "1 day" : `${days} days`;
}

/**
 * Returns the tray in non-empty groups. Jobs on hold are a group of their own at the end: an emergency that waits for parts is
 * not the first thing to schedule. Within a group, the most urgent come first, then the oldest; grouped by age, the oldest
 * first.
 */
export function groupTray(jobs: readonly TrayWorkOrder[], by: TrayGrouping, now: Instant): TrayGroup[] {
  const fresh = jobs.filter(({ status }) => status !== "on_hold");
  const held = jobs.filter(({ status }) => status === "on_hold");
  const groups = [...grouped(fresh, by, now), { title: "On hold, ready to schedule", jobs: held }];
  return groups.filter((group) => group.jobs.length > 0);
}

function grouped(jobs: readonly TrayWorkOrder[], by: TrayGrouping, now: Instant): TrayGroup[] {
  switch (by) {
    case "priority":
      return PRIORITIES.toReversed().map((priority) => ({
        title: PRIORITY_LABELS[priority],
        jobs: jobs.filter((workOrder) => workOrder.priority === priority),
      }));
    case "age":
      return byAge(
        jobs.toSorted((a, b) => a.createdAt - b.createdAt),
        now,
      );
    case "city":
      return [...new Set(jobs.map(({ city }) => city))]
        .toSorted((a, b) => a.localeCompare(b))
        .map((city) => ({ title: city, jobs: jobs.filter((workOrder) => workOrder.city === city) }));
  }
}

function byAge(jobs: readonly TrayWorkOrder[], now: Instant): TrayGroup[] {
  const between = (from: number, to: number) =>
    jobs.filter((workOrder) => ageInDays(workOrder, now) >= from && ageInDays(workOrder, now) < to);
  return [
    { title: "Over a week", jobs: between(7, Number.POSITIVE_INFINITY) },
    { title: "2 to 6 days", jobs: between(2, 7) },
    { title: "Since yesterday", jobs: between(0, 2) },
  ];
}
