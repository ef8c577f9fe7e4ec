import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { messages, threads } from "#drizzle/schema/messages";
import { sequences } from "#drizzle/schema/platform";
import { liveMessage } from "~/domain/live/message";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField } from "~/domain/shared/errors";
import { refuseOverQuota } from "~/domain/shared/files/photo-storage.server";
import { hasTooManyPixels, readPicture, TOO_MANY_PIXELS } from "~/domain/shared/files/pictures";
import { type Limit, MAX_PHOTO_BYTES, NOT_A_PICTURE, PHOTO_TOO_LARGE } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import type { OutboxMessage } from "~/domain/shared/outbox.server";
import { sha256Of } from "~/domain/shared/secrets/tokens.server";
import { DAY_MS, HOUR_SECONDS, MINUTE_MS } from "~/domain/shared/time/dates";
import { once, type Write } from "~/domain/shared/write.server";
import { allowMessaging, allowOnThread, colleagues, crewOfWorkOrder, type ThreadRow } from "./access.server";
import { mentionedIn, NOTIFY_AFTER_MS, type Person } from "./message";
import { joinThread } from "./open.server";
import type { MessageInput, PhotoMessage } from "./schema";

const SENT: Limit = { name: "messages", what: "messages", perPerson: 1200, perBusiness: 12_000, seconds: HOUR_SECONDS };

/** A device that was offline for longer has a wrong clock. */
const MAX_WAIT_MS = 400 * DAY_MS;

export interface Sent {
  id: string;
  seq: number;
}

/**
 * Sends a message in an internal conversation. A retry with the same key, however late, sends it once.
 * @throws DomainError not_found; conflict in a conversation with a customer, where a channel is required
 */
export async function sendMessage(ctx: Ctx, threadId: string, { body, writtenAt }: MessageInput): Promise<Sent> {
  const me = allowMessaging(ctx);
  await limitUse(ctx, SENT);
  const sent = await once(ctx, { useCase: "sendMessage", retention: "forever" }, { threadId, body }, async (write) => {
    const thread = await allowOnThread(ctx, threadId);
    if (thread.kind === "customer")
      throw new DomainError("conflict", "Choose how to reach the customer: text or email.");
    const { people, userIds } = await audience(ctx, me, thread);
    const mentions = mentionedIn(body, people);
    const id = ctx.newId();
    await write(me, {
      writes: messageWrites(ctx, me, {
        ...{ threadId, id, body, mentions, userIds, writtenAt: plausibleTime(ctx, writtenAt) },
        ...{ authorKind: "member", channel: "app" },
      }),
      publish: [threadEvent(me, threadId)],
      result: { id },
    });
    return { id };
  });
  return withPlace(ctx, me, sent);
}

export const withPlace = async (ctx: Ctx, me: Member, { id }: { id: string }): Promise<Sent> => ({
  id,
  seq: await seqOf(ctx, me, id),
});

/** The position the database assigned to a message. */
async function seqOf(ctx: Ctx, { orgId }: Member, id: string): Promise<number> {
  const [row] = await ctx.db.all<{ seq: number }>(sql`SELECT seq FROM messages WHERE org_id = ${orgId} AND id = ${id}`);
  return row?.seq ?? 0;
}

/** When a device wrote it offline; null if it was written just now. */
function plausibleTime(ctx: Ctx, writtenAt: string | null): string | null {
  if (writtenAt === null) return null;
  const ago = ctx.now.getTime() - Date.parse(writtenAt);
  return ago > MINUTE_MS && ago < MAX_WAIT_MS ? writtenAt : null;
}

/** Who is notified of a message, and whom it can mention. */
export async function audience(
  ctx: Ctx,
  me: Pick<Member, "orgId">,
  thread: Pick<ThreadRow, "id" | "kind" | "workOrderId">,
) {
  const isOpen = thread.kind === "job" || thread.kind === "customer";
  const [everybody, own] = await Promise.all([
    colleagues(ctx, me),
    ctx.db.all<{ userId: string }>(
      isOpen
        ? sql`SELECT crew.user_id AS userId FROM ${crewOfWorkOrder(me.orgId, thread.workOrderId)} crew`
        : sql`SELECT m.user_id AS userId FROM thread_members m WHERE m.org_id = ${me.orgId} AND m.thread_id = ${thread.id}`,
    ),
  ]);
  const ids = new Set(own.map(({ userId }) => userId));
  const people = everybody.filter((each) => ids.has(each.id) || (isOpen && each.isOffice));
  return { people: people.map(({ id, name }): Person => ({ id, name })), userIds: people.map(({ id }) => id) };
}

interface NewMessage {
  threadId: string;
  id: string;
  body: string;
  mentions: readonly string[];
  /** Who is notified. */
  userIds: readonly string[];
  authorKind: "member" | "customer" | "system";
  channel: (typeof messages.$inferInsert)["channel"];
  writtenAt?: string | null;
  photo?: { key: string; type: (typeof messages.$inferInsert)["photoType"]; bytes: number };
  delivery?: { state: "queued" | "held"; sentTo: string; sendAt: string | null };
  providerId?: string;
}

/** The statements that append a message to its conversation; the database assigns its position, one writer at a time. */
export function messageWrites(ctx: Ctx, me: Pick<Member, "orgId" | "userId">, message: NewMessage): Write[] {
  const { threadId, id, photo, delivery } = message;
  const at = ctx.now.toISOString();
  const notifyAt = new Date(ctx.now.getTime() + NOTIFY_AFTER_MS).toISOString();
  const writer = message.authorKind === "member" ? me.userId : null;
  const notified = message.authorKind === "customer" ? message.userIds : message.mentions;
  const waiting = JSON.stringify(notified.filter((userId) => userId !== writer));
  return [
    joinThread(ctx, me, { threadId, userIds: writer ? [...message.userIds, writer] : message.userIds }),
    ctx.db
      .insert(sequences)
      .values({ orgId: me.orgId, name: "messages", value: 1 })
      .onConflictDoUpdate({ target: [sequences.orgId, sequences.name], set: { value: sql`value + 1` } }),
    ctx.db.run(sql`
      INSERT INTO ${messages} (org_id, thread_id, seq, id, number, author_kind, author_id, channel, body, mentions, photo_key, photo_type,
        photo_bytes, created_at, written_at, delivery, sent_to, send_at, provider_id)
      SELECT t.org_id, t.id, t.last_seq + 1, ${id}, (SELECT s.value FROM sequences s WHERE s.org_id = ${me.orgId} AND s.name = 'messages'),
        ${message.authorKind}, ${writer}, ${message.channel}, ${message.body}, ${JSON.stringify(message.mentions)},
        ${photo?.key ?? null}, ${photo?.type ?? null}, ${photo?.bytes ?? null}, ${at}, ${message.writtenAt ?? null},
        ${delivery?.state ?? null}, ${delivery?.sentTo ?? null}, ${delivery?.sendAt ?? null}, ${message.providerId ?? null}
      FROM ${threads} t WHERE t.org_id = ${me.orgId} AND t.id = ${threadId}`),
    ctx.db.run(sql`
      UPDATE thread_members SET notify_at = coalesce(notify_at, ${notifyAt})
      WHERE org_id = ${me.orgId} AND thread_id = ${threadId} AND user_id IN (SELECT value FROM json_each(${waiting}))`),
  ];
}

/** Notifies open screens of news in a conversation; each reads only what its user may see. */
export const threadEvent = ({ orgId }: Pick<Member, "orgId">, threadId: string): OutboxMessage =>
  liveMessage(orgId, { kind: "message", threadId });

/**
 * Sends a JPEG, PNG or WebP of at most 8 MB, with or without text, and without its location data.
 * @throws DomainError too_large; invalid with the field; not_found
 */
export async function sendPhoto(ctx: Ctx, threadId: string, { photo, body, writtenAt }: PhotoMessage): Promise<Sent> {
  const me = allowMessaging(ctx);
  const picture = await checkedPicture(photo);
  await limitUse(ctx, SENT);
  const input = { threadId, body, sha256: await sha256Of(picture.sent) };
  const done = await once(ctx, { useCase: "sendPhoto", retention: "forever" }, input, async (write) => {
    const thread = await allowOnThread(ctx, threadId);
    if (thread.kind === "customer") throw invalidField("channel", "Choose how to reach the customer: text or email");
    const { people, userIds } = await audience(ctx, me, thread);
    const id = ctx.newId();
    await withPicture(ctx, me, { threadId, id, picture }, (photo) =>
      write(me, {
        writes: messageWrites(ctx, me, {
          ...{
            threadId,
            id,
            body,
            userIds,
            mentions: mentionedIn(body, people),
            writtenAt: plausibleTime(ctx, writtenAt),
          },
          ...{ authorKind: "member", channel: "app", photo },
        }),
        publish: [threadEvent(me, threadId)],
        result: { id },
      }),
    );
    return { id };
  });
  return withPlace(ctx, me, done);
}

interface Picture {
  threadId: string;
  /** The id of its message. */
  id: string;
  picture: Awaited<ReturnType<typeof checkedPicture>>;
}

/**
 * Stores a message's picture before running `write`, and deletes it if nothing was written.
 * @throws DomainError over the quota
 */
export async function withPicture(
  ctx: Ctx,
  me: Member,
  { threadId, id, picture }: Picture,
  write: (photo: NonNullable<NewMessage["photo"]>) => Promise<unknown>,
): Promise<void> {
  await refuseOverQuota(ctx, me, { bytes: picture.bytes.length, field: "photo" });
  const key = `messages/${me.orgId}/${threadId}/${id}`;
  await ctx.providers.files.put(key, picture.bytes.buffer, picture.type);
  try {
    await write({ key, type: picture.type, bytes: picture.bytes.length });
  } catch (error) {
    if ((await seqOf(ctx, me, id)) === 0) await ctx.providers.files.delete(key);
    throw error;
  }
}

const HEIC = /^(heic|heix|hevc|mif1|msf1)$/;

/** @throws DomainError too_large; invalid with the field, including a hint for the iPhone's own format */
export async function checkedPicture(photo: Blob) {
  const refused = (code: "too_large" | "invalid", text: string) =>
    new DomainError(code, text, { fields: { photo: [text] } });
  if (photo.size > MAX_PHOTO_BYTES) throw refused("too_large", PHOTO_TOO_LARGE);
  const sent = new Uint8Array(await photo.arrayBuffer());
  const picture = readPicture(sent);
  if (!picture && HEIC.test(new TextDecoder("latin1").decode(sent.subarray(8, 12))))
    throw refused("invalid", "This is a HEIC photo, which browsers cannot show. Please send it as JPEG.");
  if (!picture) throw refused("invalid", NOT_A_PICTURE);
  if (hasTooManyPixels(picture)) throw refused("invalid", TOO_MANY_PIXELS);
  return { ...picture, sent };
}

/** Marks a conversation as read up to a position, never back. @throws DomainError not_found */
export async function markRead(ctx: Ctx, threadId: string, { seq }: { seq: number }): Promise<{ readSeq: number }> {
  const me = allowMessaging(ctx);
  const thread = await allowOnThread(ctx, threadId);
  const [row] = await ctx.db.all<{ readSeq: number }>(
    sql`SELECT read_seq AS readSeq FROM thread_members WHERE org_id = ${me.orgId} AND thread_id = ${threadId} AND user_id = ${me.userId}`,
  );
  const readSeq = Math.max(row?.readSeq ?? 0, Math.min(seq, thread.lastSeq));
  if (row && row.readSeq >= readSeq) return { readSeq: row.readSeq };
  return once(ctx, "markThreadRead", { threadId, seq }, (write) =>
    write(me, {
      writes: [
        joinThread(ctx, me, { threadId, userIds: [me.userId ?? ""] }),
        ctx.db.run(sql`
          UPDATE thread_members SET read_seq = min(last_seq, max(read_seq, ${readSeq})),
            notify_at = CASE WHEN ${readSeq} >= last_seq THEN NULL ELSE notify_at END
          WHERE org_id = ${me.orgId} AND thread_id = ${threadId} AND user_id = ${me.userId}`),
      ],
      publish: [liveMessage(me.orgId, { kind: "read", threadId })],
      result: { readSeq },
    }),
  );
}

/**
 * Closes or reopens a conversation; a new message reopens it automatically. Nobody is emailed about what is unread in a closed one.
 * @throws DomainError not_found
 */
export async function closeThread(ctx: Ctx, threadId: string, closed: boolean): Promise<{ id: string }> {
  const me = allowMessaging(ctx);
  return once(ctx, "closeThread", { threadId, closed }, async (write) => {
    await allowOnThread(ctx, threadId);
    return write(me, {
      writes: [
        ctx.db
          .update(threads)
          .set(
            closed
              ? { closedAt: ctx.now.toISOString(), closedBy: me.userId ?? "system" }
              : { closedAt: null, closedBy: null },
          )
          .where(
            and(
              eq(threads.orgId, me.orgId),
              eq(threads.id, threadId),
              closed ? isNull(threads.closedAt) : isNotNull(threads.closedAt),
            ),
          ),
        ...(closed
          ? [
              ctx.db.run(sql`
                UPDATE thread_members SET notify_at = NULL WHERE org_id = ${me.orgId} AND thread_id = ${threadId} AND notify_at IS NOT NULL`),
            ]
          : []),
      ],
      audit: [{ action: closed ? "thread.close" : "thread.reopen", entity: "thread", entityId: threadId }],
      publish: [threadEvent(me, threadId)],
      result: { id: threadId },
    });
  });
}
