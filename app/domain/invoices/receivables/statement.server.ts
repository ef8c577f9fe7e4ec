import { and, desc, eq, sql } from "drizzle-orm";
import { customers } from "#drizzle/schema/customers";
import { organizations } from "#drizzle/schema/identity";
import { invoices, statementMails } from "#drizzle/schema/invoices";
import { addressLines } from "~/domain/addresses/address";
import { customerRef, idOf, isCustomer } from "~/domain/customers/find.server";
import { reportPeriod } from "~/domain/invoices/invoice";
import { readLogo } from "~/domain/invoices/pdf.server";
import type { SendStatement, StatementView } from "~/domain/invoices/schema";
import { MAX_UNAPPLIED, unappliedPayments } from "~/domain/invoices/unapplied.server";
import { businessMail } from "~/domain/mail/message";
import { readLetterhead } from "~/domain/people/letterhead.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { invalidField, notFound } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { once } from "~/domain/shared/write.server";
import { type PrintedStatement, printedStatement, runningStatement, type StatementEntry } from "./statement";

/** More entries in one statement are refused, because it is read, printed and emailed as a whole. */
const MAX_ENTRIES = 2000;

const SENDS: Limit = {
  name: "statement_mails",
  what: "emails",
  perPerson: 60,
  perBusiness: 200,
  seconds: HOUR_SECONDS,
};

/** Increased when the layout changes, so that files with the old layout are not reused. */
const LAYOUT = 1;

interface CustomerFacts {
  id: string;
  number: number;
  name: string;
  email: string | null;
  line1: string | null;
  line2: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
}

/**
 * Returns what changed a customer's balance on the given days, oldest first; by default this year so far. The closing balance
 * is what is owed minus the customer's credit, as of the last day. One round trip.
 * @throws DomainError not_found; invalid if the days have more than 2,000 entries
 */
export async function customerStatement(ctx: Ctx, ref: string, given: StatementView) {
  const me = allow(ctx, "invoices.read");
  const today = todayOf(ctx, me);
  const { from, to } = reportPeriod(given, today);
  // Without a last day it shows the current balance, including entries dated ahead.
  const last = given.to ?? "9999-12-31";
  const { orgId } = me;
  const id = idOf(me, customerRef(ref));
  const [[customer], [before], entries, [standing]] = await ctx.db.batch([
    ctx.db.all<CustomerFacts>(sql`
      SELECT c.id AS id, c.number AS number, c.name AS name, c.email AS email, a.line1 AS line1, a.line2 AS line2, a.city AS city,
        a.state AS state, a.postal_code AS postalCode
      FROM customers c LEFT JOIN addresses a ON a.org_id = c.org_id AND a.id = (
        SELECT b.id FROM addresses b INDEXED BY addresses_customer WHERE b.org_id = c.org_id AND b.customer_id = c.id
        ORDER BY b.type <> 'billing', b.is_primary DESC, b.id LIMIT 1)
      WHERE c.org_id = ${orgId} AND c.id = ${id}`),
    ctx.db.all<{ openingMinor: number }>(
      sql`SELECT sum(change) AS openingMinor FROM (${movements(orgId, id)}) WHERE day < ${from}`,
    ),
    ctx.db.all<StatementEntry>(sql`
      SELECT type, id, day AS "on", number, text, method, due_on AS dueOn, change AS changeMinor
      FROM (${movements(orgId, id)}) WHERE day BETWEEN ${from} AND ${last} ORDER BY day, at, id LIMIT ${MAX_ENTRIES + 1}`),
    ctx.db.all<{ owedMinor: number; creditMinor: number }>(standingOf(orgId, id)),
  ]);
  if (!customer) throw notFound("Customer not found");
  if (entries.length > MAX_ENTRIES)
    throw invalidField("from", "There are more than 2,000 entries in this period. Choose a later first day");
  const { line1, line2, city, state, postalCode, ...who } = customer;
  return {
    customer: {
      ...who,
      lines: line1 && city && state && postalCode ? addressLines({ line1, line2, city, state, postalCode }) : [],
    },
    ...{ from, to: given.to ?? latest([to, ...entries.map(({ on }) => on)]), today },
    ...runningStatement(before?.openingMinor ?? 0, entries),
    /** The current balance, regardless of the days. */
    owedMinor: standing?.owedMinor ?? 0,
    creditMinor: standing?.creditMinor ?? 0,
  };
}

const latest = (days: readonly string[]) => days.reduce((one, other) => (one > other ? one : other));

export type CustomerStatement = Awaited<ReturnType<typeof customerStatement>>;

type Id = ReturnType<typeof idOf>;

/** Everything that changed what a customer owes. A void invoice is listed along with the credit note that voided it. */
function movements(orgId: string, id: Id) {
  return sql`
    SELECT i.kind AS type, i.id AS id, i.issued_on AS day, i.issued_at AS at, i.number AS number, i.title AS text, NULL AS method,
      CASE i.kind WHEN 'invoice' THEN i.due_on END AS due_on, CASE i.kind WHEN 'invoice' THEN i.total_minor ELSE 0 - i.total_minor END AS change
    FROM invoices i INDEXED BY invoices_customer WHERE i.org_id = ${orgId} AND i.customer_id = ${id} AND i.status <> 'draft'
    UNION ALL
    SELECT 'payment', p.id, p.received_on, p.created_at, NULL, p.reference, p.method, NULL, 0 - p.amount_minor
    FROM payments p INDEXED BY payments_customer WHERE p.org_id = ${orgId} AND p.customer_id = ${id}
    UNION ALL
    SELECT 'refund', r.id, r.refunded_on, r.created_at,
      (SELECT i.number FROM invoices i WHERE i.org_id = r.org_id AND i.id = r.invoice_id), r.reason, r.method, NULL, r.amount_minor
    FROM payments p INDEXED BY payments_customer CROSS JOIN refunds r INDEXED BY refunds_payment ON r.org_id = p.org_id AND r.payment_id = p.id
    WHERE p.org_id = ${orgId} AND p.customer_id = ${id}`;
}

/** What a customer currently owes, and their unapplied payments. */
function standingOf(orgId: string, id: Id) {
  return sql`SELECT
    coalesce((SELECT sum(i.total_minor - i.paid_minor - i.credited_minor) FROM invoices i INDEXED BY invoices_customer
      WHERE i.org_id = ${orgId} AND i.customer_id = ${id} AND i.status = 'issued' AND i.kind = 'invoice'), 0) AS owedMinor,
    coalesce((SELECT sum(p.amount_minor - p.allocated_minor - p.refunded_minor) FROM payments p INDEXED BY payments_credit
      WHERE p.org_id = ${orgId} AND p.customer_id = ${id} AND p.amount_minor - p.allocated_minor - p.refunded_minor > 0), 0) AS creditMinor`;
}

/**
 * Returns the PDF of a statement: the same bytes as long as its contents are the same.
 * @throws DomainError as `customerStatement`
 */
export async function statementPdf(ctx: Ctx, ref: string, days: StatementView) {
  const me = allow(ctx, "invoices.read");
  const { printed, fileName, logo } = await readPrinted(ctx, me, { ref, days });
  return { fileName, body: await drawStatement(printed, logo) };
}

/**
 * Emails a statement with its PDF to the customer.
 * @throws DomainError as `customerStatement`; too_many_requests
 */
export async function sendStatement(
  ctx: Ctx,
  ref: string,
  { days, mail }: { days: StatementView; mail: SendStatement },
): Promise<{ mailId: string }> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "sendStatement", { ref, days, mail }, async (commit) => {
    const { stated, printed, seller, fileName, logo } = await readPrinted(ctx, me, { ref, days });
    await limitUse(ctx, SENDS);
    const hash = await sha256(JSON.stringify([LAYOUT, printed]));
    const key = `statements/${me.orgId}/${stated.customer.id}/${hash.slice(0, 32)}.pdf`;
    const made = await ctx.providers.files.get(key);
    if (made) await made.body.cancel();
    else await ctx.providers.files.put(key, await drawStatement(printed, logo), "application/pdf");
    const mailId = ctx.newId();
    const { to, subject, message } = mail;
    const { from: fromOn, to: toOn, closingMinor } = stated;
    return commit(me, {
      writes: [
        ctx.db.insert(statementMails).values({
          ...{ orgId: me.orgId, id: mailId, customerId: stated.customer.id, fromOn, toOn, closingMinor },
          ...{
            recipient: to,
            subject,
            message,
            fileKey: key,
            sentBy: me.userId ?? "system",
            sentAt: ctx.now.toISOString(),
          },
        }),
      ],
      audit: [
        {
          action: "customer.send_statement",
          entity: "customer",
          entityId: stated.customer.id,
          after: { to, fromOn, toOn },
        },
      ],
      publish: [
        businessMail(
          me.orgId,
          {
            ...{ to, subject, text: message, fromName: seller.name },
            ...(seller.email ? { replyTo: seller.email } : {}),
            attachments: [{ fileName, contentType: "application/pdf", key }],
          },
          mailId,
        ),
      ],
      result: { mailId },
    });
  });
}

async function readPrinted(ctx: Ctx, me: Member, { ref, days }: { ref: string; days: StatementView }) {
  const [stated, seller, [organization]] = await Promise.all([
    customerStatement(ctx, ref, days),
    readLetterhead(ctx, me),
    ctx.db.select({ logoKey: organizations.logoKey }).from(organizations).where(eq(organizations.id, me.orgId)),
  ]);
  const { customer, from, to } = stated;
  const printed = printedStatement({ customer, seller, from, to, statement: stated });
  const fileName = `Statement-${customer.number}-${to}.pdf`;
  return { stated, seller, printed, fileName, logo: await readLogo(ctx, organization?.logoKey ?? null) };
}

/** Draws a statement on as many pages as it needs. */
async function drawStatement(printed: PrintedStatement, logo: ArrayBuffer | null): Promise<ArrayBuffer> {
  const { startPdf } = await import("~/domain/shared/pdf/document.server");
  const { title, subtitle, seller } = printed;
  // The creation date is the statement's last day, so that the same statement gives the same file.
  const createdAt = new Date(`${printed.lastDay}T00:00:00Z`);
  const pdf = await startPdf({
    title: `${title} ${subtitle}`,
    author: seller.name,
    createdAt,
    footer: `${seller.name} · ${title}`,
    texts: printed,
  });
  await pdf.header({ ...seller, title, subtitle, logo });
  pdf.blocks(printed.blocks);
  pdf.table(
    [
      { header: "Date", width: 84 },
      { header: "Entry" },
      { header: "Amount", width: 96, align: "right" },
      { header: "Balance", width: 96, align: "right" },
    ],
    printed.rows.map(({ on, text, detail, change, balance }) => [on, { text, detail }, change, balance]),
  );
  pdf.totals(printed.totals);
  return pdf.finish();
}

const MAX_SHOWN = 500;

/** Returns a customer's documents, newest first, with what is owed and unapplied payments. @throws DomainError not_found */
export async function customerBilling(ctx: Ctx, ref: string) {
  const me = allow(ctx, "invoices.read");
  const which = customerRef(ref);
  const id = idOf(me, which);
  const [[customer], documents, [standing], unapplied] = await ctx.db.batch([
    ctx.db
      .select({
        ...{ id: customers.id, number: customers.number, name: customers.name },
        isPaused:
          sql<number>`EXISTS (SELECT 1 FROM reminder_pauses p WHERE p.org_id = ${me.orgId} AND p.customer_id = customers.id)`.as(
            "is_paused",
          ),
      })
      .from(customers)
      .where(isCustomer(me, which)),
    ctx.db
      .select({
        id: invoices.id,
        kind: invoices.kind,
        status: invoices.status,
        number: invoices.number,
        title: invoices.title,
        issuedOn: invoices.issuedOn,
        dueOn: invoices.dueOn,
        totalMinor: invoices.totalMinor,
        paidMinor: invoices.paidMinor,
        creditedMinor: invoices.creditedMinor,
      })
      .from(invoices)
      .where(and(eq(invoices.orgId, me.orgId), eq(invoices.customerId, id)))
      .orderBy(desc(invoices.createdAt))
      .limit(MAX_SHOWN + 1),
    ctx.db.all<{ owedMinor: number; creditMinor: number }>(standingOf(me.orgId, id)),
    unappliedPayments(ctx, me, { customerId: sql`${id}` }),
  ]);
  if (!customer) throw notFound("Customer not found");
  const { isPaused, ...who } = customer;
  return {
    ...{ customer: who, isPaused: isPaused === 1 },
    ...{ documents: documents.slice(0, MAX_SHOWN), unapplied: unapplied.slice(0, MAX_UNAPPLIED) },
    /** Of which there are more than those listed. */
    isCut: { documents: documents.length > MAX_SHOWN, unapplied: unapplied.length > MAX_UNAPPLIED },
    ...{ owedMinor: standing?.owedMinor ?? 0, creditMinor: standing?.creditMinor ?? 0 },
  };
}
