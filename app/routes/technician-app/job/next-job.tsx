import { Button } from "~/components/ui/button";
import { formatTime } from "~/domain/shared/date-format";
import { currentWorkOrder, type DayWorkOrder, isUnderWay, workOrderAfter } from "~/domain/technician-app/day";
import { paths } from "~/paths";
import { useTechnicianApp } from "../technician-app";

/** The current job, else the next one, as the main action. */
export function NextJob({ after }: { after?: DayWorkOrder }) {
  const { day } = useTechnicianApp();
  const next = after ? workOrderAfter(day.workOrders, after) : currentWorkOrder(day.workOrders);
  if (!next) return null;
  return (
    <Button asChild size="lg" variant="default" className="min-h-16 w-full text-lg">
      <a href={paths.technicianJob(next.number)}>
        <span className="shrink-0">
          {isUnderWay(next) ? "Back to" : "Next"}: {startTimeText(next)}
        </span>
        <span className="min-w-0 truncate">{next.title}</span>
      </a>
    </Button>
  );
}

/** The start time in the site's time zone. */
export function startTimeText({ scheduledStart, timeZone }: DayWorkOrder): string {
  return scheduledStart ? formatTime(scheduledStart, timeZone) : "Not scheduled";
}
