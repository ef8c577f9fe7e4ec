import { MapPin, Navigation, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import { asksToSign, jobAfter, mapUrl, type PhoneJob } from "~/domain/technician-app/job";
import { paths } from "~/paths";
import { useThisPhone } from "~/routes/technician-app/technician-app";
import { Checklist } from "./checklist";
import { timeOf } from "./day-list";
import { Notes } from "./notes";
import { Photos } from "./photos";
import { Signature } from "./signature";
import { TimeClock } from "./time-clock";

export type PartProps = { job: PhoneJob; formKey: string };

/** One job, top to bottom as it goes: where, what to do, what to put down; the next step under the thumb. */
export function JobView({ job, formKey }: PartProps) {
  const { day } = useThisPhone();
  const after = jobAfter(day.jobs, job);
  return (
    <>
      <header className="flex flex-col gap-3">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="font-semibold text-lg tabular">{timeOf(job)}</span>
          <WorkOrderStatusBadge status={job.status} />
          <span className="text-muted-foreground tabular">{job.reference}</span>
        </p>
        <h1 className="font-semibold text-2xl">{job.title}</h1>
        <p className="text-lg">{job.customerName}</p>
        <p className="flex gap-2">
          <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {job.address}
        </p>
        {job.accessNotes && <p className="rounded-md bg-warn-soft p-4 text-warn">{job.accessNotes}</p>}
        <div className="grid grid-cols-2 gap-3">
          <Button variant="outline" asChild size="lg" className="min-h-14 border-2">
            <a href={mapUrl(job.address)} target="_blank" rel="noreferrer">
              <Navigation aria-hidden="true" />
              Navigate
            </a>
          </Button>
          {job.customerPhone && (
            <Button variant="outline" asChild size="lg" className="min-h-14 border-2">
              <a href={`tel:${job.customerPhone}`}>
                <Phone aria-hidden="true" />
                Call
              </a>
            </Button>
          )}
        </div>
        {job.description && <p className="whitespace-pre-line">{job.description}</p>}
      </header>
      <Checklist job={job} formKey={formKey} />
      <Photos job={job} formKey={formKey} />
      <Notes job={job} formKey={formKey} />
      {(asksToSign(job) || job.signedBy) && <Signature job={job} formKey={formKey} />}
      <TimeClock job={job} />
      <nav aria-label="Other jobs" className="flex flex-col gap-3 pb-6">
        {after && (
          <a
            href={paths.technicianJob(after.number)}
            className="flex min-h-14 flex-col rounded-md border-2 border-input p-4"
          >
            <span className="font-semibold text-link">Next job, {timeOf(after)}</span>
            <span>
              {after.title}, {after.customerName}
            </span>
          </a>
        )}
        <a
          href={paths.technicianJob("today")}
          className="flex min-h-12 items-center font-medium text-link underline underline-offset-4"
        >
          Today’s jobs
        </a>
      </nav>
    </>
  );
}

/** A part of the job under a heading of its own. */
export function Part({
  id,
  title,
  aside,
  children,
}: {
  id: string;
  title: string;
  aside?: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={`${id}-title`} className="flex scroll-mt-20 flex-col gap-3" id={id}>
      <h2 id={`${id}-title`} className="flex items-baseline justify-between gap-3 font-semibold text-lg">
        {title}
        {aside && <span className="font-normal text-base text-muted-foreground tabular">{aside}</span>}
      </h2>
      {children}
    </section>
  );
}
