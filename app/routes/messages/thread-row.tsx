import { Link, useSearchParams } from "@remix-run/react";
import { useShell } from "~/components/app-shell/use-shell";
import { Avatar } from "~/components/ui/avatar";
import { Briefcase, CircleAlert, Users } from "~/components/ui/icons";
import type { ThreadSummary } from "~/domain/messages/list.server";
import { MAX_UNREAD, type ThreadList } from "~/domain/messages/message";
import { formatNearDay, formatTime } from "~/domain/shared/time/date-format";
import { useNow } from "~/lib/clock";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";

type ThreadRowProps = { thread: ThreadSummary; list: ThreadList; isCurrent: boolean };

/** A conversation in the list: who, when, the latest message, and the number of unread messages. */
export function ThreadRow({ thread, list, isCurrent }: ThreadRowProps) {
  const { id, kind, title, lastAt, unread, isMentioned, last, customer, assignee } = thread;
  const isNew = unread > 0;
  const [params] = useSearchParams();
  return (
    <li className="border-border border-b">
      <Link
        to={paths.thread(id, { list: list === "mine" ? undefined : list, cursor: params.get("cursor") ?? undefined })}
        aria-current={isCurrent ? "true" : undefined}
        className={cn("flex gap-3 px-4 py-3 hover:bg-muted focus-visible:bg-muted", isCurrent && "bg-accent")}
      >
        <ThreadMark kind={kind} title={title} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-2">
            <span className={cn("truncate", isNew ? "font-semibold" : "font-medium")}>{title}</span>
            {lastAt && <ThreadTime at={lastAt} />}
          </span>
          {kind === "job" && customer && <span className="block truncate text-sm">{customer}</span>}
          {kind === "customer" && thread.workOrder && (
            <span className="block truncate text-sm">
              {thread.workOrder.number} {thread.workOrder.title}
            </span>
          )}
          {assignee && list !== "assigned" && (
            <span className="block truncate text-muted-foreground text-sm">Assigned to {assignee.name}</span>
          )}
          <span className="flex items-center justify-between gap-2 text-sm">
            <span
              className={cn("flex min-w-0 items-center gap-1", isNew ? "text-foreground" : "text-muted-foreground")}
            >
              {last?.delivery === "failed" && (
                <CircleAlert
                  role="img"
                  aria-hidden={false}
                  aria-label="Not delivered"
                  className="size-4 flex-none text-bad"
                />
              )}
              <span className="truncate">
                {last && (last.isMine ? "You: " : kind !== "direct" && last.by ? `${last.by}: ` : "")}
                {last?.text}
              </span>
            </span>
            {isNew && (
              <span className="flex flex-none items-center gap-1">
                {isMentioned && <span className="font-semibold text-link">@</span>}
                <UnreadBadge count={unread} />
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** The number of unread messages, in the accent color. */
function UnreadBadge({ count }: { count: number }) {
  return (
    <span className="min-w-5 rounded-full bg-primary px-1.5 text-center font-semibold text-primary-foreground text-xs leading-5 tabular">
      {count > MAX_UNREAD ? `${MAX_UNREAD}+` : count}
      <span className="sr-only"> unread</span>
    </span>
  );
}

export function ThreadMark({ kind, title }: Pick<ThreadSummary, "kind" | "title">) {
  const Icon = kind === "job" ? Briefcase : kind === "group" ? Users : null;
  if (!Icon) return <Avatar name={title} className="mt-0.5" />;
  return (
    <span
      aria-hidden="true"
      className="mt-0.5 grid size-8 flex-none place-items-center rounded-full bg-muted text-muted-foreground"
    >
      <Icon className="size-4" />
    </span>
  );
}

/** '9:41 AM' today, otherwise 'Fri, Nov 20'. */
export function ThreadTime({ at }: { at: string }) {
  const zone = useShell()?.person?.member?.timeZone ?? "UTC";
  const now = useNow();
  const day = formatNearDay(at, zone, now);
  const isToday = day === formatNearDay(new Date(now).toISOString(), zone, now);
  return (
    <time dateTime={at} className="flex-none text-muted-foreground text-xs tabular">
      {isToday ? formatTime(at, zone) : day}
    </time>
  );
}
