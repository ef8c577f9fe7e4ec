import { formatClock, formatClockRange, formatDate } from "~/domain/shared/time/date-format";
import { isScheduleDate } from "~/domain/shared/time/dates";

interface ScheduleChoices {
  /** YYYY-MM-DD; an invalid date is left out. */
  date: string;
  /** HH:MM; empty if not entered yet. */
  time: string;
  minutes: number;
  technician: string | undefined;
  /** The technician's other jobs that day; null or undefined while unknown. */
  otherJobs: number | null | undefined;
}

const MINUTES_PER_DAY = 1440;

/** 'Tue, Nov 24, 2026, 9:00 to 10:00 AM · Luis Ortega · 2 other jobs that day'; null while no day is chosen. */
export function scheduleSummary({ date, time, minutes, technician, otherJobs }: ScheduleChoices): string | null {
  if (!isScheduleDate(date)) return null;
  const parts = [
    [`${formatDate(date)}, ${date.slice(0, 4)}`, clockText(time, minutes)].filter(Boolean).join(", "),
    technician,
  ];
  if (technician && otherJobs !== null && otherJobs !== undefined) parts.push(jobsText(otherJobs));
  return parts.filter(Boolean).join(" · ");
}

function clockText(time: string, minutes: number): string | null {
  if (!/^\d\d:\d\d$/.test(time)) return null;
  const [hour, minute] = time.split(":").map(Number);
  const end = (hour ?? 0) * 60 + (minute ?? 0) + minutes;
  if (!(minutes > 0) || end >= MINUTES_PER_DAY) return formatClock(time);
  return formatClockRange(
    time,
    [Math.floor(end / 60), end % 60].map((part) => String(part).padStart(2, "0")).join(":"),
  );
}

function jobsText(jobs: number): string {
  if (jobs === 0) return "No other jobs that day";
  return `${jobs} other ${jobs === 1 ? "job" : "jobs"} that day`;
}
