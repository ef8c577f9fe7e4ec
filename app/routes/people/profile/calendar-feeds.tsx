import { Form, Link } from "@remix-run/react";
import { RelativeTime } from "~/components/relative-time";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CalendarDays, Copy, Plus } from "~/components/ui/icons";
import { toast } from "~/components/ui/toast-store";
import type { OwnCalendarFeed } from "~/domain/calendar-feeds/change.server";
import { paths } from "~/paths";

const copy = (address: string) =>
  navigator.clipboard.writeText(address).then(
    () => toast({ title: "Calendar address copied" }),
    () => toast({ tone: "bad", title: "The browser blocked copying." }),
  );

/** Calendars that other programs subscribe to: each can be copied again and turned off separately. */
export function CalendarFeeds({ feeds, now }: { feeds: readonly OwnCalendarFeed[]; now: number }) {
  return (
    <>
      {feeds.length > 0 && (
        <Card>
          <ul className="divide-y divide-border">
            {feeds.map((feed) => (
              <li key={feed.id} className="flex min-h-row flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
                <CalendarDays aria-hidden="true" className="size-5 text-subtle-foreground" />
                <div className="min-w-0 flex-1">
                  <p>{feed.name}</p>
                  <p className="text-muted-foreground text-sm">
                    <ReadState feed={feed} now={now} />
                  </p>
                </div>
                <FeedActions feed={feed} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Button asChild variant="outline" className="self-start">
        <Link to={paths.newCalendarFeed()} preventScrollReset>
          <Plus />
          Add calendar
        </Link>
      </Button>
    </>
  );
}

function ReadState({ feed: { isOpen, lastReadAt, address }, now }: { feed: OwnCalendarFeed; now: number }) {
  if (!isOpen) return "Empty: you no longer have access to these jobs";
  if (lastReadAt === null) return "Not subscribed to yet";
  return (
    <>
      Last read <RelativeTime at={Date.parse(lastReadAt)} now={now} />
      {address === null && ". Turn it off and add it again to see its address"}
    </>
  );
}

function FeedActions({ feed: { id, name, address } }: { feed: OwnCalendarFeed }) {
  return (
    <div className="flex flex-wrap gap-2">
      {address && (
        <>
          <Button variant="outline" size="sm" onClick={() => copy(address)} aria-label={`Copy address of ${name}`}>
            <Copy />
            Copy address
          </Button>
          <Button asChild variant="outline" size="sm">
            <a href={address.replace(/^https?:/, "webcal:")} aria-label={`Open ${name} in your calendar app`}>
              Open in calendar app
            </a>
          </Button>
        </>
      )}
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="calendar" />
        <input type="hidden" name="id" value={id} />
        <Button variant="outline" size="sm" type="submit" aria-label={`Turn off ${name}`}>
          Turn off
        </Button>
      </Form>
    </div>
  );
}
