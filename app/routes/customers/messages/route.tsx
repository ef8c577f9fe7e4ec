import { Link, useLoaderData } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { isOfThread } from "~/domain/live/channel";
import { listCustomerThreads, type ThreadSummary } from "~/domain/messages/list.server";
import { pageLoader } from "~/http/page-loader";
import { useLiveRevalidation } from "~/lib/live/use-live-events";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx, params }) => listCustomerThreads(ctx, params.id ?? ""));

/** Conversations with the customer, latest first. */
export default function CustomerMessages() {
  const { items, hasMore, timeZone } = useLoaderData<typeof loader>();
  useLiveRevalidation((change) => isOfThread(change));
  return (
    <Section title="Messages">
      <Card>
        {items.length === 0 && (
          <p className="p-4 text-muted-foreground">No messages yet. Write to the customer from a work order.</p>
        )}
        <ul className="divide-y divide-border">
          {items.map((thread) => (
            <ThreadItem key={thread.id} thread={thread} timeZone={timeZone} />
          ))}
        </ul>
      </Card>
      {hasMore && (
        <p className="pt-3 text-muted-foreground text-sm">
          Only the latest {items.length} are listed. Find earlier ones in{" "}
          <TextLink to={paths.messages({ list: "customers" })}>Messages</TextLink>.
        </p>
      )}
    </Section>
  );
}

function ThreadItem({ thread, timeZone }: { thread: ThreadSummary; timeZone: string }) {
  const { id, workOrder, lastAt, last, unread, closedAt } = thread;
  return (
    <li>
      <Link to={paths.thread(id)} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-muted">
        <span className="min-w-40 flex-1">
          {workOrder ? `${workOrder.number} ${workOrder.title}` : "Not about a job"}
          {last && (
            <span className="block truncate text-muted-foreground text-sm">
              {last.isMine ? "You: " : last.by && `${last.by}: `}
              {last.text}
            </span>
          )}
        </span>
        {closedAt && <span className="text-muted-foreground text-sm">Closed</span>}
        {unread > 0 && <Badge>{unread} unread</Badge>}
        {lastAt && (
          <span className="text-muted-foreground text-sm">
            <DateText at={lastAt} zone={timeZone} />
          </span>
        )}
      </Link>
    </li>
  );
}
