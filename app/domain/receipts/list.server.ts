import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { namedEach } from "#drizzle/d1/columns";
import { containsText } from "#drizzle/d1/contains-text";
import type { Ctx } from "~/domain/shared/context";
import type { Currency } from "~/domain/shared/money";
import { bidirectionalPage, inRange, keyset, type PageDirection, parseCursor } from "~/domain/shared/paging.server";
import { can } from "~/domain/shared/permissions";
import {
  addDays,
  type CivilDate,
  firstDayOfMonth,
  lastDayOfMonth,
  type MonthKey,
  monthKey,
} from "~/domain/shared/time/dates";
import { allowReceipts, isReceipt, mayChange, type ReceiptBook, receiptNotFound } from "./book.server";
import { MAX_COUNTED, type ReceiptOwner, SUBJECT_PERMISSIONS, type SubjectKind } from "./receipt";
import type { ReceiptFilter } from "./schema";

/**
 * A month's receipts, latest first, with their totals; or unconfirmed ones, last added first.
 * @throws DomainError invalid for a cursor of another list
 */
export async function listReceipts(ctx: Ctx, { of, list, month: wanted, limit, ...paging }: ReceiptFilter) {
  const book = allowReceipts(ctx, of);
  const month = wanted ?? monthKey(book.today);
  const direction = parseCursor(paging, 2);
  const { from, where, key } = list === "review" ? waitingOf(book) : monthOf(book, month, direction);
  const { beyond, order } = keyset(direction, [key, sql`id`], "desc");
  const [rows, totals, [waiting]] = await ctx.db.batch([
    ctx.db
      .select(columnsOf(book))
      .from(from)
      .where(and(where, beyond))
      .orderBy(...order)
      .limit(limit + 1),
    totalsOf(ctx, book, month),
    ctx.db.all<{ count: number }>(sql`
      select count(*) as count from (select 1 from ${sql.raw(book.tableName)} indexed by ${sql.raw(`${book.tableName}_unconfirmed`)}
        where ${ownerOf(book)} = ${book.ownerId} ${book.seesAll ? sql`` : sql`and added_by = ${book.userId}`}
        and confirmed_at is null limit ${MAX_COUNTED + 1})`),
  ]);
  const keyOf = (row: (typeof rows)[number]) => [list === "review" ? row.createdAt : row.listedOn, row.id];
  const cut = bidirectionalPage(rows, { limit, total: null, direction }, keyOf);
  return {
    ...cut,
    items: cut.items.map((row) => receiptOf(book, row)),
    ...{ of: book.of, month, today: book.today, totals, toReview: waiting?.count ?? 0 },
    seesAll: book.seesAll,
  };
}

const ownerOf = ({ of }: ReceiptBook) => sql.raw(of === "business" ? "org_id" : "user_id");

interface Source {
  from: SQL;
  where?: SQL;
  key: SQLWrapper;
}

const byIndexOf = ({ tableName }: ReceiptBook, index: string) =>
  sql.raw(`${tableName} indexed by ${tableName}_${index}`);

function seenIn({ table, ownerId, userId, seesAll }: ReceiptBook): SQL | undefined {
  return and(eq(table.ownerId, ownerId), seesAll ? undefined : eq(table.addedBy, userId));
}

function waitingOf(book: ReceiptBook): Source {
  const where = and(seenIn(book), sql`confirmed_at is null`);
  return { from: byIndexOf(book, "unconfirmed"), where, key: sql`created_at` };
}

function monthOf(book: ReceiptBook, month: MonthKey, direction: PageDirection): Source {
  const days = { from: firstDayOfMonth(month), to: addDays(lastDayOfMonth(month), 1), sort: "desc" } as const;
  const key = sql`listed_on`;
  const where = and(seenIn(book), inRange(direction, key, days));
  return { from: byIndexOf(book, book.seesAll ? "listed" : "added_by"), where, key };
}

interface MonthTotal {
  currency: Currency;
  count: number;
  totalMinor: number;
  taxMinor: number;
}

/** Totals of a month's confirmed receipts, one row per currency. */
function totalsOf(ctx: Ctx, book: ReceiptBook, month: MonthKey) {
  const { from, where } = monthOf(book, month, { back: false, key: null });
  return ctx.db.all<MonthTotal>(sql`
    select currency, count(*) as count, sum(total_minor) as totalMinor, sum(coalesce(tax_minor, 0)) as taxMinor
    from ${from} where ${where} and confirmed_at is not null group by currency order by currency`);
}

/** Number of receipts that are searched, latest first, and number of hits shown. */
const MAX_SCANNED = 300;
const HITS_SHOWN = 5;

interface FoundReceipt {
  id: string;
  merchant: string;
  boughtOn: CivilDate | null;
  totalMinor: number | null;
  currency: Currency;
}

/** For the global search: finds receipts the person may see by merchant or note. */
export function findReceipts(ctx: Ctx, of: ReceiptOwner, text: string) {
  const book = allowReceipts(ctx, of);
  const { tableName, ownerId, seesAll, userId } = book;
  return ctx.db.all<FoundReceipt>(sql`
    SELECT id, coalesce(merchant, 'Receipt') AS merchant, bought_on AS boughtOn, total_minor AS totalMinor, currency FROM (
      SELECT r.id, r.merchant, r.note, r.bought_on, r.total_minor, r.currency, r.listed_on
      FROM ${sql.raw(tableName)} r INDEXED BY ${sql.raw(`${tableName}_${seesAll ? "listed" : "added_by"}`)}
      WHERE ${sql.raw(book.of === "business" ? "r.org_id" : "r.user_id")} = ${ownerId} ${seesAll ? sql`` : sql`AND r.added_by = ${userId}`}
      ORDER BY r.listed_on DESC, r.id DESC LIMIT ${MAX_SCANNED})
    WHERE ${containsText(sql`coalesce(merchant, '') || ' ' || coalesce(note, '')`, text)} ORDER BY listed_on DESC, id DESC LIMIT ${HITS_SHOWN}`);
}

/** Includes what a receipt is for: its label and its reference in the URL. */
export function columnsOf(book: ReceiptBook) {
  const { table, tableName, ownerId } = book;
  const t = sql.raw(tableName);
  const isBusiness = book.of === "business";
  const { id, merchant, boughtOn, totalMinor, taxMinor, currency, note, subjectKind, subjectId } = table;
  const { addedOn, addedBy, confirmedAt, version, createdAt, updatedAt, contentType, bytes } = table;
  const label = isBusiness
    ? sql<string | null>`case ${t}.subject_kind
        when 'work_order' then (select printf('WO-%03d %s', w.number, w.title) from work_orders w where w.org_id = ${ownerId} and w.id = ${t}.subject_id)
        when 'purchase_order' then (select printf('PO-%03d %s', p.number, s.name) from purchase_orders p
          join suppliers s on s.org_id = p.org_id and s.id = p.supplier_id where p.org_id = ${ownerId} and p.id = ${t}.subject_id)
        when 'item' then (select i.name from inventory_items i where i.org_id = ${ownerId} and i.id = ${t}.subject_id) end`
    : sql<string | null>`(select e.name from expenses e where e.user_id = ${ownerId} and e.id = ${t}.subject_id)`;
  const ref = isBusiness
    ? sql<string | null>`case ${t}.subject_kind
        when 'work_order' then (select cast(w.number as text) from work_orders w where w.org_id = ${ownerId} and w.id = ${t}.subject_id)
        when 'purchase_order' then (select cast(p.number as text) from purchase_orders p where p.org_id = ${ownerId} and p.id = ${t}.subject_id)
        else ${t}.subject_id end`
    : sql<string | null>`${t}.subject_id`;
  const name = isBusiness
    ? sql<
        string | null
      >`(select m.first_name || ' ' || m.last_name from tenant_members m where m.org_id = ${ownerId} and m.user_id = ${t}.added_by)`
    : sql<string | null>`null`;
  return {
    ...namedEach({ id, merchant, boughtOn, totalMinor, taxMinor, currency, note, subjectKind, subjectId }),
    ...namedEach({ addedOn, addedBy, confirmedAt, version, createdAt, updatedAt, contentType, bytes }),
    listedOn: sql<string>`listed_on`.as("listed_on"),
    subjectLabel: label.as("subject_label"),
    subjectRef: ref.as("subject_ref"),
    addedByName: name.as("added_by_name"),
  };
}

type ReceiptRow = {
  [Column in keyof ReturnType<typeof columnsOf>]: unknown;
} & Awaited<ReturnType<typeof rowsFor>>[number];

const rowsFor = (ctx: Ctx, book: ReceiptBook, id: string) =>
  ctx.db.select(columnsOf(book)).from(book.table).where(isReceipt(book, id));

export interface ReceiptSubject {
  kind: SubjectKind;
  id: string;
  /** The number if the URL uses one, otherwise the id. */
  ref: string;
  /** Null if the reader may not open it. */
  label: string | null;
}

export function receiptOf(book: ReceiptBook, row: ReceiptRow) {
  const { subjectKind: kind, subjectId, subjectRef, subjectLabel, listedOn, addedByName, ...rest } = row;
  const isOpen = kind === "expense" || (kind !== null && can(book.member, SUBJECT_PERMISSIONS[kind]));
  const subject: ReceiptSubject | null =
    kind && subjectId
      ? { kind, id: subjectId, ref: subjectRef ?? subjectId, label: isOpen ? subjectLabel : null }
      : null;
  return { ...rest, of: book.of, listedOn, subject, addedByName, canChange: mayChange(book, rest) };
}

export type Receipt = ReturnType<typeof receiptOf>;

/** @throws DomainError not_found, also if the reader may not see it */
export async function findReceipt(ctx: Ctx, of: ReceiptOwner | undefined, id: string) {
  const book = allowReceipts(ctx, of);
  return receiptOf(book, await readReceipt(ctx, book, id));
}

/** @throws DomainError not_found */
export async function readReceipt(ctx: Ctx, book: ReceiptBook, id: string) {
  const [row] = await rowsFor(ctx, book, id);
  if (!row) throw receiptNotFound();
  return row;
}

/** The picture file. @throws DomainError not_found */
export async function readReceiptPicture(ctx: Ctx, of: ReceiptOwner | undefined, id: string) {
  const book = allowReceipts(ctx, of);
  const [row] = await ctx.db.select({ fileKey: book.table.fileKey }).from(book.table).where(isReceipt(book, id));
  const file = row && (await ctx.providers.files.get(row.fileKey));
  if (!file) throw receiptNotFound();
  return file;
}
