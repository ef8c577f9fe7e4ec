import { Link } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { Section } from "~/components/section";
import { minutesText } from "~/components/work-orders/form-words";
import { siteText } from "~/components/work-orders/sites";
import { CANCEL_REASON_LABELS, HOLD_REASON_LABELS } from "~/domain/work-orders/work-order";
import { paths } from "~/paths";
import { type DetailView, technicianOf } from "./view";

/** What is known of the job. Times are the site's; where its clocks differ from the business's they carry their tag. */
export function Facts({ of, zone }: { of: DetailView; zone: string }) {
  const siteZone = of.timeZone ?? zone;
  const instant = (at: string) => <DateText at={at} zone={siteZone} readerZone={zone} />;
  return (
    <Section title="The job">
      <DescriptionList
        facts={[
          ...(of.holdReason ? [{ term: "On hold for", detail: HOLD_REASON_LABELS[of.holdReason] }] : []),
          ...(of.cancelReason ? [{ term: "Cancelled", detail: CANCEL_REASON_LABELS[of.cancelReason] }] : []),
          ...(of.playbook
            ? [
                {
                  term: "Service type",
                  detail: (
                    <Link
                      to={paths.serviceType(of.playbook.serviceTypeId)}
                      className="text-link underline-offset-4 hover:underline"
                    >
                      {of.playbook.name}
                    </Link>
                  ),
                },
              ]
            : []),
          { term: "Details", detail: of.description && <span className="whitespace-pre-wrap">{of.description}</span> },
          {
            term: "Customer",
            detail: (
              <>
                <Link to={paths.customer(of.customerNumber)} className="text-link underline-offset-4 hover:underline">
                  {of.customerName}
                </Link>
                {of.customerPhone && (
                  <a href={`tel:${of.customerPhone}`} className="ml-3 text-muted-foreground tabular hover:underline">
                    {of.customerPhone}
                  </a>
                )}
              </>
            ),
          },
          { term: "Address", detail: siteText({ ...of, label: of.siteLabel }) },
          ...(of.accessNotes ? [{ term: "Getting in", detail: of.accessNotes }] : []),
          { term: "Start", detail: of.scheduledStart && instant(of.scheduledStart) },
          { term: "Duration", detail: minutesText(of.durationMinutes) },
          {
            term: "Arrival window",
            detail: of.arrivalWindowMinutes ? `${minutesText(of.arrivalWindowMinutes)} from the start` : "Exact time",
          },
          { term: "Technician", detail: technicianOf(of) },
          ...(of.helpers.length > 0 ? [{ term: "Helpers", detail: of.helpers.map((one) => one.name).join(", ") }] : []),
          ...(of.overrideReason ? [{ term: "Booked all the same", detail: of.overrideReason }] : []),
          ...(of.noCharge ? [{ term: "Billing", detail: "No charge" }] : []),
          ...(of.closeReason ? [{ term: "Closed without an invoice", detail: of.closeReason }] : []),
          ...(of.completedAt ? [{ term: "Completed", detail: instant(of.completedAt) }] : []),
          { term: "Created", detail: instant(of.createdAt) },
        ]}
      />
    </Section>
  );
}
