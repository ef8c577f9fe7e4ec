import { DateText } from "~/components/date-text";
import { Section } from "~/components/section";
import { Timeline, type TimelineEntry } from "~/components/timeline";
import { Archive, ArchiveRestore, type IconComponent, MapPin, PencilLine, UserRoundPlus } from "~/components/ui/icons";
import { type CustomerEvent, eventAddress, eventLabel, fieldChanges } from "~/domain/customers/history";
import { PageLink } from "./page-link";

type Event = CustomerEvent & {
  id: string;
  at: string;
  firstName: string | null;
  lastName: string | null;
};

const icons: Record<string, IconComponent> = {
  "customer.create": UserRoundPlus,
  "customer.archive": Archive,
  "customer.restore": ArchiveRestore,
};

type ActivityProps = {
  events: readonly Event[];
  timeZone: string;
  /** URLs of the next page and of the first one. */
  earlierHref?: string;
  latestHref?: string;
};

/** Who changed what, newest first. */
export function Activity({ events, timeZone, earlierHref, latestHref }: ActivityProps) {
  return (
    <Section title="Activity">
      {events.length === 0 ? (
        <p className="text-muted-foreground">No activity yet</p>
      ) : (
        <Timeline entries={events.map((event) => entryOf(event, timeZone))} />
      )}
      {(earlierHref || latestHref) && (
        <p className="flex gap-2">
          {latestHref && <PageLink to={latestHref}>Latest activity</PageLink>}
          {earlierHref && <PageLink to={earlierHref}>Earlier activity</PageLink>}
        </p>
      )}
    </Section>
  );
}

function entryOf(event: Event, timeZone: string): TimelineEntry {
  const who = [event.firstName, event.lastName].filter(Boolean).join(" ") || "Plenum";
  const about = event.action.startsWith("address.") ? MapPin : PencilLine;
  const address = eventAddress(event);
  const changes = fieldChanges(event);
  return {
    key: event.id,
    icon: icons[event.action] ?? about,
    title: (
      <>
        <span className="font-medium">{who}</span> {eventLabel(event)}
      </>
    ),
    at: <DateText at={event.at} zone={timeZone} />,
    children: (address || changes.length > 0) && (
      <ul className="flex flex-col gap-0.5 text-sm">
        {address && <li>{address}</li>}
        {changes.map(({ field, from, to }) => (
          <li key={field} className="break-words">
            {field}: <span className="line-through decoration-subtle-foreground">{from}</span>{" "}
            <span className="sr-only">changed to</span>
            <span aria-hidden="true">→</span> <span className="text-foreground">{to}</span>
          </li>
        ))}
      </ul>
    ),
  };
}
