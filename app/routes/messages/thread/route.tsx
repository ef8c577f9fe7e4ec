import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { z } from "zod";
import { AddTodoItem } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { DropdownMenuItem } from "~/components/ui/dropdown-menu";
import { ArrowLeft, Download } from "~/components/ui/icons";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import { assignThread } from "~/domain/messages/assign.server";
import { sendToCustomer, setConsent } from "~/domain/messages/customer.server";
import { threadDetail } from "~/domain/messages/detail.server";
import { retryPicture } from "~/domain/messages/incoming-pictures.server";
import {
  ConsentInput,
  CustomerMessage,
  FoundView,
  MessageInput,
  MessagePageView,
  ThreadAssignee,
  ThreadView,
} from "~/domain/messages/schema";
import { closeThread, sendMessage } from "~/domain/messages/send.server";
import { Nothing, recordId } from "~/domain/shared/fields";
import { filledTemplates } from "~/domain/visits/templates.server";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { sendToApi } from "~/lib/api-request";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { paths } from "~/paths";
import { ThreadMark } from "~/routes/messages/thread-row";
import { Assignee } from "./assignee";
import { Composer } from "./composer";
import { MessageList } from "./message-list";
import { useOutgoing } from "./use-outgoing";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.thread.title} · Messages · Plenum` : "Messages · Plenum" },
];

// Loaded after the page, as in the header of other screens.
const moreActions = lazyWithRetry(async () => (await import("~/components/more-actions")).MoreActions);

/** Number of messages shown above a search result. */
const ABOVE_FOUND = 15;

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const query = Object.fromEntries(url.searchParams);
  const { at } = FoundView.parse(query);
  const page = MessagePageView.parse(at === undefined ? {} : { after: Math.max(1, at - ABOVE_FOUND) });
  const { list, q, cursor } = ThreadView.parse(query);
  const from = { list: list === "mine" ? undefined : list, q: q || undefined, cursor };
  return { ...(await threadDetail(ctx, params.threadId ?? "", page)), at: at ?? null, from, formKey: ctx.newId() };
});

export const action = formActions({
  send: formCase(MessageInput, async ({ ctx, input, params }) => {
    await sendMessage(ctx, params.threadId ?? "", input);
    return { done: true };
  }),
  sendToCustomer: formCase(CustomerMessage, async ({ ctx, input, params }) => {
    await sendToCustomer(ctx, params.threadId ?? "", input);
    return { done: true };
  }),
  consent: formCase(ConsentInput, async ({ ctx, input, params }) => {
    await setConsent(ctx, params.threadId ?? "", input);
    return { done: true };
  }),
  templates: formCase(Nothing, async ({ ctx, params }) => ({
    templates: await filledTemplates(ctx, params.threadId ?? ""),
  })),
  assign: formCase(ThreadAssignee, async ({ ctx, input, params }) => {
    await assignThread(ctx, params.threadId ?? "", input);
    return { done: true };
  }),
  fetchAgain: formCase(z.object({ pictureId: recordId }), async ({ ctx, input, params }) => {
    await retryPicture(ctx, params.threadId ?? "", input.pictureId);
    return { done: true };
  }),
  close: formCase(Nothing, async ({ ctx, params }) => {
    await closeThread(ctx, params.threadId ?? "", true);
    return { done: true };
  }),
  reopen: formCase(Nothing, async ({ ctx, params }) => {
    await closeThread(ctx, params.threadId ?? "", false);
    return { done: true };
  }),
});

/** A conversation: its participants, messages, and a field for the next one. */
export default function Thread() {
  const { thread, items, hasNewer, ownReadSeq, from } = useLoaderData<typeof loader>();
  const outgoing = useOutgoing(thread.id, items);
  useMarkRead(thread.id, hasNewer ? null : (items.at(-1)?.seq ?? null), ownReadSeq ?? 0);
  return (
    <article aria-label={thread.title} className="flex h-full min-w-0 flex-col">
      <header className="flex items-center gap-2 border-border border-b px-2 py-3 sm:gap-3 sm:px-4">
        <Button asChild variant="ghost" size="icon" className="lg:hidden">
          <Link to={paths.messages(from)} aria-label="All conversations">
            <ArrowLeft />
          </Link>
        </Button>
        <ThreadMark kind={thread.kind} title={thread.title} />
        <Heading />
        <Assignee key={`assignee-${thread.id}`} />
        <moreActions.Part>
          <AddTodoItem about="thread" id={thread.id} />
          <DropdownMenuItem asChild>
            <a href={paths.apiConversationFile(thread.id)} download>
              <Download aria-hidden="true" />
              Download as CSV
            </a>
          </DropdownMenuItem>
        </moreActions.Part>
        <CloseButton />
      </header>
      <MessageList key={thread.id} outgoing={outgoing} />
      <Composer key={`composer-${thread.id}`} outgoing={outgoing} />
      <Outlet />
    </article>
  );
}

function Heading() {
  const { thread, readers } = useLoaderData<typeof loader>();
  const { kind, title, workOrder, customer } = thread;
  const names = readers.map(({ name }) => name);
  return (
    <div className="min-w-0 flex-1">
      <h2 className="truncate font-semibold">
        {workOrder && kind === "job" ? (
          <Link to={paths.workOrder(workOrder.id)} className="hover:underline">
            {title}
          </Link>
        ) : (
          title
        )}
      </h2>
      <p className="line-clamp-2 text-muted-foreground text-sm sm:line-clamp-1">
        {kind === "job" && (customer ?? "Team conversation")}
        {kind === "customer" &&
          (workOrder ? (
            <Link to={paths.workOrder(workOrder.id)} className="hover:underline">
              {workOrder.number} {workOrder.title}
            </Link>
          ) : (
            "Customer"
          ))}
        {kind === "direct" && "Direct conversation"}
        {kind === "group" &&
          (names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", "))}
      </p>
    </div>
  );
}

function CloseButton() {
  const { thread, formKey } = useLoaderData<typeof loader>();
  const { fetcher, form, busy, error, sessionEnded } = useInlineForm();
  const isClosed = thread.closedAt !== null;
  return (
    <fetcher.Form ref={form} method="post" className="flex flex-none items-center gap-2">
      <input type="hidden" name="idempotencyKey" value={`${formKey}-${isClosed ? "open" : "close"}`} />
      {error && <ErrorLine>{error}</ErrorLine>}
      <Button
        type="submit"
        variant="outline"
        size="sm"
        name="intent"
        value={isClosed ? "reopen" : "close"}
        loading={busy}
      >
        {isClosed ? "Reopen" : "Close"}
      </Button>
      {sessionEnded}
    </fetcher.Form>
  );
}

/** Marks messages as read once the user has seen them on the screen. */
function useMarkRead(threadId: string, lastSeq: number | null, readSeq: number): void {
  // The page may be in a background tab; only visible messages count as read.
  useEffect(() => {
    if (lastSeq === null || lastSeq <= readSeq) return;
    const mark = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", mark);
      void sendToApi({
        method: "PUT",
        path: paths.threadReadApi(threadId),
        idempotencyKey: crypto.randomUUID(),
        body: { seq: lastSeq },
      }).catch(() => null);
    };
    document.addEventListener("visibilitychange", mark);
    mark();
    return () => document.removeEventListener("visibilitychange", mark);
  }, [threadId, lastSeq, readSeq]);
}
