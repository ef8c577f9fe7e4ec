import { Link } from "@remix-run/react";
import { CalendarClock } from "lucide-react";
import { DateText } from "~/components/date-text";
import { Section } from "~/components/section";
import { Timeline, type TimelineEntry } from "~/components/timeline";
import { statusLooks } from "~/components/work-orders/status";
import { STATUS_LABELS } from "~/domain/work-orders/work-order";
import { paths } from "~/paths";
import type { ChangeView } from "./view";

type HistoryProps = { number: number; changes: readonly ChangeView[]; zone: string };

/** What happened, the newest first. */
export function History({ number, changes, zone }: HistoryProps) {
  return (
    <Section
      title="History"
      action={
        <Link to={paths.workOrderTimeline(number)} className="text-link underline underline-offset-4">
          Whole timeline
        </Link>
      }
    >
      <Timeline entries={changes.map((change) => entryOf(change, zone))} />
    </Section>
  );
}

const late = 5 * 60_000;

/** One change as a line of a timeline; a device that was offline tells when it happened, the server when it heard. */
export function entryOf(change: ChangeView, zone: string): TimelineEntry {
  const by = change.firstName === null ? "Plenum" : `${change.firstName} ${change.lastName}`;
  const apart = Date.parse(change.recordedAt) - Date.parse(change.occurredAt);
  return {
    key: change.id,
    icon: change.to ? statusLooks[change.to].icon : CalendarClock,
    tone: change.to ? statusLooks[change.to].tone : undefined,
    title: (
      <>
        {titleOf(change)} <span className="text-muted-foreground">by {by}</span>
      </>
    ),
    at: <DateText at={change.occurredAt} zone={zone} />,
    children: (change.booking || change.reason || Math.abs(apart) > late) && (
      <>
        {change.booking && <Slot change={change} zone={zone} />}
        {change.reason}
        {Math.abs(apart) > late && (
          <span className="block text-subtle-foreground text-sm">
            {apart > 0 ? "Told later: " : "By a clock that runs ahead; told "}
            <DateText at={change.recordedAt} zone={zone} />
          </span>
        )}
      </>
    ),
  };
}

function titleOf({ from, to, booking }: ChangeView): string {
  if (to) return from === null ? "Created" : STATUS_LABELS[to];
  const [before, after] = [booking?.before, booking?.after];
  const sameCrew = before?.technicianIds.join() === after?.technicianIds.join();
  if (sameCrew) return "Rescheduled";
  return before?.start === after?.start ? "Reassigned" : "Rescheduled and reassigned";
}

/** When and with whom it is booked now. */
function Slot({ change: { booking, people }, zone }: { change: ChangeView; zone: string }) {
  const start = booking?.after.start;
  return (
    <span className="block">
      {start ? <DateText at={start} zone={zone} /> : "Not scheduled"}
      {`, ${people.length > 0 ? people.join(", ") : "unassigned"}`}
    </span>
  );
}
