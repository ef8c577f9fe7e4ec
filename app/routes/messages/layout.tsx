import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData, useParams, useSearchParams } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { EmptyState } from "~/components/feedback/empty-state";
import { TabsNav } from "~/components/tabs-nav";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Download, MessageCircle, Plus, Search } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { isOfThread } from "~/domain/live/channel";
import { type FoundMessage, listThreads, searchMessages } from "~/domain/messages/list.server";
import type { ThreadList } from "~/domain/messages/message";
import { ThreadView } from "~/domain/messages/schema";
import { pageLoader } from "~/http/page-loader";
import { useLiveRevalidation } from "~/lib/live/use-live-events";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { ThreadRow, ThreadTime } from "./thread-row";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const handle: ShellHandle = { frame: "canvas" };
export const meta: MetaFunction = () => [{ title: "Messages · Plenum" }];

const PAGE = 40;

export const loader = pageLoader(async ({ ctx, url }) => {
  const { list, q, cursor } = ThreadView.parse(Object.fromEntries(url.searchParams));
  if (q) return { list, q, found: await searchMessages(ctx, { q, cursor, limit: PAGE }), threads: null };
  return { list, q, found: null, threads: await listThreads(ctx, { list, cursor, limit: PAGE }) };
});

const empty: Record<ThreadList, { title: string; text: string }> = {
  mine: { title: "No conversations yet", text: "Message a coworker, or open a job and start its conversation." },
  unread: { title: "Nothing unread", text: "You are all caught up." },
  assigned: { title: "Nothing assigned to you", text: "Conversations assigned to you show up here." },
  jobs: { title: "No conversations about jobs", text: "Open a work order and choose Message the team." },
  customers: { title: "No conversations with customers", text: "Texts and emails with customers show up here." },
  closed: { title: "Nothing closed", text: "Closed conversations are listed here. A new message reopens them." },
};

const tabs: readonly [ThreadList, string][] = [
  ["mine", "Mine"],
  ["unread", "Unread"],
  ["assigned", "Assigned"],
  ["jobs", "Jobs"],
  ["customers", "Customers"],
  ["closed", "Closed"],
];

/** The list of conversations next to the open one; phones show one of the two. */
export default function Messages() {
  const { list, q } = useLoaderData<typeof loader>();
  const { threadId } = useParams();
  useLiveRevalidation((change) => isOfThread(change));
  return (
    <div className="flex h-[calc(100dvh-var(--header-top))] min-h-80">
      <section
        aria-label="Conversations"
        className={cn(
          "flex min-w-0 flex-col border-border border-r lg:w-100 lg:flex-none",
          threadId ? "max-lg:hidden" : "w-full",
        )}
      >
        <header className="flex flex-col gap-3 px-4 pt-4">
          <div className="flex items-center justify-between gap-2">
            <h1 className="font-semibold text-lg sm:text-xl">Messages</h1>
            <Button asChild variant="ghost" size="sm" className="ml-auto">
              <a href={q ? paths.apiListFile("messages", { q }) : paths.apiListFile("threads", { list })} download>
                <Download />
                CSV
              </a>
            </Button>
            <Button asChild size="sm">
              <Link to={paths.newConversation()}>
                <Plus />
                New
              </Link>
            </Button>
          </div>
          <Form role="search" className="relative">
            <Search className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-subtle-foreground" />
            <Input
              key={q}
              type="search"
              name="q"
              defaultValue={q}
              aria-label="Search messages"
              placeholder="Search messages"
              className="pl-9"
              enterKeyHint="search"
            />
          </Form>
          {!q && (
            <TabsNav
              label="Conversations"
              isDense
              tabs={tabs.map(([value, label]) => ({
                to: here(threadId, { list: value === "mine" ? undefined : value }),
                label,
                current: list === value,
              }))}
            />
          )}
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto">{q ? <Found /> : <Threads />}</div>
      </section>
      <div className={cn("min-w-0 flex-1", !threadId && "max-lg:contents")}>
        <Outlet />
      </div>
    </div>
  );
}

const here = (threadId: string | undefined, query: Record<string, string | undefined>) =>
  threadId ? paths.thread(threadId, query) : paths.messages(query);

function Threads() {
  const { list, threads } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { threadId } = useParams();
  if (!threads) return null;
  const isLater = params.has("cursor");
  if (threads.items.length === 0 && !isLater)
    return (
      <EmptyState icon={MessageCircle} title={empty[list].title}>
        {empty[list].text}
      </EmptyState>
    );
  return (
    <>
      <ul aria-label="Conversations">
        {threads.items.map((thread) => (
          <ThreadRow key={thread.id} thread={thread} list={list} isCurrent={thread.id === threadId} />
        ))}
      </ul>
      {threads.items.length === 0 && <p className="px-4 pt-3 text-muted-foreground text-sm">No more conversations.</p>}
      <p className="flex justify-between gap-4 p-4 text-sm empty:hidden">
        {isLater && <TextLink to={here(threadId, { list })}>Newest</TextLink>}
        {threads.nextCursor && <TextLink to={here(threadId, { list, cursor: threads.nextCursor })}>Older</TextLink>}
      </p>
    </>
  );
}

function Found() {
  const { q, found } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { threadId } = useParams();
  if (!found) return null;
  const isLater = params.has("cursor");
  return (
    <>
      <p className="flex flex-wrap justify-between gap-2 px-4 pt-3 text-muted-foreground text-sm" role="status">
        {found.items.length === 0 && isLater
          ? `No more messages with “${q}”.`
          : found.items.length === 0
            ? `No ${found.nextCursor ? "recent " : ""}message has “${q}”.`
            : `${found.items.length}${found.nextCursor ? "+" : ""} ${found.items.length === 1 ? "message" : "messages"} with “${q}”`}
        <TextLink to={here(threadId, {})}>Clear</TextLink>
      </p>
      <ul aria-label="Messages found" className="mt-2">
        {found.items.map((message) => (
          <FoundRow key={`${message.thread.id}-${message.seq}`} message={message} q={q} />
        ))}
      </ul>
      <p className="flex justify-between gap-4 p-4 text-sm empty:hidden">
        {isLater && <TextLink to={here(threadId, { q })}>Newest</TextLink>}
        {found.nextCursor && <TextLink to={here(threadId, { q, cursor: found.nextCursor })}>Older</TextLink>}
      </p>
    </>
  );
}

function FoundRow({ message: { seq, at, body, by, thread }, q }: { message: FoundMessage; q: string }) {
  const [params] = useSearchParams();
  return (
    <li className="border-border border-b">
      <Link
        to={paths.thread(thread.id, { q, at: seq, cursor: params.get("cursor") ?? undefined })}
        className="block px-4 py-3 hover:bg-muted focus-visible:bg-muted"
      >
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate font-medium">{thread.title}</span>
          <ThreadTime at={at} />
        </span>
        <span className="line-clamp-2 text-muted-foreground text-sm">
          {by ? `${by}: ` : ""}
          {body || "Photo"}
        </span>
      </Link>
    </li>
  );
}
