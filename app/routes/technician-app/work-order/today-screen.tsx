import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { ChevronRight, Truck } from "~/components/ui/icons";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import { formatDate } from "~/domain/shared/time/date-format";
import { currentWorkOrder, type DayWorkOrder, isUnderWay, workOrderAfter } from "~/domain/technician-app/day";
import { isOver } from "~/domain/work-order-basics/status";
import { paths } from "~/paths";
import { InstallHint } from "~/routes/technician-app/install-hint";
import { ChangesOfOthers, ClockWarning, OutboxBar } from "~/routes/technician-app/outbox-bar";
import { useTechnicianApp } from "~/routes/technician-app/technician-app";
import { clockText, startTimeText, windowText } from "~/routes/technician-app/times";
import { BottomBar } from "./bottom-bar";

/** Today's jobs in order, the current or next one first. */
export function TodayScreen() {
  const { day, isReadyForOffline } = useTechnicianApp();
  const mine = day.workOrders.filter((workOrder) => workOrder.mine);
  const next = currentWorkOrder(mine);
  const left = mine.filter((workOrder) => workOrder !== next && !isOver(workOrder.status));
  const done = mine.filter((workOrder) => workOrder !== next && isOver(workOrder.status));
  return (
    <>
      <ClockWarning />
      <ChangesOfOthers />
      <div>
        <p className="flex flex-wrap justify-between gap-x-3 text-muted-foreground">
          {formatDate(day.date)}
          {isReadyForOffline && <span>Ready for offline</span>}
        </p>
        <h1 className="font-semibold text-2xl">{mine.length > 0 ? "Today’s jobs" : "No jobs today"}</h1>
      </div>
      {mine.length === 0 && (
        <p className="text-lg">
          {day.isTechnician
            ? "Nothing is scheduled for you today. New jobs from the office show up here right away."
            : "You have no jobs assigned. Open a work order to see it as its technician does."}
        </p>
      )}
      {mine.length > 0 && !next && left.length === 0 && (
        <p className="text-lg">All done for today. New jobs from the office show up here right away.</p>
      )}
      <InstallHint />
      <ToLoad workOrders={mine} />
      {next && <WorkOrderLink workOrder={next} label={isUnderWay(next) ? "Now" : "Next"} />}
      <WorkOrderLinks workOrders={left} />
      {done.length > 0 && (
        <details className="pb-8">
          <summary className="flex min-h-12 cursor-pointer items-center font-medium text-link">
            Done {done.length}
          </summary>
          <WorkOrderLinks workOrders={done} />
        </details>
      )}
      <Tomorrow />
      <MyTruck />
      <Elsewhere />
      <BottomBar>
        <OutboxBar />
        <NextWorkOrder />
      </BottomBar>
    </>
  );
}

/** Other screens a technician opens between jobs; each needs a connection. */
function Elsewhere() {
  const links = [
    { to: paths.todos(), label: "To-dos" },
    { to: paths.messages(), label: "Messages" },
    { to: paths.receipts(), label: "Receipts" },
    { to: paths.chat(), label: "Assistant" },
  ];
  return (
    <nav aria-label="More" className="grid grid-cols-2 gap-2">
      {links.map(({ to, label }) => (
        <Card key={to} asChild>
          <a href={to} className="flex min-h-12 items-center px-4 font-medium text-link">
            {label}
          </a>
        </Card>
      ))}
    </nav>
  );
}

/** Parts to load from the warehouse before the truck leaves. */
function ToLoad({ workOrders }: { workOrders: readonly DayWorkOrder[] }) {
  const { day } = useTechnicianApp();
  const open = workOrders.filter(({ status, toLoad = [] }) => !isOver(status) && toLoad.length > 0);
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="to-load" className="flex flex-col gap-2 rounded-md border-2 border-warn bg-warn-soft p-4">
      <h2 id="to-load" className="font-semibold text-lg">
        Load before you leave
      </h2>
      <ul className="flex flex-col gap-2">
        {open.map(({ id, reference, title, toLoad = [] }) => (
          <li key={id}>
            <span className="font-semibold">{reference}</span> {title}
            <ul className="list-disc pl-5">
              {toLoad.map((load) => (
                <li key={load.id}>{load.text}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <a href={paths.picks({ date: day.date })} className="flex min-h-12 items-center font-medium text-link">
        Check off on the pick list
      </a>
    </section>
  );
}

function WorkOrderLinks({ workOrders }: { workOrders: readonly DayWorkOrder[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {workOrders.map((workOrder) => (
        <li key={workOrder.id}>
          <WorkOrderLink workOrder={workOrder} />
        </li>
      ))}
    </ul>
  );
}

function WorkOrderLink({ workOrder, label }: { workOrder: DayWorkOrder; label?: string }) {
  const { day } = useTechnicianApp();
  const { scheduledStart, timeZone } = workOrder;
  const promised = windowText(workOrder);
  return (
    <a
      href={paths.technicianWorkOrder(workOrder.number)}
      className="flex items-center gap-3 rounded-md border-2 border-input bg-card p-4 text-foreground"
    >
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {label && <span className="font-semibold text-link">{label}</span>}
          <span className="font-semibold text-lg tabular">
            {scheduledStart ? clockText(scheduledStart, timeZone, day.zone) : "Not scheduled"}
          </span>
          <WorkOrderStatusBadge status={workOrder.status} />
        </span>
        {promised && <span className="tabular">Promised {promised}</span>}
        <span className="font-semibold text-lg">{workOrder.title}</span>
        <span>{workOrder.customerName}</span>
        <span className="text-muted-foreground">{workOrder.address}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-6 shrink-0" />
    </a>
  );
}

/** The current job, otherwise the next one, as the main action. */
export function NextWorkOrder({ after }: { after?: DayWorkOrder }) {
  const { day } = useTechnicianApp();
  const next = after ? workOrderAfter(day.workOrders, after) : currentWorkOrder(day.workOrders);
  if (!next) return null;
  return (
    <Button asChild size="lg" variant="default" className="min-h-16 w-full flex-wrap gap-y-0 text-lg">
      <a href={paths.technicianWorkOrder(next.number)}>
        <span>
          {isUnderWay(next) ? "Back to" : "Next"}:{" "}
          {next.scheduledStart && clockText(next.scheduledStart, next.timeZone, day.zone)}
        </span>
        <span className="min-w-0 max-w-full truncate">{next.title}</span>
      </a>
    </Button>
  );
}

/** Tomorrow's jobs, available the evening before and offline. */
function Tomorrow() {
  const { day } = useTechnicianApp();
  const [first] = day.tomorrow;
  if (!first) return null;
  return (
    <section aria-labelledby="tomorrow" className="flex flex-col gap-3 pb-8">
      <h2 id="tomorrow" className="font-semibold text-lg">
        Tomorrow
      </h2>
      <p>
        First stop {startTimeText(first, day.zone)}, {first.customerName}, {first.address}
      </p>
      <ol className="flex flex-col divide-y-2 divide-border rounded-md border-2 border-border bg-card">
        {day.tomorrow.map((workOrder) => (
          <li key={workOrder.id} className="flex flex-col p-3">
            <span className="font-semibold tabular">{startTimeText(workOrder, day.zone)}</span>
            <span>
              {workOrder.title}, {workOrder.customerName}
            </span>
            <span className="text-muted-foreground">{workOrder.address}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The truck's stock, with a link to it. */
function MyTruck() {
  const { day } = useTechnicianApp();
  if (!day.truck?.id) return null;
  const { id, name, items } = day.truck;
  return (
    <a
      href={paths.location(id)}
      className="mb-8 flex min-h-14 items-center gap-3 rounded-md border-2 border-border bg-card p-4 text-foreground"
    >
      <Truck aria-hidden="true" className="size-6 shrink-0" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-semibold">{name}</span>
        <span className="text-muted-foreground">
          {items.length === 0 ? "Empty" : items.length === 1 ? "1 item" : `${items.length} items`}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-6 shrink-0" />
    </a>
  );
}
