import { Link } from "@remix-run/react";
import { Badge } from "~/components/ui/badge";
import { CalendarOff } from "~/components/ui/icons";
import { formatDate, formatDuration, formatTimeRange } from "~/domain/shared/time/date-format";
import type { TechnicianDay } from "~/domain/technicians/workload.server";
import { STATUS_LABELS } from "~/domain/work-order-basics/status";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";

type ScheduleDaysProps = { days: readonly TechnicianDay[]; zone: string; today: string };

/** A week by day: the shift, time off and holidays, the jobs, and the free time left. */
export function ScheduleDays({ days, zone, today }: ScheduleDaysProps) {
  return (
    <ol className="list-frame divide-y divide-border">
      {days.map((day) => (
        <li key={day.date} className="grid gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <div>
            <h3 className={cn("font-medium", day.date === today && "text-link")}>
              {formatDate(day.date)}
              {day.date === today && <span className="ml-2 font-normal text-sm">today</span>}
            </h3>
            <p className="text-muted-foreground text-sm tabular">{shiftText(day, zone)}</p>
            {day.freeMinutes > 0 && <p className="text-ok text-sm tabular">{formatDuration(day.freeMinutes)} free</p>}
          </div>
          <div className="flex min-w-0 flex-col gap-2">
            {day.note && (day.shift || day.jobs.length > 0 || day.note !== noShift) && (
              <p className="flex items-center gap-2 text-warn">
                <CalendarOff className="size-4 shrink-0" />
                {day.note}
              </p>
            )}
            {day.jobs.map((workOrder) => (
              <WorkOrder key={`${workOrder.number}-${workOrder.startsAt}`} workOrder={workOrder} zone={zone} />
            ))}
            {day.jobs.length === 0 && day.shift && !day.note && (
              <p className="text-subtle-foreground">Nothing booked</p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

const noShift = "Off";

function WorkOrder({ workOrder, zone }: { workOrder: TechnicianDay["jobs"][number]; zone: string }) {
  return (
    <Link
      to={paths.workOrder(workOrder.number)}
      className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 rounded-sm py-1 hover:bg-muted"
    >
      <span className="text-muted-foreground tabular">
        {formatTimeRange(workOrder.startsAt, workOrder.endsAt, zone)}
      </span>
      <span className="min-w-0 font-medium">{workOrder.title}</span>
      {workOrder.customer && <span className="min-w-0 text-muted-foreground">{workOrder.customer}</span>}
      <span className="flex gap-1.5">
        <Badge>{STATUS_LABELS[workOrder.status]}</Badge>
        {workOrder.role === "helper" && <Badge tone="info">Helper</Badge>}
      </span>
    </Link>
  );
}

function shiftText({ shift }: TechnicianDay, zone: string): string {
  return shift ? formatTimeRange(shift.start, shift.end, zone) : noShift;
}
