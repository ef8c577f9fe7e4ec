import { useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { MapPin, Navigation, Phone } from "~/components/ui/icons";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import { formatPhone } from "~/domain/shared/text/phones";
import { formatDuration } from "~/domain/shared/time/date-format";
import { type DayWorkOrder, hasReadings, isUnderWay, mapUrl, workOrderAfter } from "~/domain/technician-app/day";
import { isSignatureRequired } from "~/domain/technician-app/next-step";
import { timeSpent } from "~/domain/technician-app/time-spent";
import { isOver } from "~/domain/work-order-basics/status";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { paths } from "~/paths";
import { ChangesOfOthers, ClockWarning, OutboxBar } from "~/routes/technician-app/outbox-bar";
import { useTechnicianApp } from "~/routes/technician-app/technician-app";
import { startTimeText } from "~/routes/technician-app/times";
import { ActionBar } from "./action-bar";
import { BottomBar } from "./bottom-bar";
import { Checklist } from "./checklist";
import { Notes, Photos, Section, Signature, TeamMessages, TechnicianRecordings } from "./evidence";
import { Site } from "./site";
import { SiteAccessNotes, SitePeople } from "./site-access";
import { NextWorkOrder } from "./today-screen";
import { UsedParts } from "./used-parts";

export const importMemos = () => import("./memos").then((loaded) => loaded.Memos);
/** Loaded with the device, because memos need the microphone and local storage. */
const { Part: Memos } = lazyWithRetry(importMemos);

export const importReadings = () => import("./readings").then((loaded) => loaded.Readings);
/** Includes the saturation temperature tables, so only jobs with a refrigerant circuit render it. */
const { Part: Readings } = lazyWithRetry(importReadings);

/** One job in working order: where to go, what to do, what to record. */
export function WorkOrderScreen({ workOrder }: { workOrder: DayWorkOrder }) {
  const { day, isOpen } = useTechnicianApp();
  const next = workOrderAfter(day.workOrders, workOrder);
  const canSpeak = workOrder.roles.length > 0 && !isOver(workOrder.status);
  return (
    <>
      <ClockWarning />
      <ChangesOfOthers />
      <Tabs workOrder={workOrder} />
      <Header workOrder={workOrder} />
      {isUnderWay(workOrder) && <TimeClock workOrder={workOrder} />}
      <Site workOrder={workOrder} />
      {isOpen && <Memos workOrder={workOrder} canSpeak={canSpeak} />}
      <Checklist workOrder={workOrder} />
      {hasReadings(workOrder) && <Readings workOrder={workOrder} />}
      <UsedParts workOrder={workOrder} />
      <Photos workOrder={workOrder} />
      <TeamMessages workOrder={workOrder} />
      <Notes workOrder={workOrder} />
      <TechnicianRecordings workOrder={workOrder} />
      {(isSignatureRequired(workOrder) || workOrder.signedBy) && <Signature workOrder={workOrder} />}
      {!isUnderWay(workOrder) && <TimeClock workOrder={workOrder} />}
      <nav aria-label="Other jobs" className="flex flex-col gap-3 pb-6">
        {next && (
          <a
            href={paths.technicianWorkOrder(next.number)}
            className="flex min-h-14 flex-col rounded-md border-2 border-input p-4"
          >
            <span className="font-semibold text-link">Next job, {startTimeText(next, day.zone)}</span>
            <span>
              {next.title}, {next.customerName}
            </span>
          </a>
        )}
        <a
          href={paths.technicianWorkOrder("today")}
          className="flex min-h-12 items-center font-medium text-link underline underline-offset-4"
        >
          Today’s jobs
        </a>
      </nav>
      <BottomBar>
        <OutboxBar />
        {isOver(workOrder.status) && <NextWorkOrder after={workOrder} />}
        {!isOver(workOrder.status) && workOrder.roles.length > 0 && <ActionBar workOrder={workOrder} />}
      </BottomBar>
    </>
  );
}

/** Links to the sections of a long page, always visible while it scrolls. */
function Tabs({ workOrder }: { workOrder: DayWorkOrder }) {
  const canSign = isSignatureRequired(workOrder) || workOrder.signedBy !== null;
  const tabs = [
    ["job", "Job"],
    ...(workOrder.tasks.length > 0 ? [["checklist", "Checklist"]] : []),
    ...(hasReadings(workOrder) ? [["readings", "Readings"]] : []),
    ["parts", "Parts"],
    ["photos", "Photos"],
    ["messages", "Messages"],
    ["notes", "Notes"],
    ...(canSign ? [["signature", "Sign"]] : []),
  ];
  return (
    <nav
      aria-label="Job sections"
      className="sticky top-(--bar) z-10 -mx-(--page-gutter) flex overflow-x-auto border-border border-b-2 bg-background px-(--page-gutter)"
    >
      {tabs.map(([id, label]) => (
        <a
          key={id}
          href={`#${id}`}
          className="flex min-h-12 flex-auto items-center justify-center px-2 font-medium text-link"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

function Header({ workOrder }: { workOrder: DayWorkOrder }) {
  const { day } = useTechnicianApp();
  const { access, address, customerName, customerNotes, customerPhone, description, reference, status, title } =
    workOrder;
  return (
    <header id="job" className="flex scroll-mt-32 flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="font-semibold text-lg tabular">{startTimeText(workOrder, day.zone)}</span>
        <WorkOrderStatusBadge status={status} />
        <span className="text-muted-foreground tabular">{reference}</span>
      </p>
      <h1 className="font-semibold text-2xl">{title}</h1>
      <p className="text-lg">{customerName}</p>
      <p className="flex gap-2">
        <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        {address}
      </p>
      <SiteAccessNotes access={access ?? null} />
      {/* Sized in rem, so that they stack with large text. */}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))] gap-3">
        <Button variant="outline" asChild size="lg" className="min-h-14 border-2 px-3">
          <a href={mapUrl(address)} target="_blank" rel="noreferrer">
            <Navigation aria-hidden="true" />
            Navigate
          </a>
        </Button>
        {customerPhone && (
          <Button variant="outline" asChild size="lg" className="min-h-14 border-2 px-2">
            <a href={`tel:${customerPhone}`}>
              <Phone aria-hidden="true" />
              <span className="sr-only">Call </span>
              <span className="whitespace-nowrap">{formatPhone(customerPhone)}</span>
            </a>
          </Button>
        )}
      </div>
      <SitePeople people={workOrder.sitePeople ?? []} />
      {customerNotes && (
        <p className="whitespace-pre-line rounded-md border-2 border-border p-4">
          <span className="font-semibold">Customer: </span>
          {customerNotes}
        </p>
      )}
      {description && <p className="whitespace-pre-line">{description}</p>}
    </header>
  );
}

/** Travel and labor time, calculated from the status changes. */
function TimeClock({ workOrder }: { workOrder: DayWorkOrder }) {
  const { clockOffsetMs, day } = useTechnicianApp();
  const [now, setNow] = useState(Date.parse(day.asOf));
  // Starts with the server's time, so that both render the same; then uses the device's clock, corrected.
  useEffect(() => {
    const tick = () => setNow(Date.now() - clockOffsetMs);
    tick();
    const timer = setInterval(tick, 30_000);
    return () => clearInterval(timer);
  }, [clockOffsetMs]);
  const { travelSeconds, laborSeconds, running } = timeSpent(workOrder, now);
  return (
    <Section id="time" title="Time">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
        <Figure term="Travel" seconds={travelSeconds} isRunning={running === "travel"} />
        <Figure term="Labor" seconds={laborSeconds} isRunning={running === "labor"} />
      </dl>
      {workOrder.history.some((entry) => entry.isCorrected) && (
        <p className="text-muted-foreground">A device’s clock was wrong: office time is used.</p>
      )}
    </Section>
  );
}

function Figure({ term, seconds, isRunning }: { term: string; seconds: number; isRunning: boolean }) {
  return (
    <div className="rounded-md border-2 border-input bg-card p-4">
      <dt className="text-muted-foreground">
        {term}
        {isRunning && ", running"}
      </dt>
      <dd className="font-semibold text-xl tabular">{formatDuration(Math.floor(seconds / 60))}</dd>
    </div>
  );
}
