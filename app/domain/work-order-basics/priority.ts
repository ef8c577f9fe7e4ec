export const PRIORITIES = ["low", "normal", "high", "emergency"] as const;
export type Priority = (typeof PRIORITIES)[number];

export const PRIORITY_LABELS: Record<Priority, string> = {
  low: "Low",
  normal: "Normal",
  high: "High",
  emergency: "Emergency",
};

/** Higher is more urgent; used for sorting and weighing work orders. */
export function priorityRank(priority: Priority): number {
  return PRIORITIES.indexOf(priority);
}
