import type { ReactNode } from "react";
import { DateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { MoneyText } from "~/components/money-text";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Avatar } from "~/components/ui/avatar";
import { MapPin, Phone } from "~/components/ui/icons";
import { formatPhone } from "~/domain/shared/text/phones";
import { formatDuration } from "~/domain/shared/time/date-format";
import { formatArrivalWindow, NOTIFICATION_CHANNEL_LABELS } from "~/domain/technicians/arrival-window";
import { CANCEL_REASON_LABELS, HOLD_REASON_LABELS, OPEN_STATUSES } from "~/domain/work-order-basics/status";
import type { WorkOrderHeader, WorkOrderOverview } from "~/domain/work-orders/detail.server";
import { paths } from "~/paths";
import { siteText } from "~/routes/work-orders/shared/sites";

type MoneyProps = { workOrder: WorkOrderHeader; amounts: WorkOrderOverview["amounts"] };
type Fact = { term: string; detail: ReactNode };

/**
 * Who, when, what and revenue. Unknown facts are omitted, and one link leads to where they can be added. Times are in
 * the site's zone, tagged if its clocks differ from the business's.
 */
export function Facts({ workOrder, amounts }: MoneyProps) {
  return (
    <>
      <What workOrder={workOrder} />
      <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-2">
        <Who workOrder={workOrder} />
        <When workOrder={workOrder} />
      </div>
      <Money workOrder={workOrder} amounts={amounts} />
    </>
  );
}

function What({ workOrder }: { workOrder: WorkOrderHeader }) {
  const { description, playbook, number, rights, status } = workOrder;
  const add = !description && rights.office && status !== "closed" && (
    <TextLink to={paths.editWorkOrder(number)}>Add details</TextLink>
  );
  const facts: Fact[] = [
    ...(workOrder.holdReason ? [{ term: "On hold for", detail: HOLD_REASON_LABELS[workOrder.holdReason] }] : []),
    ...(workOrder.cancelReason ? [{ term: "Canceled", detail: CANCEL_REASON_LABELS[workOrder.cancelReason] }] : []),
    ...(playbook
      ? [
          {
            term: "Service type",
            // Service types are open to the office only.
            detail: rights.office ? (
              <TextLink to={paths.serviceType(playbook.serviceTypeId)}>{playbook.name}</TextLink>
            ) : (
              playbook.name
            ),
          },
        ]
      : []),
    { term: "Created", detail: <Instant workOrder={workOrder} at={workOrder.createdAt} /> },
  ];
  return (
    <Section title="Details" action={add}>
      {description && <p className="whitespace-pre-wrap text-base">{description}</p>}
      <DescriptionList facts={facts} />
    </Section>
  );
}

function Who({ workOrder }: { workOrder: WorkOrderHeader }) {
  const { customerName, customerNumber, customerPhone, customerId, siteLabel, siteAddressId } = workOrder;
  const address = siteText({ ...workOrder, label: siteLabel });
  const place = siteText({ ...workOrder, label: null });
  return (
    <Section title="Customer">
      <div className="flex flex-col gap-1">
        <p className="flex flex-wrap items-baseline gap-x-4">
          <TextLink to={paths.customer(customerNumber)}>{customerName}</TextLink>
          <TextLink to={paths.workOrders({ customerId, status: OPEN_STATUSES.join() })}>Open jobs</TextLink>
        </p>
        {customerPhone && (
          <a href={`tel:${customerPhone}`} className={contactStyle}>
            <Phone aria-hidden="true" className="size-4 shrink-0" />
            <span className="tabular">{formatPhone(customerPhone)}</span>
          </a>
        )}
        <a
          href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`}
          target="_blank"
          rel="noreferrer"
          className={contactStyle}
        >
          <MapPin aria-hidden="true" className="size-4 shrink-0" />
          <span>{address}</span>
        </a>
        <p>
          <TextLink to={paths.property(siteAddressId)}>Property, contacts and access</TextLink>
        </p>
      </div>
    </Section>
  );
}

const contactStyle =
  "inline-flex min-h-9 items-center gap-2 text-link underline-offset-4 hover:underline max-sm:min-h-12 touch:min-h-12";

function When({ workOrder }: { workOrder: WorkOrderHeader }) {
  const { scheduledStart, durationMinutes, technicianName, helpers, overrideReason, completedAt } = workOrder;
  return (
    <Section title="Schedule">
      <DescriptionList
        facts={[
          {
            term: "Start",
            detail: scheduledStart ? <Instant workOrder={workOrder} at={scheduledStart} /> : "Not scheduled",
          },
          ...(workOrder.windowStart || workOrder.arrivalWindowMinutes
            ? [{ term: "Arrival window", detail: <ArrivalWindow workOrder={workOrder} /> }]
            : []),
          { term: "Duration", detail: formatDuration(durationMinutes) },
          {
            term: "Technician",
            detail: technicianName ? (
              <span className="flex items-center gap-2">
                <Avatar name={technicianName} size="small" />
                {technicianName}
              </span>
            ) : (
              "Unassigned"
            ),
          },
          ...(helpers.length > 0 ? [{ term: "Helpers", detail: helpers.map((one) => one.name).join(", ") }] : []),
          ...(overrideReason ? [{ term: "Override reason", detail: overrideReason }] : []),
          ...(completedAt ? [{ term: "Completed", detail: <Instant workOrder={workOrder} at={completedAt} /> }] : []),
        ]}
      />
    </Section>
  );
}

/** The job's billing state, with a link for users who may open billing. */
function Money({ workOrder: { number, rights, noCharge, closeReason, status, invoice }, amounts }: MoneyProps) {
  const isDone = status === "completed" || status === "closed";
  const isOwed = invoice ? invoice.state !== "paid" : !noCharge && !closeReason;
  return (
    <Section
      title="Billing"
      action={rights.billing && <TextLink to={paths.workOrderBilling(number)}>Open billing</TextLink>}
    >
      <p className={isDone && isOwed ? "font-medium text-warn" : undefined}>
        {invoice
          ? invoiceText(invoice, rights.billing)
          : noCharge
            ? "No charge"
            : closeReason
              ? "Closed without an invoice"
              : isDone
                ? "Ready to bill: not billed yet"
                : "Not billed"}
      </p>
      {closeReason && <p className="text-muted-foreground">{closeReason}</p>}
      {amounts && <Amounts {...amounts} />}
    </Section>
  );
}

/** Estimated, billed and owed amounts, if any. */
function Amounts({ approvedMinor, sentMinor, billedMinor, owedMinor }: NonNullable<MoneyProps["amounts"]>) {
  const amounts = [
    { term: "Estimate approved", minor: approvedMinor },
    { term: "Estimate sent", minor: sentMinor },
    { term: "Billed", minor: billedMinor },
    { term: "Owed", minor: owedMinor },
  ];
  const facts = amounts.flatMap(({ term, minor }) =>
    minor === null ? [] : [{ term, detail: <MoneyText minor={minor} /> }],
  );
  return facts.length > 0 ? <DescriptionList facts={facts} /> : null;
}

/** The invoice's number is shown only to users who may open it. */
function invoiceText({ reference, state }: NonNullable<WorkOrderHeader["invoice"]>, mayOpen: boolean): string {
  if (state === "draft") return "Draft invoice, not issued yet";
  return `${mayOpen ? reference : "The invoice"} is ${state === "paid" ? "paid" : "not paid yet"}`;
}

function Instant({ workOrder: { timeZone, zone }, at }: { workOrder: WorkOrderHeader; at: string }) {
  return <DateText at={at} zone={timeZone ?? zone} />;
}

/** 'Sat, Nov 21, 8:00 to 10:00 AM', and whether the customer was notified. */
function ArrivalWindow({ workOrder }: { workOrder: WorkOrderHeader }) {
  const {
    timeZone,
    windowStart,
    windowEnd,
    windowNotifiedAt,
    windowNotifiedHow,
    windowNotifiedBy,
    arrivalWindowMinutes,
  } = workOrder;
  const zone = timeZone ?? workOrder.zone;
  if (!windowStart || !windowEnd) return arrivalWindowMinutes ? formatDuration(arrivalWindowMinutes) : null;
  const window = { start: Date.parse(windowStart), end: Date.parse(windowEnd) };
  return (
    <>
      <DateText at={windowStart} zone={zone} style="date" />, {formatArrivalWindow(window, zone)}
      <span className="block text-muted-foreground text-sm">
        {windowNotifiedAt && windowNotifiedHow ? (
          <>
            Customer notified {NOTIFICATION_CHANNEL_LABELS[windowNotifiedHow].toLowerCase()},{" "}
            <DateText at={windowNotifiedAt} zone={workOrder.zone} />
            {windowNotifiedBy && ` (${windowNotifiedBy})`}
          </>
        ) : (
          "Customer not notified yet"
        )}
      </span>
    </>
  );
}
