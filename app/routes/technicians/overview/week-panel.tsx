import { Link } from "@remix-run/react";
import { Section } from "~/components/section";
import { Progress } from "~/components/ui/progress";
import { formatDuration } from "~/domain/shared/time/date-format";
import type { Workload } from "~/domain/technicians/workload";
import { paths } from "~/paths";

/** The week's utilization, as a bar and three figures. */
export function WeekPanel({ id, load }: { id: string; load: Workload }) {
  const { bookedMinutes, freeMinutes, availableMinutes, utilization, openJobs, completedJobs } = load;
  const over = utilization !== null && utilization > 100;
  return (
    <Section
      title="This week"
      action={
        <Link to={paths.technicianSchedule(id)} className="text-link text-sm underline underline-offset-4">
          Schedule
        </Link>
      }
    >
      <div>
        <p className="flex items-baseline justify-between gap-4">
          <span className="font-semibold text-lg tabular">
            {utilization === null ? "No shifts" : `${utilization}%`}
          </span>
          <span className="text-muted-foreground text-sm">{over ? "overbooked" : "booked"}</span>
        </p>
        <Progress
          value={Math.min(100, utilization ?? 0)}
          tone={over ? "bad" : undefined}
          label="Share of this week's hours booked"
          className="mt-2"
        />
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Figure term="Booked" figure={formatDuration(bookedMinutes)} />
        <Figure term="Free" figure={formatDuration(freeMinutes)} />
        <Figure term="Shift hours" figure={formatDuration(availableMinutes)} />
        <Figure term="Jobs" figure={`${openJobs} open, ${completedJobs} done`} />
      </dl>
    </Section>
  );
}

function Figure({ term, figure }: { term: string; figure: string }) {
  return (
    <div>
      <dt className="text-muted-foreground text-sm">{term}</dt>
      <dd className="font-medium tabular">{figure}</dd>
    </div>
  );
}
