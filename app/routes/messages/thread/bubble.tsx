import { Button } from "~/components/ui/button";
import { Check, CheckCheck, CircleAlert, Clock, Hourglass } from "~/components/ui/icons";
import type { Message } from "~/domain/messages/detail.server";
import type { ThreadSummary } from "~/domain/messages/list.server";
import { linkParts, mentionParts, type Person } from "~/domain/messages/message";
import { formatDateTime, formatTime } from "~/domain/shared/time/date-format";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { Pictures } from "./pictures";
import { type Pending, refusalOf } from "./use-outgoing";

const channelText: Record<Message["channel"], string | null> = {
  app: null,
  text: "Text",
  mail: "Email",
  page: "Customer page",
};

type BubbleProps = {
  message: Message;
  thread: Pick<ThreadSummary, "id" | "title">;
  people: readonly Person[];
  zone: string;
  /** Grouped with the message above it, by the same person. */
  isContinued: boolean;
  className?: string;
};

/** One message: own messages on the right, others' on the left, automatic ones in the middle. */
export function Bubble({ message, thread, people, zone, isContinued, className }: BubbleProps) {
  const { authorKind, isMine, by, createdAt, writtenAt, channel, hasPhoto, body, seq } = message;
  if (authorKind === "system")
    return (
      <li data-seq={seq} className="my-1 text-center text-muted-foreground text-sm">
        {body}
      </li>
    );
  const name = by?.name ?? thread.title;
  return (
    <li
      data-seq={seq}
      className={cn("flex flex-col", isMine ? "items-end" : "items-start", !isContinued && "mt-2", className)}
    >
      {!isContinued && (
        <p className="mb-0.5 px-1 text-muted-foreground text-xs">
          {!isMine && <span className="font-medium text-foreground text-sm">{name} </span>}
          <time dateTime={createdAt} className="tabular">
            {formatTime(createdAt, zone)}
          </time>
          {channelText[channel] && `, ${channelText[channel]}`}
        </p>
      )}
      <div
        className={cn(bubble, isMine ? "bg-accent" : "border border-border bg-card")}
        title={formatDateTime(createdAt, { zone })}
      >
        {hasPhoto && (
          <a href={paths.messagePhoto(thread.id, message.id)} target="_blank" rel="noreferrer">
            <img
              src={paths.messagePhoto(thread.id, message.id)}
              alt={`Sent by ${isMine ? "you" : name}`}
              loading="lazy"
              className="my-1 h-52 w-full max-w-80 rounded-md bg-muted object-cover"
            />
          </a>
        )}
        {message.pictures.length > 0 && <Pictures threadId={thread.id} pictures={message.pictures} />}
        {body && <Words body={body} people={people} />}
      </div>
      {writtenAt && (
        <p className="px-1 text-muted-foreground text-xs">
          Written {formatDateTime(writtenAt, { zone })}, sent when back online
        </p>
      )}
      {isMine || message.delivery ? <Delivery message={message} zone={zone} /> : null}
    </li>
  );
}

const bubble = "max-w-[min(36rem,88%)] rounded-md px-3 py-1.5";

/** Adds each part's position in the text. */
function placed<P extends { text: string }>(parts: readonly P[]): (P & { at: number })[] {
  let at = 0;
  return parts.map((part) => {
    const from = at;
    at += part.text.length;
    return { ...part, at: from };
  });
}

/** The text, with links and mentions highlighted. */
function Words({ body, people }: { body: string; people: readonly Person[] }) {
  return (
    <p className="whitespace-pre-wrap break-words">
      {placed(mentionParts(body, people)).map(({ text, person, at }) =>
        person ? (
          <strong key={at} className="font-semibold text-link">
            {text}
          </strong>
        ) : (
          <WithLinks key={at} text={text} />
        ),
      )}
    </p>
  );
}

function WithLinks({ text }: { text: string }) {
  return placed(linkParts(text)).map((part) =>
    part.isLink ? (
      <a
        key={part.at}
        href={part.text}
        target="_blank"
        rel="noreferrer"
        className="break-all text-link underline underline-offset-4"
      >
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
}

const deliveryText = {
  held: "Waits until quiet hours end",
  queued: "Sending",
  sent: "Sent",
  delivered: "Delivered",
  failed: "Not delivered",
} as const;

/** Delivery status of a text message or email. */
function Delivery({ message: { delivery, deliveryError, sendAt }, zone }: Pick<BubbleProps, "message" | "zone">) {
  if (delivery === null) return null;
  const Icon = { held: Hourglass, queued: Clock, sent: Check, delivered: CheckCheck, failed: CircleAlert }[delivery];
  return (
    <p
      className={cn(
        "flex items-center gap-1 px-1 text-xs",
        delivery === "failed" ? "text-bad" : "text-muted-foreground",
      )}
    >
      <Icon className="size-3.5" />
      {delivery === "held" && sendAt
        ? `Goes out ${formatDateTime(sendAt, { zone })}, after quiet hours`
        : deliveryText[delivery]}
      {deliveryError && `: ${deliveryError}`}
    </p>
  );
}

type PendingBubbleProps = { mutation: Pending; retry: (id: string) => void; discard: (id: string) => void };

/** A message being sent, or one that failed. */
export function PendingBubble({ mutation, retry, discard }: PendingBubbleProps) {
  const { id, state, failure, change } = mutation;
  const isRefused = state === "refused";
  return (
    <li className="mt-1 flex flex-col items-end">
      <div className={cn(bubble, "bg-accent", state !== "confirmed" && "opacity-80")}>
        {change.photo && <p className="text-muted-foreground">Photo</p>}
        {change.body && <p className="whitespace-pre-wrap break-words">{change.body}</p>}
      </div>
      {state !== "confirmed" && (
        <div
          role="status"
          className={cn("flex items-center gap-1 px-1 text-xs", isRefused ? "text-bad" : "text-muted-foreground")}
        >
          {isRefused ? refusalOf(mutation) : state === "unreached" ? unreached[failure ?? "offline"] : "Sending"}
          {(isRefused || state === "unreached") && (
            <>
              <Button variant="link" size="sm" onClick={() => retry(id)}>
                Try again
              </Button>
              <Button variant="link" size="sm" onClick={() => discard(id)}>
                Discard
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}

const unreached = {
  offline: "Not sent yet: no connection. It goes out when you are back online.",
  server: "Not sent yet: the server did not accept it. Retrying.",
  signed_out: "Not sent: your session ended. Sign in, then try again.",
};
