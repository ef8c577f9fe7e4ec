import { DateText } from "~/components/date-text";
import type { TimelineEntry } from "~/components/timeline";
import { CalendarClock, Camera } from "~/components/ui/icons";
import { statusStyles } from "~/components/work-orders/status";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import type { WorkOrderPhoto } from "~/domain/technician-app/photos.server";
import { formatArrivalWindow } from "~/domain/technicians/arrival-window";
import { STATUS_LABELS } from "~/domain/work-order-basics/status";
import type { WorkOrderOverview } from "~/domain/work-orders/detail.server";
import { PhotoGrid, type ShownPhotos } from "./photos";

export type Change = WorkOrderOverview["history"][number];

const LATE_AFTER_MS = 5 * MINUTE_MS;

/** A change as a timeline entry; a device that was offline provides when it happened, the server when it was recorded. */
export function entryOf(change: Change, zone: string): TimelineEntry {
  const by = change.firstName === null ? "Plenum" : `${change.firstName} ${change.lastName}`;
  const delayMs = Date.parse(change.recordedAt) - Date.parse(change.occurredAt);
  return {
    key: change.id,
    icon: change.to ? statusStyles[change.to].icon : CalendarClock,
    tone: change.to ? statusStyles[change.to].tone : undefined,
    title: (
      <>
        {titleOf(change)} <span className="text-muted-foreground">by {by}</span>
      </>
    ),
    at: <DateText at={change.occurredAt} zone={zone} />,
    children: (change.booking || change.reason || change.deviceAt || delayMs > LATE_AFTER_MS) && (
      <>
        {change.booking && <Slot change={change} zone={zone} />}
        {change.reason}
        {change.deviceAt && (
          <span className="block text-warn">
            The device’s clock showed <DateText at={change.deviceAt} zone={zone} />: office time is used.
          </span>
        )}
        {delayMs > LATE_AFTER_MS && (
          <span className="block text-subtle-foreground text-sm">
            Recorded later: <DateText at={change.recordedAt} zone={zone} />
          </span>
        )}
      </>
    ),
  };
}

/** A photo as a timeline entry, with the time it was recorded. */
export function photoEntryOf(photo: WorkOrderPhoto, about: Omit<ShownPhotos, "photos">) {
  const by = photo.firstName === null ? "Plenum" : `${photo.firstName} ${photo.lastName}`;
  return {
    key: photo.id,
    recordedAt: photo.recordedAt,
    icon: Camera,
    title: (
      <>
        Photo <span className="text-muted-foreground">by {by}</span>
      </>
    ),
    at: <DateText at={photo.takenAt} zone={about.zone} />,
    children: (
      <>
        {photo.taskTitle}
        <PhotoGrid {...about} photos={[photo]} small />
      </>
    ),
  } satisfies TimelineEntry & { recordedAt: string };
}

function titleOf({ from, to, booking }: Change): string {
  if (to) return from === null ? "Created" : STATUS_LABELS[to];
  const [before, after] = [booking?.before, booking?.after];
  const sameCrew = before?.technicianIds.join() === after?.technicianIds.join();
  const sameTime = before?.start === after?.start && before?.end === after?.end;
  if (sameCrew && sameTime) return "Arrival window changed";
  if (sameCrew) return "Rescheduled";
  if (sameTime && !before?.technicianIds.length) return "Assigned";
  if (sameTime && !after?.technicianIds.length) return "Unassigned";
  return before?.start === after?.start ? "Reassigned" : "Rescheduled and reassigned";
}

/** The time and technicians it is booked with now. */
function Slot({ change: { booking, people }, zone }: { change: Change; zone: string }) {
  const { start, window } = booking?.after ?? {};
  return (
    <span className="block">
      {start ? <DateText at={start} zone={zone} /> : "Not scheduled"}
      {`, ${people.length > 0 ? people.join(", ") : "Unassigned"}`}
      {window &&
        `, promised ${formatArrivalWindow({ start: Date.parse(window.start), end: Date.parse(window.end) }, zone)}`}
    </span>
  );
}
