import { minutesText } from "~/components/minutes-text";
import { formatDateTime } from "~/domain/shared/date-format";
import { PRIORITY_LABELS, type Priority } from "~/domain/work-orders/work-order";

/** What the fields of a work order are called, on forms and where two versions are compared. */
export const workOrderLabels = {
  customerId: "Customer",
  siteAddressId: "Address",
  equipmentIds: "Equipment",
  title: "Job summary",
  description: "Description",
  priority: "Priority",
  startDate: "Day",
  startTime: "Time",
  scheduledStart: "Start",
  durationMinutes: "Duration",
  technicianId: "Technician",
  helperIds: "Helpers",
  arrivalWindowMinutes: "Arrival window",
  signatureRequired: "Signature required",
  noCharge: "No charge",
  overrideReason: "Override reason",
  serviceTypeId: "Service type",
} as const;

/** Text fields of the form as conform sees them. */
export type WorkOrderTexts = {
  customerId: string;
  siteAddressId: string;
  equipmentIds: string[];
  title: string;
  description: string;
  priority: string;
  startDate: string;
  startTime: string;
  durationMinutes: string;
  technicianId: string;
  helperIds: string[];
  arrivalWindowMinutes: string;
  signatureRequired: string;
  noCharge: string;
  overrideReason: string;
  serviceTypeId: string;
};

export const workOrderLimits = {
  title: { required: true, maxLength: 200 },
  description: { maxLength: 4000 },
  durationMinutes: { required: true, min: 5, max: 10_080 },
  overrideReason: { maxLength: 500 },
};

export const arrivalWindows = [
  { value: "60", label: "1 hour" },
  { value: "120", label: "2 hours" },
  { value: "180", label: "3 hours" },
  { value: "240", label: "4 hours" },
  { value: "480", label: "8 hours" },
];

/** "1 h 5 min", "3 d 4 h", "under a minute": for what was measured rather than planned. */
export function secondsText(seconds: number): string {
  if (seconds < 60) return "under a minute";
  const minutes = Math.floor(seconds / 60);
  const days = Math.floor(minutes / 1440);
  if (days === 0) return minutesText(minutes);
  const hours = Math.floor((minutes % 1440) / 60);
  return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
}

export interface ComparedWorkOrder {
  title: string;
  description: string | null;
  priority: Priority;
  scheduledStart: string | null;
  durationMinutes: number;
  technicianName: string | null;
  arrivalWindowMinutes: number | null;
  signatureRequired: boolean;
  noCharge: boolean;
}

/** A work order's facts in words, for laying two versions side by side. */
export function factsInWords(of: ComparedWorkOrder, zone: string): Record<string, string> {
  const yes = (flag: boolean) => (flag ? "Yes" : "No");
  return {
    [workOrderLabels.title]: of.title,
    [workOrderLabels.description]: of.description ?? "",
    [workOrderLabels.priority]: PRIORITY_LABELS[of.priority],
    [workOrderLabels.scheduledStart]: of.scheduledStart ? formatDateTime(of.scheduledStart, { zone, year: true }) : "",
    [workOrderLabels.durationMinutes]: minutesText(of.durationMinutes),
    [workOrderLabels.technicianId]: of.technicianName ?? "",
    [workOrderLabels.arrivalWindowMinutes]: of.arrivalWindowMinutes ? minutesText(of.arrivalWindowMinutes) : "",
    [workOrderLabels.signatureRequired]: yes(of.signatureRequired),
    [workOrderLabels.noCharge]: yes(of.noCharge),
  };
}
