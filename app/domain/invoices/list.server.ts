import { and, desc, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import { namedOrNull } from "#drizzle/d1/columns";
import { customers } from "#drizzle/schema/customers";
import { invoices } from "#drizzle/schema/invoices";
import { counters } from "#drizzle/schema/platform";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow, can } from "~/domain/shared/permissions";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { everyWord, prefixTerm, searchWords } from "~/domain/shared/text/search";
import { addDays } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import {
  AGING_BUCKETS,
  AGING_ENDS,
  type AgingBucket,
  balanceOf,
  parseInvoiceNumber,
  type StateFilter,
  stateOf,
} from "./invoice";
import type { InvoiceFilter } from "./schema";

// Few of many, which the planner does not know: without the hint it would scan all documents of the business.
const OWED = sql`unlikely(invoices.standing = 'owed')`;

/**
 * Returns invoices and credit notes, newest first, with the totals of all that match and the amounts owed by days overdue.
 * @throws DomainError invalid for a cursor of another list
 */
export async function listInvoices(ctx: Ctx, filter: InvoiceFilter) {
  const me = allow(ctx, "invoices.read");
  const today = todayOf(ctx, me);
  const direction = parseCursor(filter, 2);
  const conditions = wanted(me, filter, today);
  // With days or a search, the unary plus keeps SQLite from scanning an index in this order.
  const key = filter.from || filter.to || filter.search ? sql`+invoices.created_at` : sql`invoices.created_at`;
  const { beyond, order } = keyset(direction, [key, sql`invoices.id`], "desc");
  const [rows, [found], owed] = await ctx.db.batch([
    joined(ctx, me)
      .where(and(...conditions, beyond))
      .orderBy(...order)
      .limit(filter.limit + 1),
    hasStoredSums(filter) ? storedSums(ctx, me, filter) : addedUp(ctx, conditions),
    agingRows(ctx, me, today),
  ]);
  const aging = bucketsOf(owed);
  const sums = {
    count: found?.count ?? 0,
    totalMinor: found?.totalMinor ?? 0,
    balanceMinor: found?.balanceMinor ?? sumOf(aging),
  };
  const page = bidirectionalPage(
    rows.map((row) => ({ ...row, balanceMinor: balanceOfRow(row), state: stateOf(row, today) })),
    { limit: filter.limit, total: sums.count, direction },
    ({ createdAt, id }) => [createdAt, id],
  );
  return {
    ...page,
    ...{ sums, aging },
    rights: { write: can(me, "invoices.write") },
  };
}

export type InvoiceListItem = Awaited<ReturnType<typeof listInvoices>>["items"][number];

const sumOf = (buckets: readonly { balanceMinor: number }[]) =>
  buckets.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0);

/** Whether the filter's totals are stored in counters: by kind, by standing, or of everything. */
function hasStoredSums({ search, customerId, workOrderId, aging, from, to, state }: InvoiceFilter): boolean {
  const isNarrowed = [search, customerId, workOrderId, aging, from, to].some((each) => each !== undefined);
  return !isNarrowed && (state === undefined || state in STANDINGS);
}

const STANDINGS: Partial<Record<StateFilter, string>> = { draft: "draft", void: "void", paid: "settled", owed: "owed" };

/** The stored totals, without the balance where it has to be computed from what is owed. */
function storedSums(ctx: Ctx, me: Member, { kind, state }: InvoiceFilter) {
  const standing = (state && STANDINGS[state]) ?? "*";
  const isOwing = kind !== "credit_note" && (standing === "*" || standing === "owed");
  return ctx.db
    .select({
      count: sql<number>`coalesce(sum(case when name < 'invoices' then 0 else value end), 0)`.as("matching"),
      totalMinor:
        sql<number>`coalesce(sum(case when name > 'invoices' then 0 when name glob '*.invoice.*' then value else -value end), 0)`.as(
          "matching_total",
        ),
      balanceMinor: sql<number | null>`${isOwing ? null : 0}`.as("matching_owed"),
    })
    .from(counters)
    .where(
      and(
        eq(counters.orgId, me.orgId),
        sql`${counters.name} >= 'invoice_totals.' and ${counters.name} < 'invoices/'`,
        sql`${counters.name} glob ${`*.${kind ?? "*"}.${standing}`}`,
      ),
    );
}

function addedUp(ctx: Ctx, conditions: readonly (SQL | undefined)[]) {
  return ctx.db
    .select({
      count: sql<number>`count(*)`.as("matching"),
      totalMinor:
        sql<number>`coalesce(sum(case invoices.kind when 'invoice' then total_minor else -total_minor end), 0)`.as(
          "matching_total",
        ),
      balanceMinor: sql<
        number | null
      >`coalesce(sum(case when ${OWED} then total_minor - paid_minor - credited_minor end), 0)`.as("matching_owed"),
    })
    .from(invoices)
    .where(and(...conditions));
}

const ALL = -1;

function balanceOfRow(row: Parameters<typeof balanceOf>[0] & { kind: string }): number {
  return row.kind === "invoice" ? balanceOf(row) : 0;
}

function joined(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      id: invoices.id,
      kind: invoices.kind,
      status: invoices.status,
      number: invoices.number,
      title: sql<string | null>`${invoices.title}`.as("invoice_title"),
      customerId: invoices.customerId,
      customerName: customers.name,
      customerNumber: sql<number>`${customers.number}`.as("customer_number"),
      workOrderId: invoices.workOrderId,
      workOrderNumber: namedOrNull(workOrders.number, "work_order_number"),
      issuedOn: invoices.issuedOn,
      dueOn: invoices.dueOn,
      totalMinor: invoices.totalMinor,
      paidMinor: invoices.paidMinor,
      creditedMinor: invoices.creditedMinor,
      version: sql<number>`${invoices.version}`.as("invoice_version"),
      createdAt: sql<string>`${invoices.createdAt}`.as("invoice_created_at"),
    })
    .from(invoices)
    .innerJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, invoices.customerId)))
    .leftJoin(workOrders, and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, invoices.workOrderId)))
    .$dynamic();
}

function wanted(me: Member, filter: InvoiceFilter, today: string): (SQL | undefined)[] {
  const { search, customerId, workOrderId, kind, state, aging, from, to } = filter;
  // The unary plus lets a search use its own index.
  const few = (column: SQL, id: string) => (search ? sql`+${column} = ${id}` : sql`unlikely(${column} = ${id})`);
  return [
    eq(invoices.orgId, me.orgId),
    search ? searched(me, search) : undefined,
    customerId ? few(sql`invoices.customer_id`, customerId) : undefined,
    workOrderId ? few(sql`invoices.work_order_id`, workOrderId) : undefined,
    // Written out because a partial index is used only if its condition appears literally.
    kind && sql.raw(`invoices.kind = '${kind}'`),
    state && inState(state, today),
    aging && late(aging, today),
    from || to ? sql`invoices.status <> 'draft'` : undefined,
    from === undefined ? undefined : gte(invoices.issuedOn, from),
    to === undefined ? undefined : lte(invoices.issuedOn, to),
  ];
}

/** A complete document number, or words of the customer's name, the title or the job's number. */
function searched(me: Member, search: string): SQL | undefined {
  const number = parseInvoiceNumber(search);
  if (number) return and(eq(invoices.series, number.series), eq(invoices.number, number.number));
  const expression = searchWords(search).map(prefixTerm).join(" AND ");
  if (expression === "") return sql`0`;
  // All matches, because their totals are shown. The index is named because the planner would otherwise scan the whole
  // business.
  const ordinals = foundIn(me, { table: "invoice_search", expression }, { limit: ALL });
  return sql`invoices.id in (select i.id from invoices i indexed by invoices_ordinal where i.org_id = ${me.orgId} and i.ordinal in ${ordinals})`;
}

const hitsShown = 5;

/** Results of the global search: a document's number or draft label, its customer, and its id for the URL. */
export function findInvoices(ctx: Ctx, me: Member, text: string) {
  const number = parseInvoiceNumber(text);
  const expression = everyWord(text);
  const found = number
    ? and(eq(invoices.series, number.series), eq(invoices.number, number.number))
    : sql`invoices.ordinal in ${foundIn(me, { table: "invoice_search", expression }, { limit: hitsShown })}`;
  const index = number ? sql`` : sql`indexed by invoices_ordinal`;
  return ctx.db
    .select({
      foundId: sql<string>`${invoices.id}`.as("foundId"),
      foundLabel:
        sql<string>`case when ${invoices.number} is null then 'Draft invoice' else printf('%s-%04d', ${invoices.series}, ${invoices.number}) end`.as(
          "foundLabel",
        ),
      foundDetail: sql<string | null>`${customers.name}`.as("foundDetail"),
    })
    .from(sql`invoices ${index}`)
    .innerJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, invoices.customerId)))
    .where(and(eq(invoices.orgId, me.orgId), found))
    .orderBy(desc(sql`+invoices.ordinal`));
}

function inState(state: StateFilter, today: string): SQL | undefined {
  switch (state) {
    case "draft":
    case "void":
    case "paid":
      return sql`invoices.standing = ${STANDINGS[state]}`;
    case "owed":
      return OWED;
    case "overdue":
      return sql`${OWED} and invoices.due_on < ${today}`;
    case "partly_paid":
      return sql`${OWED} and invoices.due_on >= ${today} and invoices.paid_minor > 0`;
    case "open":
      return sql`${OWED} and invoices.due_on >= ${today} and invoices.paid_minor = 0`;
  }
}

/** Owed, and overdue by this many days. */
function late(bucket: AgingBucket, today: string): SQL {
  const before = AGING_BUCKETS[AGING_BUCKETS.indexOf(bucket) - 1];
  const oldest = bucket === "over_90" ? "0000-01-01" : addDays(today, -AGING_ENDS[bucket]);
  const newest = before === undefined ? "9999-12-31" : addDays(today, -AGING_ENDS[before] - 1);
  return sql`${OWED} and invoices.due_on between ${oldest} and ${newest}`;
}

/** Amounts owed by due date, read from the index on what is owed. */
function agingRows(ctx: Ctx, me: Member, today: string) {
  const bucket = sql<AgingBucket>`case when due_on >= ${today} then 'current' when due_on >= ${addDays(today, -30)} then '1_30'
    when due_on >= ${addDays(today, -60)} then '31_60' when due_on >= ${addDays(today, -90)} then '61_90' else 'over_90' end`;
  return ctx.db
    .select({
      bucket: bucket.as("bucket"),
      count: sql<number>`count(*)`.as("owing"),
      balanceMinor: sql<number>`sum(total_minor - paid_minor - credited_minor)`.as("owed"),
    })
    .from(sql`invoices INDEXED BY invoices_owed`)
    .where(
      and(
        sql`org_id = ${me.orgId}`,
        sql`status = 'issued' AND kind = 'invoice' AND total_minor - paid_minor - credited_minor > 0`,
      ),
    )
    .groupBy(sql`bucket`);
}

function bucketsOf(rows: readonly { bucket: AgingBucket; count: number; balanceMinor: number }[]) {
  return AGING_BUCKETS.map(
    (bucket) => rows.find((row) => row.bucket === bucket) ?? { bucket, count: 0, balanceMinor: 0 },
  );
}

/** Returns the amounts owed, by days overdue. */
export async function agingReport(ctx: Ctx) {
  const me = allow(ctx, "invoices.read");
  const buckets = bucketsOf(await agingRows(ctx, me, todayOf(ctx, me)));
  return { buckets, balanceMinor: buckets.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0) };
}
