import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { FileLink } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { RelativeTime } from "~/components/relative-time";
import { TabsNav } from "~/components/tabs-nav";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { MessageCircle } from "~/components/ui/icons";
import { counted } from "~/domain/shared/text/counted";
import { listSupport } from "~/domain/support/inbox.server";
import { SupportView } from "~/domain/support/schema";
import { SUPPORT_STATE_LABELS, SUPPORT_STATES } from "~/domain/support/support";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Messages to support · Plenum" }];

export const loader = memberLoader(async ({ ctx, url }) => {
  const view = SupportView.parse(Object.fromEntries(url.searchParams));
  return { state: view.state, now: ctx.now.getTime(), ...(await listSupport(ctx, view)) };
});

/** Messages to support: all of them for support staff, otherwise the user's own. */
export default function SupportMessages() {
  const { state, isStaff, now, ...page } = useLoaderData<typeof loader>();
  const { items } = page;
  return (
    <>
      <PageHeader
        title={isStaff ? "Support inbox" : "Your messages to support"}
        secondary={
          items.length > 0 && (
            <FileLink href={paths.apiListFile("support/messages", { state: state === "open" ? undefined : state })} />
          )
        }
        action={
          <Button asChild>
            <Link to={paths.contact()}>New message</Link>
          </Button>
        }
      />
      <div className="max-w-3xl">
        <TabsNav
          label="State"
          tabs={SUPPORT_STATES.map((each) => ({
            to: paths.supportMessages({ state: each === "open" ? undefined : each }),
            label: SUPPORT_STATE_LABELS[each],
            current: each === state,
          }))}
        />
        {items.length === 0 ? (
          <EmptyState icon={MessageCircle} title={`Nothing ${SUPPORT_STATE_LABELS[state].toLowerCase()}`}>
            {isStaff ? "What people write in Chat with us shows up here." : "What you write to support shows up here."}
          </EmptyState>
        ) : (
          <Card as="ul" className="divide-y divide-border">
            {items.map(({ id, subject, senderName, senderEmail, updatedAt }) => (
              <li key={id}>
                <Link to={paths.supportMessage(id)} className="block px-4 py-3 hover:bg-muted focus-visible:bg-muted">
                  <span className="flex items-baseline justify-between gap-3">
                    <span className="min-w-0 truncate font-medium">{subject}</span>
                    <span className="flex-none text-muted-foreground text-xs">
                      <RelativeTime at={Date.parse(updatedAt)} now={now} />
                    </span>
                  </span>
                  {isStaff && (
                    <span className="block truncate text-muted-foreground text-sm">
                      {senderName} · {senderEmail}
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </Card>
        )}
        <CursorPagination page={page} href={(at) => paths.supportMessages({ state, ...at })}>
          {counted(items.length, "message")}
        </CursorPagination>
      </div>
    </>
  );
}
