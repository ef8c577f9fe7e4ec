import { type CivilDate, daysBetween } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { PRIORITIES, PRIORITY_LABELS } from "~/domain/work-order-basics/priority";
import type { TrayWorkOrder } from "./scheduler";

export const TRAY_GROUPINGS = ["priority", "age", "city"] as const;
export type TrayGrouping = (typeof TRAY_GROUPINGS)[number];

export const TRAY_GROUPING_LABELS: Record<TrayGrouping, string> = {
  priority: "By priority",
  age: "By age",
  city: "By city",
};

/** Today in the business's zone. */
interface Day {
  today: CivilDate;
  zone: string;
}

interface TrayGroup {
  title: string;
  jobs: readonly TrayWorkOrder[];
}

/** Civil days of the business since a work order was created. */
export const ageInDays = ({ createdAt }: Pick<TrayWorkOrder, "createdAt">, today: CivilDate, zone: string) =>
  Math.max(0, daysBetween(wallTimeOf(createdAt, zone).date, today));

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
export function groupTray(jobs: readonly TrayWorkOrder[], by: TrayGrouping, day: Day): TrayGroup[] {
  const fresh = jobs.filter(({ status }) => status !== "on_hold");
  const held = jobs.filter(({ status }) => status === "on_hold");
  const groups = [...grouped(fresh, by, day), { title: "On hold, ready to schedule", jobs: held }];
  return groups.filter((group) => group.jobs.length > 0);
}

function grouped(jobs: readonly TrayWorkOrder[], by: TrayGrouping, day: Day): TrayGroup[] {
  switch (by) {
    case "priority":
      return PRIORITIES.toReversed().map((priority) => ({
        title: PRIORITY_LABELS[priority],
        jobs: jobs.filter((workOrder) => workOrder.priority === priority),
      }));
    case "age":
      return byAge(
        jobs.toSorted((a, b) => a.createdAt - b.createdAt),
        day,
      );
    case "city":
      return [...new Set(jobs.map(({ city }) => city))]
        .toSorted((a, b) => a.localeCompare(b))
        .map((city) => ({ title: city, jobs: jobs.filter((workOrder) => workOrder.city === city) }));
  }
}

function byAge(jobs: readonly TrayWorkOrder[], { today, zone }: Day): TrayGroup[] {
  const aged = jobs.map((workOrder) => ({ workOrder, days: ageInDays(workOrder, today, zone) }));
  const between = (from: number, to: number) =>
    aged.filter(({ days }) => days >= from && days < to).map(({ workOrder }) => workOrder);
  return [
    { title: "Over a week", jobs: between(7, Number.POSITIVE_INFINITY) },
    { title: "2 to 6 days", jobs: between(2, 7) },
    { title: "Since yesterday", jobs: between(0, 2) },
  ];
}
