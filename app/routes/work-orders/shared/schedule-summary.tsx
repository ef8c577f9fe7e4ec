import { useEffect } from "react";
import type { Choice } from "~/components/ui/native-select";
import { isScheduleDate } from "~/domain/shared/time/dates";
import { scheduleSummary } from "~/domain/work-orders/schedule/schedule-summary";
import { useLookup } from "~/lib/use-lookup";
import { paths } from "~/paths";

interface ScheduleSummaryProps {
  /** As typed so far. */
  startDate: unknown;
  startTime: unknown;
  durationMinutes: unknown;
  technicianId: unknown;
  technicians: readonly Choice[];
  /** Excluded from the technician's other jobs. */
  workOrderNumber: number | undefined;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** 'Tue, Nov 24, 9:00 to 10:00 AM · Luis Ortega · 2 other jobs that day', as far as chosen. */
export function ScheduleSummary({ technicians, workOrderNumber, ...typed }: ScheduleSummaryProps) {
  const date = textOf(typed.startDate);
  const technicianId = textOf(typed.technicianId);
  const { data, isLoading, load } = useLookup<{ jobs: number | null }>();
  const href =
    isScheduleDate(date) && technicianId !== "" ? paths.otherJobs({ technicianId, date, job: workOrderNumber }) : null;

  // The form's values determine what is loaded.
  useEffect(() => {
    if (href) load(href);
  }, [load, href]);
  const text = scheduleSummary({
    date,
    time: textOf(typed.startTime),
    minutes: Number(textOf(typed.durationMinutes)),
    technician: technicians.find(({ value }) => value === technicianId)?.label,
    otherJobs: href && !isLoading ? data?.jobs : null,
  });
  return (
    <p role="status" className="rounded-md bg-muted px-3 py-2 font-medium tabular empty:hidden">
      {text}
    </p>
  );
}
