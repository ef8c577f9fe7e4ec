import { Link } from "@remix-run/react";
import { CalendarClock, MapPin, UserRound, Wrench } from "lucide-react";
import { DateText } from "~/components/date-text";
import { PageHeader } from "~/components/page-header";
import { PriorityMark } from "~/components/work-orders/priority";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import { paths } from "~/paths";
import { MoveMenu } from "./move-menu";
import { NextStep } from "./next-step";
import { type DetailView, technicianOf } from "./view";

/** Who, what, when and state, with the next step as the one thing to press. */
export function DetailHeader({ of, zone }: { of: DetailView; zone: string }) {
  const technician = technicianOf(of);
  return (
    <PageHeader
      title={
        <>
          <span className="mr-2.5 font-normal text-muted-foreground tabular">{of.reference}</span>
          {of.title}
        </>
      }
      facts={
        <>
          <WorkOrderStatusBadge status={of.status} />
          <PriorityMark priority={of.priority} />
          <Fact icon={UserRound}>
            <Link to={paths.customer(of.customerNumber)} className="underline-offset-4 hover:underline">
              {of.customerName}
            </Link>
          </Fact>
          <Fact icon={MapPin}>{of.city}</Fact>
          <Fact icon={CalendarClock}>
            {of.scheduledStart ? (
              <DateText at={of.scheduledStart} zone={of.timeZone ?? zone} readerZone={zone} />
            ) : (
              "Not scheduled"
            )}
          </Fact>
          <Fact icon={Wrench}>{technician ?? "Nobody yet"}</Fact>
        </>
      }
      action={<NextStep of={of} />}
      menu={<MoveMenu of={of} />}
    />
  );
}

function Fact({ icon: Icon, children }: { icon: typeof UserRound; children: React.ReactNode }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-subtle-foreground" />
      <span className="truncate">{children}</span>
    </span>
  );
}
