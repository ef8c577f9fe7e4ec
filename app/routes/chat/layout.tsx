import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useParams, useSearchParams } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { RelativeTime } from "~/components/relative-time";
import { TabsNav } from "~/components/tabs-nav";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Plus } from "~/components/ui/icons";
import { listConversations } from "~/domain/chat/conversations.server";
import { ChatView } from "~/domain/chat/schema";
import { memberLoader } from "~/http/page-loader";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { useAnswer } from "./shared/use-answer";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const handle: ShellHandle = { frame: "canvas" };
export const meta: MetaFunction = () => [{ title: "Assistant · Plenum" }];

const PAGE = 30;

export const loader = memberLoader(async ({ ctx, url }) => {
  const view = ChatView.parse(Object.fromEntries(url.searchParams));
  const isMember = ctx.actor.kind === "person" && ctx.actor.person.member !== null;
  const about = view.about === "household" || !isMember ? ("household" as const) : ("business" as const);
  return {
    about,
    isMember,
    now: ctx.now.getTime(),
    ...(await listConversations(ctx, { about, cursor: view.cursor, limit: PAGE })),
  };
});

/** The list of conversations next to a new question or the open conversation; stacked on phones. */
export default function Chat() {
  const { about, isMember } = useLoaderData<typeof loader>();
  const { conversationId } = useParams();
  const answering = useAnswer();
  return (
    <div
      className={cn(
        "flex lg:h-[calc(100dvh-var(--header-top))] lg:min-h-80 lg:flex-row",
        conversationId ? "h-[calc(100dvh-var(--header-top))] min-h-80" : "flex-col",
      )}
    >
      <section
        aria-label="Conversations"
        className={cn(
          "flex min-w-0 flex-col border-border lg:w-80 lg:flex-none lg:border-r",
          conversationId ? "max-lg:hidden" : "max-lg:order-2 max-lg:border-t",
        )}
      >
        <header className="flex flex-col gap-3 px-4 pt-4">
          <div className="flex items-center justify-between gap-2">
            <h2 className="font-semibold">Conversations</h2>
            <Button asChild size="sm" variant="outline">
              <Link to={paths.chat({ about: about === "household" && isMember ? about : undefined })}>
                <Plus />
                New
              </Link>
            </Button>
          </div>
          {isMember && (
            <TabsNav
              label="What conversations are about"
              tabs={[
                { to: paths.chat(), label: "Business", current: about === "business" },
                { to: paths.chat({ about: "household" }), label: "Household", current: about === "household" },
              ]}
            />
          )}
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Conversations />
        </div>
      </section>
      <div className={cn("min-w-0 flex-1", !conversationId && "max-lg:order-1")}>
        <Outlet context={answering} />
      </div>
    </div>
  );
}

function Conversations() {
  const { items, nextCursor, about, isMember, now } = useLoaderData<typeof loader>();
  const { conversationId } = useParams();
  const [params] = useSearchParams();
  const query = { about: about === "household" && isMember ? about : undefined };
  const here = (cursor?: string) =>
    conversationId ? paths.conversation(conversationId, { ...query, cursor }) : paths.chat({ ...query, cursor });
  const isLater = params.has("cursor");
  if (items.length === 0 && !isLater) {
    return (
      <p className="px-4 py-3 text-muted-foreground text-sm">Your questions are listed here. Only you can see them.</p>
    );
  }
  return (
    <>
      {items.length === 0 && <p className="px-4 py-3 text-muted-foreground text-sm">No more conversations.</p>}
      <ul>
        {items.map(({ id, title, updatedAt }) => (
          <li key={id} className="border-border border-b">
            <Link
              to={paths.conversation(id, { ...query, cursor: params.get("cursor") ?? undefined })}
              aria-current={id === conversationId ? "page" : undefined}
              className="block px-4 py-2.5 hover:bg-muted focus-visible:bg-muted aria-[current]:bg-muted"
            >
              <span className="line-clamp-2 break-words">{title}</span>
              <span className="block text-muted-foreground text-xs">
                <RelativeTime at={Date.parse(updatedAt)} now={now} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="flex justify-between gap-4 p-4 text-sm empty:hidden">
        {isLater && <TextLink to={here()}>Newest</TextLink>}
        {nextCursor && <TextLink to={here(nextCursor)}>Older</TextLink>}
      </p>
    </>
  );
}
