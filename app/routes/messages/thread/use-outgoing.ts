import type { Message } from "~/domain/messages/detail.server";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { sendToApi } from "~/lib/api-request";
import { backoffMs } from "~/lib/backoff";
import type { Mutation } from "~/lib/optimistic-queue";
import { type QueueDefinition, useOptimisticQueue } from "~/lib/use-optimistic-queue";
import { paths } from "~/paths";

/** A message as written here. */
interface Draft {
  threadId: string;
  body: string;
  photo: Blob | null;
  at: string;
  /** The channel to a customer; null for messages within the team. */
  to: { channel: CustomerChannel; now: boolean } | null;
}

export type CustomerChannel = "text" | "mail" | "page";

interface Read {
  threadId: string;
  items: readonly Message[];
}

/** One queue for all conversations; each keeps its own order. */
const outgoing: QueueDefinition<Read, Draft> = {
  recordsOf: ({ threadId }) => [threadId],
  send: ({ id, change: { threadId, body, photo, at, to } }) => {
    if (to && !photo)
      return sendToApi({
        ...{ method: "POST", path: paths.threadCustomerApi(threadId), idempotencyKey: id },
        body: { body, ...to },
      });
    if (!photo)
      return sendToApi({
        ...{ method: "POST", path: paths.threadMessagesApi(threadId), idempotencyKey: id },
        body: { body, writtenAt: at },
      });
    const form = new FormData();
    form.set("photo", photo, "photo.jpg");
    form.set("body", body);
    form.set("writtenAt", at);
    if (to) form.set("channel", to.channel);
    if (to?.now) form.set("now", "on");
    return sendToApi({ method: "POST", path: paths.threadPhotosApi(threadId), idempotencyKey: id, body: form });
  },
  retryDelay: (tries) => backoffMs(tries, { firstMs: 4000, maxMs: MINUTE_MS }),
  apply: (read) => read,
  // Another conversation shows its own messages once it is opened.
  contains: ({ threadId, items }, { change, answer }) =>
    change.threadId !== threadId || items.some(({ id }) => id === answer?.body.id),
};

/** Messages of this conversation that the server has not saved yet, or has refused. */
export function useOutgoing(threadId: string, items: readonly Message[]) {
  const { mutations, put, retry, discard } = useOptimisticQueue(outgoing, { threadId, items });
  const known = new Set(items.map(({ id }) => id));
  return {
    pending: mutations.filter(
      ({ change, answer }) => change.threadId === threadId && !known.has(String(answer?.body.id)),
    ),
    send: (body: string, photo: Blob | null, to: Draft["to"] = null) =>
      put({ threadId, body, photo, to, at: new Date().toISOString() }),
    retry: (id: string) => void retry(id),
    discard: (id: string) => void discard(id),
  };
}

export type Outgoing = ReturnType<typeof useOutgoing>;
export type Pending = Mutation<Draft>;

/** The server's reason for a refusal. */
export function refusalOf({ answer }: Pending): string {
  const fields = answer?.body.fields;
  const first = typeof fields === "object" && fields !== null ? Object.values(fields).flat()[0] : null;
  const message = first ?? answer?.body.message;
  return typeof message === "string" ? message : "The message was refused.";
}
