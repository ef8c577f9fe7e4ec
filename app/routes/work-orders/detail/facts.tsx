import { Link } from "@remix-run/react";
import { PhoneLink } from "~/components/contact-link";
import { DateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { Section } from "~/components/section";
import { formatDuration } from "~/domain/shared/date-format";
import { formatArrivalWindow, TOLD_LABELS } from "~/domain/technicians/arrival-window";
import type { WorkOrderHeader } from "~/domain/work-orders/detail.server";
import { CANCEL_REASON_LABELS, HOLD_REASON_LABELS } from "~/domain/work-orders/work-order";
import { paths } from "~/paths";
import { siteText } from "~/routes/work-orders/shared/sites";

/** What is known of the job. Times are the site's; where its clocks differ from the business's they carry their tag. */
export function Facts({ workOrder }: { workOrder: WorkOrderHeader }) {
  const instant = (at: string) => (
    <DateText at={at} zone={workOrder.timeZone ?? workOrder.zone} readerZone={workOrder.zone} />
  );
  return (
    <Section title="Details">
      <DescriptionList
        facts={[
          ...(workOrder.holdReason ? [{ term: "On hold for", detail: HOLD_REASON_LABELS[workOrder.holdReason] }] : []),
          ...(workOrder.cancelReason
            ? [{ term: "Canceled", detail: CANCEL_REASON_LABELS[workOrder.cancelReason] }]
            : []),
          ...(workOrder.playbook
            ? [
                {
                  term: "Service type",
                  detail: (
                    <Link
                      to={paths.serviceType(workOrder.playbook.serviceTypeId)}
                      className="text-link underline-offset-4 hover:underline"
                    >
                      {workOrder.playbook.name}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(workOrder.description
            ? [
                {
                  term: "Description",
                  detail: <span className="whitespace-pre-wrap">{workOrder.description}</span>,
                },
              ]
            : []),
          {
            term: "Customer",
            detail: (
              <>
                <Link
                  to={paths.customer(workOrder.customerNumber)}
                  className="text-link underline-offset-4 hover:underline"
                >
                  {workOrder.customerName}
                </Link>
                {workOrder.customerPhone && (
                  <span className="ml-3">
                    <PhoneLink phone={workOrder.customerPhone} />
                  </span>
                )}
              </>
            ),
          },
          { term: "Address", detail: siteText({ ...workOrder, label: workOrder.siteLabel }) },
          ...(workOrder.accessNotes ? [{ term: "Access notes", detail: workOrder.accessNotes }] : []),
          { term: "Start", detail: workOrder.scheduledStart ? instant(workOrder.scheduledStart) : "Not scheduled" },
          { term: "Duration", detail: formatDuration(workOrder.durationMinutes) },
          ...(workOrder.windowStart || workOrder.arrivalWindowMinutes
            ? [{ term: "Arrival window", detail: <ArrivalWindow workOrder={workOrder} /> }]
            : []),
          { term: "Technician", detail: workOrder.technicianName ?? "Unassigned" },
          ...(workOrder.helpers.length > 0
            ? [{ term: "Helpers", detail: workOrder.helpers.map((one) => one.name).join(", ") }]
            : []),
          ...(workOrder.overrideReason ? [{ term: "Override reason", detail: workOrder.overrideReason }] : []),
          ...(workOrder.noCharge ? [{ term: "Billing", detail: "No charge" }] : []),
          ...(workOrder.closeReason ? [{ term: "Closed without an invoice", detail: workOrder.closeReason }] : []),
          ...(workOrder.completedAt ? [{ term: "Completed", detail: instant(workOrder.completedAt) }] : []),
          { term: "Created", detail: instant(workOrder.createdAt) },
        ]}
      />
    </Section>
  );
}

/** 'Sat, Nov 21, 8:00 to 10:00 AM', and whether the customer knows. */
function ArrivalWindow({ workOrder }: { workOrder: WorkOrderHeader }) {
  const { timeZone, windowStart, windowEnd, windowToldAt, windowToldHow, windowToldBy, arrivalWindowMinutes } =
    workOrder;
  const zone = timeZone ?? workOrder.zone;
  if (!windowStart || !windowEnd) return arrivalWindowMinutes ? formatDuration(arrivalWindowMinutes) : null;
  const window = { start: Date.parse(windowStart), end: Date.parse(windowEnd) };
  return (
    <>
      <DateText at={windowStart} zone={zone} style="date" />, {formatArrivalWindow(window, zone)}
      <span className="block text-muted-foreground text-sm">
        {windowToldAt && windowToldHow ? (
          <>
            Customer told {TOLD_LABELS[windowToldHow].toLowerCase()},{" "}
            <DateText at={windowToldAt} zone={workOrder.zone} />
            {windowToldBy && ` (${windowToldBy})`}
          </>
        ) : (
          "Customer not told yet"
        )}
      </span>
    </>
  );
}
