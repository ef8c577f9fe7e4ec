import { redirect } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useCustomer } from "~/components/customers/use-customer";
import { DateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { MessageCircle } from "~/components/ui/icons";
import { ErrorLine } from "~/components/work-orders/error-line";
import { isOfThread } from "~/domain/live/channel";
import { firstMessageChannels, openThreadWithCustomer } from "~/domain/messages/first-message.server";
import { listCustomerThreads, type ThreadSummary } from "~/domain/messages/list.server";
import { Nothing } from "~/domain/shared/fields";
import { formatPhone } from "~/domain/shared/text/phones";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useLiveRevalidation } from "~/lib/live/use-live-events";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const loader = pageLoader(async ({ ctx, params }) => {
  const ref = params.id ?? "";
  const [threads, channels] = await Promise.all([listCustomerThreads(ctx, ref), firstMessageChannels(ctx, ref)]);
  return { ...threads, channels };
});

export const action = formAction(Nothing, async ({ ctx, params }) =>
  redirect(paths.thread((await openThreadWithCustomer(ctx, params.id ?? "")).id)),
);

/** Conversations with the customer, latest first. */
export default function CustomerMessages() {
  const { items, hasMore, timeZone } = useLoaderData<typeof loader>();
  useLiveRevalidation((change) => isOfThread(change));
  return (
    <Section title="Messages">
      <Card>
        {items.length === 0 && <FirstMessage />}
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

/** Starts the conversation, or says why the customer cannot be written to. */
function FirstMessage() {
  const { channels } = useLoaderData<typeof loader>();
  const { customer } = useCustomer();
  const { lastResult, sessionEnded } = useFormRefusal(useActionAnswer());
  const isOpening = useIsSubmitting();
  if (!channels)
    return <p className="p-4 text-muted-foreground">No messages yet. Write to the customer from a work order.</p>;
  const { text, mail, mayEdit } = channels;
  const isReachable = text.problem === null || mail.problem === null;
  const refused = lastResult?.error?.[""];
  return (
    <EmptyState
      icon={MessageCircle}
      title="No messages yet"
      action={
        isReachable ? (
          <Form method="post">
            <Button type="submit" variant="outline" loading={isOpening}>
              Write first message
            </Button>
          </Form>
        ) : (
          mayEdit && (
            <Button asChild variant="outline">
              <Link to={paths.editCustomer(customer.number)}>Edit contact details</Link>
            </Button>
          )
        )
      }
    >
      <p>{text.problem === null && text.to ? `Texts go to ${formatPhone(text.to)}.` : `Text: ${text.problem}.`}</p>
      <p>{mail.problem === null ? `Emails go to ${mail.to}.` : `Email: ${mail.problem}.`}</p>
      {refused && <ErrorLine>{refused.join(" ")}</ErrorLine>}
      {sessionEnded}
    </EmptyState>
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
