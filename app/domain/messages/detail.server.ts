import { sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { allowOnThread, colleagues, crewOfWorkOrder, maySee, threadNotFound } from "./access.server";
import { channelsOf, type ReachRow, reachOf } from "./customer.server";
import { summaryFrom, summaryRow } from "./list.server";
import { type AuthorKind, type Channel, type DeliveryState, isOffice, type Person, type PictureState } from "./message";
import type { MessagePage } from "./schema";

interface Row {
  id: string;
  seq: number;
  authorKind: AuthorKind;
  authorId: string | null;
  authorName: string | null;
  channel: Channel;
  body: string;
  hasPhoto: number;
  createdAt: string;
  writtenAt: string | null;
  delivery: DeliveryState | null;
  deliveryError: string | null;
  sendAt: string | null;
  /** JSON. */
  pictures: string;
}

/** A message as shown in a conversation. `by`: null for the customer and for automatic messages. */
export interface Message extends Omit<Row, "authorId" | "authorName" | "hasPhoto" | "pictures"> {
  /** Pictures of a customer's text, in order; `problem` is a sentence on why one cannot be shown. */
  pictures: { id: string; state: PictureState; problem: string | null }[];
  by: Person | null;
  isMine: boolean;
  hasPhoto: boolean;
}

function messageRows(
  { orgId }: Member,
  threadId: string,
  { before, after, limit, now }: Omit<MessagePage, "limit"> & { limit: number; now: string },
) {
  const upward = after === undefined;
  return sql`SELECT m.id, m.seq, m.author_kind AS authorKind, m.author_id AS authorId, m.channel, m.body, m.photo_key IS NOT NULL AS hasPhoto,
      m.created_at AS createdAt, m.written_at AS writtenAt,
      iif(m.delivery = 'queued' AND m.send_at > ${now}, 'held', m.delivery) AS delivery, m.delivery_error AS deliveryError, m.send_at AS sendAt,
      (SELECT json_group_array(json_object('id', p.id, 'state', p.state, 'problem', p.problem)) FROM
        (SELECT * FROM message_pictures own WHERE own.org_id = ${orgId} AND own.message_id = m.id ORDER BY own.position) p) AS pictures,
      (SELECT w.first_name || ' ' || w.last_name FROM tenant_members w WHERE w.org_id = ${orgId} AND w.user_id = m.author_id) AS authorName
    FROM messages m WHERE m.org_id = ${orgId} AND m.thread_id = ${threadId}
      ${before === undefined ? sql`` : sql`AND m.seq < ${before}`} ${upward ? sql`` : sql`AND m.seq > ${after}`}
    ORDER BY m.seq ${upward ? sql`DESC` : sql`ASC`} LIMIT ${limit}`;
}

function messageOf(me: Member, { authorId, authorName, hasPhoto, pictures, ...row }: Row): Message {
  return {
    ...row,
    hasPhoto: hasPhoto === 1,
    pictures: JSON.parse(pictures),
    isMine: authorId !== null && authorId === me.userId,
    by: authorId === null ? null : { id: authorId, name: authorName ?? "" },
  };
}

/** A page of a conversation's messages in order, without its other data. @throws DomainError not_found */
export async function listMessages(ctx: Ctx, threadId: string, wanted: MessagePage) {
  const me = allow(ctx, "work_orders.read");
  const [[seen], rows] = await ctx.db.batch([
    ctx.db.all<{ lastSeq: number }>(
      sql`SELECT t.last_seq AS lastSeq FROM threads t WHERE t.org_id = ${me.orgId} AND t.id = ${threadId} AND ${maySee(me)}`,
    ),
    ctx.db.all<Row>(messageRows(me, threadId, { ...wanted, limit: wanted.limit + 1, now: ctx.now.toISOString() })),
  ]);
  if (!seen) throw threadNotFound();
  return pageOf(me, rows, wanted);
}

function pageOf(me: Member, rows: Row[], { after, limit }: Pick<MessagePage, "after" | "limit">) {
  const items = rows.slice(0, limit).map((row) => messageOf(me, row));
  const hasMore = rows.length > limit;
  return after === undefined
    ? { items: items.reverse(), hasOlder: hasMore, hasNewer: false }
    : { items, hasOlder: true, hasNewer: hasMore };
}

/** A conversation with its newest messages, its participants and how far each has read. @throws DomainError not_found */
export async function threadDetail(ctx: Ctx, id: string, wanted: MessagePage) {
  const me = allow(ctx, "work_orders.read");
  const [[[row], rows, read, crew, [reach]], everybody] = await Promise.all([
    ctx.db.batch([
      ctx.db.all(summaryRow(me, id)),
      ctx.db.all<Row>(messageRows(me, id, { ...wanted, limit: wanted.limit + 1, now: ctx.now.toISOString() })),
      ctx.db.all<{ id: string; name: string; readSeq: number }>(sql`
        SELECT p.user_id AS id, p.first_name || ' ' || p.last_name AS name, m.read_seq AS readSeq
        FROM thread_members m JOIN tenant_members p ON p.org_id = ${me.orgId} AND p.user_id = m.user_id
        WHERE m.org_id = ${me.orgId} AND m.thread_id = ${id} ORDER BY m.joined_at, p.last_name LIMIT 60`),
      ctx.db.all<{ userId: string }>(crewOfThread(me, id)),
      ctx.db.all<ReachRow>(reachOf(me, id)),
    ]),
    colleagues(ctx, me),
  ]);
  const thread = summaryFrom(me, row);
  if (!thread) throw threadNotFound();
  const isOpen = thread.kind === "job" || thread.kind === "customer";
  const ids = new Set(isOpen ? crew.map(({ userId }) => userId) : read.map((each) => each.id));
  const people = everybody.filter((each) => ids.has(each.id) || (isOpen && each.isOffice));
  return {
    thread,
    ...pageOf(me, rows, wanted),
    /** Other participants, with the position up to which each has read. */
    readers: read.filter((each) => each.id !== me.userId),
    ownReadSeq: read.find((each) => each.id === me.userId)?.readSeq ?? null,
    /** How its customer can be reached; null for a team conversation. */
    channels: thread.kind === "customer" ? channelsOf(reach, ctx.providers.texts.numberOf(me)) : null,
    /** Whom it can be assigned to; null if the reader may not assign it. */
    assignable: isOpen && isOffice(me) ? people.map(({ id: value, name: label }) => ({ value, label })) : null,
    /** Whom a message here can mention. */
    people: people.filter((each) => each.id !== me.userId).map((each): Person => ({ id: each.id, name: each.name })),
  };
}

function crewOfThread({ orgId }: Member, id: string) {
  const workOrder = sql`(SELECT about.work_order_id FROM threads about WHERE about.org_id = ${orgId} AND about.id = ${id})`;
  return sql`SELECT crew.user_id AS userId FROM ${crewOfWorkOrder(orgId, workOrder)} crew`;
}

/** A message's picture, for anyone who may see the conversation. @throws DomainError not_found */
export async function readMessagePhoto(ctx: Ctx, threadId: string, messageId: string) {
  const me = allow(ctx, "work_orders.read");
  await allowOnThread(ctx, threadId);
  const [row] = await ctx.db.all<{ key: string | null }>(
    sql`SELECT photo_key AS key FROM messages WHERE org_id = ${me.orgId} AND id = ${messageId} AND thread_id = ${threadId}`,
  );
  const file = row?.key && (await ctx.providers.files.get(row.key));
  if (!file) throw notFound("Photo not found");
  return file;
}

/** People with whom the reader can start a conversation. */
export async function conversationPeople(ctx: Ctx) {
  const me = allow(ctx, "work_orders.read");
  return (await colleagues(ctx, me)).filter(({ id }) => id !== me.userId);
}
