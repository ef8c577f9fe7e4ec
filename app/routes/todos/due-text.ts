import { formatClock, formatNearDate } from "~/domain/shared/time/date-format";

/** 'Today, 9:00 AM', 'Fri, Dec 4'; null without a due date. */
export function dueText(
  { dueOn, dueAt }: { dueOn: string | null; dueAt: string | null },
  today: string,
): string | null {
  if (dueOn === null) return null;
  const day = formatNearDate(dueOn, today);
  return dueAt === null ? day : `${day}, ${formatClock(dueAt)}`;
}
