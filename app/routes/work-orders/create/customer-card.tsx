import { DateText } from "~/components/date-text";
import { TextLink } from "~/components/text-link";
import { Card } from "~/components/ui/card";
import { Phone } from "~/components/ui/icons";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import { formatPhone } from "~/domain/shared/text/phones";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import type { newWorkOrderChoices } from "~/domain/work-orders/create.server";
import { paths } from "~/paths";

type Choices = Awaited<ReturnType<typeof newWorkOrderChoices>>;

type CustomerCardProps = Pick<Choices, "openJobs" | "lastVisits"> & {
  customer: NonNullable<Choices["customer"]>;
  zone: string;
};

/** The caller: phone number, open jobs and latest visits. */
export function CustomerCard({ customer, openJobs, lastVisits, zone }: CustomerCardProps) {
  return (
    <Card className="flex flex-col gap-4 p-4">
      <div>
        <h2 className="font-semibold text-base">{customer.name}</h2>
        {customer.phone && (
          <a
            href={`tel:${customer.phone}`}
            className="inline-flex min-h-9 items-center gap-2 text-link tabular hover:underline touch:min-h-12"
          >
            <Phone aria-hidden="true" className="size-4" />
            {formatPhone(customer.phone)}
          </a>
        )}
      </div>
      <Jobs title="Open jobs" jobs={openJobs} none="No open jobs" zone={zone} />
      <Jobs title="Last visits" jobs={lastVisits} none="No visits yet" zone={zone} />
    </Card>
  );
}

type JobsProps = { title: string; jobs: Choices["openJobs"]; none: string; zone: string };

function Jobs({ title, jobs, none, zone }: JobsProps) {
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="font-medium text-sm">{title}</h3>
      {jobs.length === 0 && <p className="text-muted-foreground">{none}</p>}
      <ul className="flex flex-col gap-2">
        {jobs.map(({ number, title, status, scheduledStart, completedAt, siteZone }) => {
          const at = completedAt ?? scheduledStart;
          return (
            <li key={number} className="flex flex-col">
              <TextLink to={paths.workOrder(number)}>{`${formatWorkOrderNumber(number)} ${title}`}</TextLink>
              <span className="flex flex-wrap items-center gap-x-3 text-muted-foreground text-sm">
                <WorkOrderStatusBadge status={status} />
                {at ? (
                  <DateText at={at} zone={siteZone ?? zone} style="date" year={completedAt !== null} />
                ) : (
                  "Not scheduled"
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
