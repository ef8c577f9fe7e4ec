import { useFetcher, useLoaderData } from "@remix-run/react";
import { Fragment, useEffect, useRef, useState } from "react";
import { useShell } from "~/components/app-shell/use-shell";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { ArrowDown } from "~/components/ui/icons";
import { Spinner } from "~/components/ui/spinner";
import type { Message } from "~/domain/messages/detail.server";
import { formatNearDay } from "~/domain/shared/time/date-format";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { useNow } from "~/lib/clock";
import { useBeforePaint } from "~/lib/use-before-paint";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import type { loader as pageLoader } from "~/routes/messages/resources/messages";
import { Bubble, PendingBubble } from "./bubble";
import type { loader } from "./route";
import type { Outgoing } from "./use-outgoing";
import { moved, shownOf, startOf, withLatest, withPage } from "./window";

/** The messages, newest at the bottom. Older ones are loaded while scrolling up; only some are rendered at a time. */
export function MessageList({ outgoing }: { outgoing: Outgoing }) {
  const data = useLoaderData<typeof loader>();
  const { thread, at, readers } = data;
  const [state, setState] = useState(() => startOf(data));
  const fetcher = useFetcher<typeof pageLoader>();
  const box = useRef<HTMLDivElement>(null);
  const anchor = useRef<{ seq: string; top: number } | null>(null);
  const isAtEnd = useRef(at === null);
  const { items, hasAbove, hasBelow } = shownOf(state);
  const lastSeq = items.at(-1)?.seq ?? 0;
  const pendingCount = outgoing.pending.length;

  // Merges reloaded messages with those loaded before.
  useEffect(() => setState((before) => withLatest(before, data)), [data]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per response
  useEffect(() => {
    if (fetcher.data) {
      hold();
      setState((before) => withPage(before, fetcher.data ?? null));
    }
  }, [fetcher.data]);

  // Keeps the topmost visible message in place while messages above it are added or removed.
  useBeforePaint(() => {
    const held = anchor.current;
    const element = box.current;
    anchor.current = null;
    if (!element) return;
    if (held) {
      const row = element.querySelector(`[data-seq="${held.seq}"]`);
      if (row) element.scrollTop += row.getBoundingClientRect().top - held.top;
    } else if (isAtEnd.current) element.scrollTop = element.scrollHeight;
  });

  // A message just sent is shown, even if the reader had scrolled up.
  useEffect(() => {
    if (pendingCount > 0 && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [pendingCount]);

  // Scrolls to the search result once.
  useEffect(() => {
    if (at !== null) box.current?.querySelector(`[data-seq="${at}"]`)?.scrollIntoView({ block: "center" });
  }, [at]);

  function hold(): void {
    const top = box.current?.getBoundingClientRect().top ?? 0;
    const rows = [...(box.current?.querySelectorAll<HTMLElement>("[data-seq]") ?? [])];
    const row = rows.find((each) => each.getBoundingClientRect().bottom > top);
    if (row) anchor.current = { seq: row.dataset.seq ?? "", top: row.getBoundingClientRect().top };
  }

  function show(direction: "older" | "newer"): void {
    if (fetcher.state !== "idle") return;
    const next = moved(state, direction);
    if (next) {
      hold();
      setState(next);
      return;
    }
    const seq = direction === "older" ? state.all[0]?.seq : state.all.at(-1)?.seq;
    if (seq !== undefined)
      fetcher.load(paths.threadMessages(thread.id, { [direction === "older" ? "before" : "after"]: seq }));
  }

  function onScroll(): void {
    const element = box.current;
    if (!element) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    isAtEnd.current = below < 80 && !hasBelow;
    if (element.scrollTop < 400 && hasAbove) show("older");
    else if (below < 400 && hasBelow) show("newer");
  }

  const seenBy = readers.filter(({ readSeq }) => readSeq >= lastSeq).map(({ name }) => name);
  const isMine = items.at(-1)?.isMine === true && pendingCount === 0;
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label="Messages"
        className="h-full overflow-y-auto px-4 py-4"
      >
        <div className="mx-auto flex min-h-full max-w-3xl flex-col justify-end">
          {hasAbove && (
            <p className="py-2 text-center text-sm">
              <Button variant="link" size="sm" onClick={() => show("older")} loading={fetcher.state !== "idle"}>
                Older messages
              </Button>
            </p>
          )}
          <ol className="flex flex-col gap-1">
            <Rows items={items} />
            {!hasBelow &&
              outgoing.pending.map((mutation) => (
                <PendingBubble key={mutation.id} {...{ mutation }} retry={outgoing.retry} discard={outgoing.discard} />
              ))}
          </ol>
          {items.length === 0 && pendingCount === 0 && (
            <p className="py-8 text-center text-muted-foreground">No messages yet. Write the first one below.</p>
          )}
          {!hasBelow && isMine && seenBy.length > 0 && (
            <p className="mt-1 text-right text-muted-foreground text-xs">Seen by {seenText(seenBy, thread.kind)}</p>
          )}
        </div>
      </div>
      {hasBelow && (
        <Button
          asChild
          variant="outline"
          size="sm"
          className="-translate-x-1/2 absolute bottom-3 left-1/2 shadow-popover"
        >
          <TextLink to={paths.thread(thread.id)} reloadDocument={at === null} className="no-underline">
            <ArrowDown />
            Newest
          </TextLink>
        </Button>
      )}
      {fetcher.state !== "idle" && <Spinner className="absolute top-2 right-3" />}
    </div>
  );
}

const seenText = (names: readonly string[], kind: string) =>
  kind === "direct"
    ? names[0]?.split(" ")[0]
    : names.length > 3
      ? `${names.length} people`
      : names.map((name) => name.split(" ")[0]).join(", ");

/** Messages a person sends within minutes are grouped under one name; each day starts with its date. */
function Rows({ items }: { items: readonly Message[] }) {
  const { people, thread, at } = useLoaderData<typeof loader>();
  const zone = useShell()?.person?.member?.timeZone ?? "UTC";
  const now = useNow();
  return items.map((message, index) => {
    const before = items[index - 1];
    const day = formatNearDay(message.createdAt, zone, now);
    const isNewDay = !before || formatNearDay(before.createdAt, zone, now) !== day;
    const isSame =
      !isNewDay &&
      before.by?.id === message.by?.id &&
      before.authorKind === message.authorKind &&
      Date.parse(message.createdAt) - Date.parse(before.createdAt) < GROUP_MS;
    return (
      <Fragment key={message.seq}>
        {isNewDay && (
          <li className="my-3 flex items-center gap-3 text-muted-foreground text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
            {day}
          </li>
        )}
        <Bubble
          {...{ message, zone, people, thread }}
          isContinued={isSame}
          className={cn(at === message.seq && "rounded-md ring-2 ring-ring")}
        />
      </Fragment>
    );
  });
}

const GROUP_MS = 5 * MINUTE_MS;
