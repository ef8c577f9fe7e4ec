import { Link } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { Section } from "~/components/section";
import { Timeline, type TimelineEntry } from "~/components/timeline";
import { statusLooks } from "~/components/work-orders/status";
import { STATUS_LABELS } from "~/domain/work-orders/rules";
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
    icon: statusLooks[change.to].icon,
    tone: statusLooks[change.to].tone,
    title: (
      <>
        {change.from === null ? "Created" : STATUS_LABELS[change.to]}{" "}
        <span className="text-muted-foreground">by {by}</span>
      </>
    ),
    at: <DateText at={change.occurredAt} zone={zone} />,
    children: (change.reason || Math.abs(apart) > late) && (
      <>
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
