import { DAY_MS } from "~/domain/shared/time/dates";
import type { Recording } from "./recordings";

/** The server keeps a session for a day and accepts a memo's time for two weeks. */
const MAX_AGE_MS = 14 * DAY_MS;

/** Whether a recording was abandoned. A memo that the server has not processed is never too old: its clock may be wrong. */
export function isTooOld({ about, isRead, startedAt }: Recording, now: number): boolean {
  if (about.sessionType === "job_commands" && !isRead) return false;
  return startedAt < now - MAX_AGE_MS;
}
