import { statusDurations } from "~/domain/work-orders/durations";
import { isOver, type PhoneJob } from "./rules";

export interface Clock {
  travelSeconds: number;
  labourSeconds: number;
  /** What the clock counts at present. */
  running: "travel" | "labour" | null;
}

/** Travel is the time en route, labour the time in progress: the moves switch the clock, nobody has to. */
export function clockOf({ history, status }: Pick<PhoneJob, "history" | "status">, now: number): Clock {
  const changes = history.map(({ status, at }) => ({
    status,
    occurredAt: Date.parse(at),
    recordedAt: Date.parse(at),
  }));
  const stays = statusDurations(changes, isOver(status) ? 0 : now);
  const secondsIn = (state: PhoneJob["status"]) =>
    stays.filter((stay) => stay.status === state).reduce((sum, stay) => sum + stay.seconds, 0);
  return {
    travelSeconds: secondsIn("en_route"),
    labourSeconds: secondsIn("in_progress"),
    running: status === "en_route" ? "travel" : status === "in_progress" ? "labour" : null,
  };
}
