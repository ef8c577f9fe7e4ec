import { ChevronRight } from "lucide-react";
import { Button } from "~/components/ui/button";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import { formatDate, formatTime } from "~/domain/shared/date-format";
import { currentJob, isUnderWay, jobAfter, type PhoneJob } from "~/domain/technician-app/job";
import { paths } from "~/paths";
import { useThisPhone } from "~/routes/technician-app/technician-app";

/** Today's jobs in the order of the day, the next one first said. */
export function DayList() {
  const { day } = useThisPhone();
  const jobs = day.jobs.filter((job) => job.mine);
  const next = currentJob(jobs);
  return (
    <>
      <div>
        <p className="text-muted-foreground">{formatDate(day.date)}</p>
        <h1 className="font-semibold text-2xl">{jobs.length > 0 ? "Today’s jobs" : "No job today"}</h1>
      </div>
      {jobs.length === 0 && (
        <p className="text-lg">
          {day.technician
            ? "Nothing is booked for you today. What the office sends you shows here at once."
            : "You have no jobs of your own. Open a work order to see it as its technician does."}
        </p>
      )}
      {next && <Row job={next} label={isUnderWay(next) ? "Now" : "Next"} />}
      <ul className="flex flex-col gap-3 pb-8">
        {jobs
          .filter((job) => job !== next)
          .map((job) => (
            <li key={job.id}>
              <Row job={job} />
            </li>
          ))}
      </ul>
    </>
  );
}

/** The job one is on, else the next one: the way there under the thumb. */
export function NextJob({ after }: { after?: PhoneJob }) {
  const { day } = useThisPhone();
  const next = after ? jobAfter(day.jobs, after) : currentJob(day.jobs);
  if (!next) return null;
  return (
    <Button asChild size="lg" variant="default" className="min-h-16 w-full text-lg">
      <a href={paths.technicianJob(next.number)}>
        <span className="shrink-0">
          {isUnderWay(next) ? "Back to" : "Next"}: {timeOf(next)}
        </span>
        <span className="min-w-0 truncate">{next.title}</span>
      </a>
    </Button>
  );
}

function Row({ job, label }: { job: PhoneJob; label?: string }) {
  return (
    <a
      href={paths.technicianJob(job.number)}
      className="flex items-center gap-3 rounded-md border-2 border-input bg-card p-4 text-foreground"
    >
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {label && <span className="font-semibold text-link">{label}</span>}
          <span className="font-semibold text-lg tabular">{timeOf(job)}</span>
          <WorkOrderStatusBadge status={job.status} />
        </span>
        <span className="font-semibold text-lg">{job.title}</span>
        <span>{job.customerName}</span>
        <span className="text-muted-foreground">{job.address}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-6 shrink-0" />
    </a>
  );
}

/** "8:30 AM" on the wall of the site. */
export function timeOf({ scheduledStart, timeZone }: PhoneJob): string {
  return scheduledStart ? formatTime(scheduledStart, timeZone) : "No time yet";
}
