import { type SQL, sql } from "drizzle-orm";
import type { CustomerRef } from "~/domain/customers/customer";
import { customerRef, idOf } from "~/domain/customers/find.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { decodeCursor, encodeCursor, page } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { formatPhone } from "~/domain/shared/text/phones";
import { everyWord, prefixTerm, searchWords } from "~/domain/shared/text/search";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { maySee } from "./access.server";
import type { AuthorKind, DeliveryState, ThreadKind, ThreadList } from "./message";
import { isOffice, MAX_UNREAD } from "./message";
import type { ThreadFilter } from "./schema";

interface Row {
  id: string;
  kind: ThreadKind;
  title: string | null;
  workOrderId: string | null;
  workOrderNumber: number | null;
  workOrderTitle: string | null;
  customerId: string | null;
  customerName: string | null;
  contactName: string | null;
  contactPhone: string | null;
  contactEmail: string | null;
  others: string | null;
  lastAt: string | null;
  closedAt: string | null;
  assigneeId: string | null;
  assigneeName: string | null;
  unread: number | null;
  mentioned: number | null;
  body: string | null;
  authorKind: AuthorKind | null;
  authorId: string | null;
  authorName: string | null;
  hasPhoto: number | null;
  delivery: DeliveryState | null;
}

/** What a list row shows of a conversation; `t` is its row, `m` the reader's membership, which may be missing. */
function summary({ orgId, userId }: Member): SQL {
  return sql`t.id AS id, t.kind AS kind, t.title AS title, t.work_order_id AS workOrderId, t.customer_id AS customerId,
    t.contact_name AS contactName, t.contact_phone AS contactPhone, t.contact_email AS contactEmail,
    t.last_at AS lastAt, t.closed_at AS closedAt, t.assignee_id AS assigneeId,
    (SELECT p.first_name || ' ' || p.last_name FROM tenant_members p WHERE p.org_id = ${orgId} AND p.user_id = t.assignee_id) AS assigneeName,
    m.last_seq - m.read_seq AS unread, m.mentioned_seq > m.read_seq AS mentioned,
    (SELECT job.number FROM work_orders job WHERE job.org_id = ${orgId} AND job.id = t.work_order_id) AS workOrderNumber,
    (SELECT job.title FROM work_orders job WHERE job.org_id = ${orgId} AND job.id = t.work_order_id) AS workOrderTitle,
    (SELECT c.name FROM customers c WHERE c.org_id = ${orgId} AND c.id = coalesce(t.customer_id,
      (SELECT job.customer_id FROM work_orders job WHERE job.org_id = ${orgId} AND job.id = t.work_order_id))) AS customerName,
    CASE WHEN t.kind IN ('direct', 'group') THEN (SELECT group_concat(name, ', ') FROM (
      SELECT p.first_name || ' ' || p.last_name AS name FROM thread_members o
      JOIN tenant_members p ON p.org_id = ${orgId} AND p.user_id = o.user_id
      WHERE o.org_id = ${orgId} AND o.thread_id = t.id AND o.user_id <> ${userId} ORDER BY o.joined_at, p.last_name LIMIT 5)) END AS others,
    substr(last.body, 1, 140) AS body, last.author_kind AS authorKind, last.author_id AS authorId,
    last.photo_key IS NOT NULL AS hasPhoto, last.delivery AS delivery,
    (SELECT w.first_name FROM tenant_members w WHERE w.org_id = ${orgId} AND w.user_id = last.author_id) AS authorName`;
}

const lastOf = ({ orgId }: Member) =>
  sql`LEFT JOIN messages last ON last.org_id = ${orgId} AND last.thread_id = t.id AND last.seq = t.last_seq`;

export type ThreadSummary = ReturnType<typeof summaryOf>;

function summaryOf(me: Member, row: Row) {
  const { workOrderNumber, workOrderTitle, unread, mentioned, hasPhoto, ...rest } = row;
  return {
    ...{ id: row.id, kind: row.kind, title: titleOf(row), lastAt: row.lastAt, closedAt: row.closedAt },
    unread: Math.max(0, unread ?? 0),
    isMentioned: mentioned === 1,
    /** Who is responsible for answering. */
    assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: row.assigneeName ?? "" },
    workOrder:
      row.workOrderId === null || workOrderNumber === null
        ? null
        : { id: row.workOrderId, number: formatWorkOrderNumber(workOrderNumber), title: workOrderTitle ?? "" },
    customer: rest.customerName,
    last:
      row.body === null || row.authorKind === null
        ? null
        : {
            text: row.body || "Photo",
            isMine: row.authorId !== null && row.authorId === me.userId,
            by: row.authorKind === "customer" ? (row.customerName ?? row.contactName) : row.authorName,
            hasPhoto: hasPhoto === 1,
            delivery: row.delivery,
          },
  };
}

/** A conversation's title: its people, its job, or the person on the other side. */
function titleOf(row: Omit<Row, "unread">): string {
  switch (row.kind) {
    case "direct":
    case "group":
      return row.title ?? row.others ?? "Conversation";
    case "job":
      return row.workOrderNumber === null
        ? (row.title ?? "Deleted job")
        : `${formatWorkOrderNumber(row.workOrderNumber)} ${row.workOrderTitle ?? ""}`.trim();
    case "customer":
      return (
        row.customerName ??
        row.contactName ??
        (row.contactPhone && formatPhone(row.contactPhone)) ??
        row.contactEmail ??
        "Customer"
      );
  }
}

/**
 * A list of conversations. Mine: unread first, then the latest. Assigned: those assigned to the reader. Jobs and customers: all
 * of them for the office, those they take part in for technicians. Rows read do not grow with the table.
 * @throws DomainError invalid for a cursor of another list
 */
export async function listThreads(ctx: Ctx, { list, limit, cursor }: ThreadFilter) {
  const me = allow(ctx, "work_orders.read");
  const all = list === "assigned" || (isOffice(me) && (list === "jobs" || list === "customers" || list === "closed"));
  const rows = await ctx.db.all<Row & { key: string; unreadKey: number }>(
    all ? everyThread(me, { list, limit, cursor }) : ownThreads(me, { list, limit, cursor }),
  );
  const cut = page(rows, limit, null, ({ key, unreadKey, id }) => [unreadKey, key, id]);
  return { ...cut, items: cut.items.map((row) => summaryOf(me, row)) };
}

type Query = { list: ThreadList; limit: number; cursor?: string };

function ownThreads(me: Member, { list, limit, cursor }: Query): SQL {
  const after = decodeCursor(cursor, ["number", "text", "text"]);
  const kind = list === "jobs" ? "job" : list === "customers" ? "customer" : null;
  return sql`SELECT ${summary(me)}, m.last_at AS key, m.unread AS unreadKey
    FROM thread_members m INDEXED BY thread_members_list
    JOIN threads t ON t.org_id = ${me.orgId} AND t.id = m.thread_id ${lastOf(me)}
    WHERE m.org_id = ${me.orgId} AND m.user_id = ${me.userId} AND m.closed = ${list === "closed" ? 1 : 0} AND m.last_at IS NOT NULL
      ${list === "unread" ? sql`AND m.unread = 1` : sql``} ${kind ? sql`AND t.kind = ${kind}` : sql``}
      ${isOffice(me) ? sql`` : sql`AND ${maySee(me)}`}
      ${after ? sql`AND (m.unread, m.last_at, m.thread_id) < (${after[0]}, ${after[1]}, ${after[2]})` : sql``}
    ORDER BY m.unread DESC, m.last_at DESC, m.thread_id DESC LIMIT ${limit + 1}`;
}

function everyThread(me: Member, { list, limit, cursor }: Query): SQL {
  const after = decodeCursor(cursor, ["number", "text", "text"]);
  const own = sql`LEFT JOIN thread_members m ON m.org_id = ${me.orgId} AND m.thread_id = t.id AND m.user_id = ${me.userId}`;
  if (list === "closed")
    return sql`SELECT ${summary(me)}, t.closed_at AS key, 0 AS unreadKey
      FROM threads t INDEXED BY threads_closed ${own} ${lastOf(me)}
      WHERE t.org_id = ${me.orgId} AND t.closed_at IS NOT NULL AND ${maySee(me)}
        ${after ? sql`AND (t.closed_at, t.id) < (${after[1]}, ${after[2]})` : sql``}
      ORDER BY t.closed_at DESC, t.id DESC LIMIT ${limit + 1}`;
  if (list === "assigned")
    return sql`SELECT ${summary(me)}, t.last_at AS key, 0 AS unreadKey
      FROM threads t INDEXED BY threads_assigned ${own} ${lastOf(me)}
      WHERE t.org_id = ${me.orgId} AND t.assignee_id = ${me.userId} AND t.last_at IS NOT NULL AND t.closed_at IS NULL AND ${maySee(me)}
        ${after ? sql`AND (t.last_at, t.id) < (${after[1]}, ${after[2]})` : sql``}
      ORDER BY t.last_at DESC, t.id DESC LIMIT ${limit + 1}`;
  return sql`SELECT ${summary(me)}, t.last_at AS key, 0 AS unreadKey
    FROM threads t INDEXED BY threads_open ${own} ${lastOf(me)}
    WHERE t.org_id = ${me.orgId} AND t.kind = ${list === "jobs" ? "job" : "customer"} AND t.last_at IS NOT NULL AND t.closed_at IS NULL
      ${after ? sql`AND (t.last_at, t.id) < (${after[1]}, ${after[2]})` : sql``}
    ORDER BY t.last_at DESC, t.id DESC LIMIT ${limit + 1}`;
}

/** Jobs of a customer whose conversations are looked up: the newest. */
const RECENT_JOBS = 50;
const CUSTOMER_THREADS_SHOWN = 50;

/** Conversations with a customer, about a recent job or none, that the member may see; `t` is their row. */
function threadsWithCustomer(me: Member, customer: CustomerRef): SQL {
  const { orgId } = me;
  return sql`FROM (SELECT id FROM (SELECT own.id AS id FROM threads own INDEXED BY threads_customer
      WHERE own.org_id = ${orgId} AND own.customer_id = ${idOf(me, customer)} ORDER BY own.last_at DESC LIMIT ${CUSTOMER_THREADS_SHOWN + 1})
    UNION SELECT about.id FROM (SELECT w.id AS id FROM work_orders w
      WHERE w.org_id = ${orgId} AND w.customer_id = ${idOf(me, customer)} ORDER BY w.number DESC LIMIT ${RECENT_JOBS}) job
    CROSS JOIN threads about INDEXED BY threads_work_order
      ON about.org_id = ${orgId} AND about.work_order_id = job.id AND about.kind = 'customer') found
    CROSS JOIN threads t ON t.org_id = ${orgId} AND t.id = found.id
    WHERE t.last_at IS NOT NULL AND ${maySee(me)}`;
}

/** Whether the caller reads and writes messages of customers on their own screens: the office does. */
export const seesCustomerMessages = (ctx: Ctx): boolean => isOffice(allow(ctx, "customers.read"));

/** The latest conversations with a customer, about a recent job or none. Empty for an unknown customer. */
export async function listCustomerThreads(ctx: Ctx, ref: string) {
  const me = allow(ctx, "work_orders.read");
  const ids = sql`SELECT t.id ${threadsWithCustomer(me, customerRef(ref))}`;
  const rows = await ctx.db.all<Row>(sql`SELECT ${summary(me)} FROM threads t
    LEFT JOIN thread_members m ON m.org_id = ${me.orgId} AND m.thread_id = t.id AND m.user_id = ${me.userId} ${lastOf(me)}
    WHERE t.org_id = ${me.orgId} AND t.id IN (${ids}) ORDER BY t.last_at DESC, t.id DESC LIMIT ${CUSTOMER_THREADS_SHOWN + 1}`);
  const items = rows.slice(0, CUSTOMER_THREADS_SHOWN).map((row) => summaryOf(me, row));
  return { items, hasMore: rows.length > CUSTOMER_THREADS_SHOWN, timeZone: me.timeZone };
}

/** A statement of at most one row: a conversation as a list shows it. */
export function summaryRow(me: Member, id: string): SQL {
  return sql`SELECT ${summary(me)} FROM threads t
    LEFT JOIN thread_members m ON m.org_id = ${me.orgId} AND m.thread_id = t.id AND m.user_id = ${me.userId} ${lastOf(me)}
    WHERE t.org_id = ${me.orgId} AND t.id = ${id} AND ${maySee(me)}`;
}

export const summaryFrom = (me: Member, row: unknown): ThreadSummary | null =>
  // Guarantee: a row of `summaryRow`, or none.
  row ? summaryOf(me, row as Row) : null;

/** Number of the reader's open conversations with unread messages, counted up to MAX_UNREAD plus one. */
export async function countUnread(ctx: Ctx): Promise<{ unread: number }> {
  const me = allow(ctx, "work_orders.read");
  const [row] = await ctx.db.all<{ unread: number }>(sql`
    SELECT count(*) AS unread FROM (
      SELECT 1 FROM thread_members m INDEXED BY thread_members_list JOIN threads t ON t.org_id = ${me.orgId} AND t.id = m.thread_id
      WHERE m.org_id = ${me.orgId} AND m.user_id = ${me.userId} AND m.closed = 0 AND m.unread = 1
        ${isOffice(me) ? sql`` : sql`AND ${maySee(me)}`}
      LIMIT ${MAX_UNREAD + 1})`);
  return { unread: row?.unread ?? 0 };
}

/** Number of matching rows checked at once for those the reader may see. */
const MAX_MATCHES = 300;
/** How often a search goes on below the rows it has checked; then its cursor does. */
const MAX_CHECKS = 10;

interface MatchRow extends Row {
  seq: number;
  number: number;
  at: string;
  whole: string;
  whoKind: AuthorKind;
  who: string | null;
}

/**
 * Messages that contain these words, newest first, in conversations the reader may see. Where few of the matches are the reader's,
 * a page may have fewer items than its limit although more follow.
 */
export async function searchMessages(ctx: Ctx, { q, limit, cursor }: { q: string; limit: number; cursor?: string }) {
  const me = allow(ctx, "work_orders.read");
  const words = searchWords(q);
  const before = decodeCursor(cursor, ["number"])?.map(Number)[0];
  if (words.length === 0) return { items: [], nextCursor: null };
  const expression = words.map(prefixTerm).join(" AND ");
  const rows: MatchRow[] = [];
  let below = before;
  for (let checks = 0; checks < MAX_CHECKS && rows.length <= limit; checks += 1) {
    const checked = await matchesBelow(ctx, me, { expression, before: below, limit: limit + 1 - rows.length });
    rows.push(...checked.rows);
    below = checked.lowest ?? undefined;
    if (below === undefined) break;
  }
  const items = rows.slice(0, limit);
  const next = rows.length > limit ? items.at(-1)?.number : below;
  return {
    items: items.map((row) => {
      const { id, title, kind } = summaryOf(me, row);
      const by = row.whoKind === "customer" ? (row.customerName ?? row.contactName) : row.who;
      return { seq: row.seq, at: row.at, body: row.whole, by, thread: { id, title, kind } };
    }),
    nextCursor: next === undefined ? null : encodeCursor([next]),
  };
}

/** The visible ones of the newest matches below a number. `lowest`: the last one checked; null if there are no more. */
async function matchesBelow(
  ctx: Ctx,
  me: Member,
  { expression, before, limit }: { expression: string; before: number | undefined; limit: number },
) {
  const found = foundIn(me, { table: "message_search", expression }, { before, limit: MAX_MATCHES });
  const [rows, [checked]] = await ctx.db.batch([
    ctx.db.all<MatchRow>(sql`
    SELECT ${summary(me)}, hit.seq AS seq, hit.number AS number, hit.created_at AS at, hit.body AS whole, hit.author_kind AS whoKind,
      (SELECT w.first_name || ' ' || w.last_name FROM tenant_members w WHERE w.org_id = ${me.orgId} AND w.user_id = hit.author_id) AS who
    FROM messages hit INDEXED BY messages_number JOIN threads t ON t.org_id = ${me.orgId} AND t.id = hit.thread_id
    LEFT JOIN thread_members m ON m.org_id = ${me.orgId} AND m.thread_id = t.id AND m.user_id = ${me.userId} ${lastOf(me)}
    WHERE hit.org_id = ${me.orgId} AND hit.number IN ${found} AND ${maySee(me)}
    ORDER BY hit.number DESC LIMIT ${limit}`),
    ctx.db.all<{ count: number; lowest: number | null }>(
      sql`WITH checked(number) AS ${found} SELECT count(*) AS count, min(number) AS lowest FROM checked`,
    ),
  ]);
  return { rows, lowest: checked && checked.count === MAX_MATCHES ? checked.lowest : null };
}

const hitsShown = 5;

/** Part of the global search: the newest messages that contain these words, in conversations the reader may see. */
export function findMessages(ctx: Ctx, me: Member, text: string) {
  const expression = everyWord(text);
  // Most matches are visible to the office, but few of them to a technician.
  const most = isOffice(me) ? MAX_MATCHES : MAX_MATCHES * MAX_CHECKS;
  const found = foundIn(me, { table: "message_search", expression }, { limit: most });
  return ctx.db.all<{ foundId: string; foundLabel: string; foundDetail: string | null }>(sql`
    SELECT hit.thread_id || ' ' || hit.seq AS foundId, substr(hit.body, 1, 120) AS foundLabel, 'Message' AS foundDetail
    FROM messages hit INDEXED BY messages_number JOIN threads t ON t.org_id = ${me.orgId} AND t.id = hit.thread_id
    WHERE hit.org_id = ${me.orgId} AND hit.number IN ${found} AND ${maySee(me)}
    ORDER BY hit.number DESC LIMIT ${hitsShown}`);
}

export type FoundMessage = Awaited<ReturnType<typeof searchMessages>>["items"][number];
