import { isOver, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { statusDurations } from "~/domain/work-orders/durations";
import type { DayWorkOrder } from "./day";

interface TimeSpent {
  travelSeconds: number;
  laborSeconds: number;
  running: "travel" | "labor" | null;
}

/** Travel is the time en route, labor the time in progress; each status change stops one clock and starts the next. */
export function timeSpent({ history, status }: Pick<DayWorkOrder, "history" | "status">, now: number): TimeSpent {
  const changes = history.map((entered) => ({
    status: entered.status,
    occurredAt: Date.parse(entered.at),
    recordedAt: Date.parse(entered.at),
  }));
  const durations = statusDurations(changes, isOver(status) ? 0 : now);
  const secondsIn = (wanted: WorkOrderStatus) =>
    durations.filter((duration) => duration.status === wanted).reduce((sum, { seconds }) => sum + seconds, 0);
  return {
    travelSeconds: secondsIn("en_route"),
    laborSeconds: secondsIn("in_progress"),
    running: status === "en_route" ? "travel" : status === "in_progress" ? "labor" : null,
  };
}
