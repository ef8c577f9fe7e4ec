import { randomUUID } from "node:crypto";
import type { AgingBucket } from "~/domain/invoices/invoice";
import type { TestWorker } from "./worker";

interface Document {
  customerId: string;
  issuedOn: string;
  dueOn: string;
  totalMinor: number;
  /** For a credit note, the invoice it credits. */
  corrects?: string;
  voids?: boolean;
}

/**
 * Writes invoices and payments of past days directly to the tables, whose triggers enforce the rules; each at 18:00 UTC of its
 * day.
 */
export function ledgerOf(worker: TestWorker, orgId: string) {
  let sequence = 0;
  const instant = (day: string) => `${day}T18:00:00.${String(++sequence % 1000).padStart(3, "0")}Z`;
  const run = (sql: string, ...values: (string | number | null)[]) => worker.db.prepare(sql).bind(orgId, ...values);
  const party = JSON.stringify({ name: "Ada Byron", email: null, lines: [] });
  const seller = JSON.stringify({ name: "Comfort Air", email: null, phone: null, lines: [] });

  const allocation = (paymentId: string, invoiceId: string, amountMinor: number, at: string) =>
    run(
      `INSERT INTO payment_allocations (org_id, id, payment_id, invoice_id, amount_minor, created_by, created_at)
       VALUES (?, ?, ?, ?, ?, 'test', ?)`,
      ...[randomUUID(), paymentId, invoiceId, amountMinor, at],
    );

  function documentWrites(
    id: string,
    at: string,
    { customerId, issuedOn, dueOn, totalMinor, corrects, voids }: Document,
  ) {
    const [kind, series] = corrects ? ["credit_note", "CN"] : ["invoice", "INV"];
    return [
      run(
        `INSERT INTO invoices (org_id, id, kind, status, series, customer_id, corrects_id, bill_to, terms_days, tax_state, taxes, subtotal_minor, total_minor, created_by, created_at, updated_at)
         VALUES (?1, ?2, ?3, 'draft', ?4, ?5, ?6, ?7, 0, 'exempt', '[]', ?8, ?8, 'test', ?9, ?9)`,
        ...[id, kind ?? "", series ?? "", customerId, corrects ?? null, party, totalMinor, at],
      ),
      run(
        `INSERT INTO invoice_lines (org_id, invoice_id, position, kind, description, quantity_milli, unit, unit_price_minor, discount_ppm, taxable, amount_minor, discount_minor, net_minor, tax_minor, credits_position)
         VALUES (?1, ?2, 1, 'other', 'Work', 1000, 'EA', ?3, 0, 0, ?3, 0, ?3, 0, ?4)`,
        ...[id, totalMinor, corrects ? 1 : null],
      ),
      run(
        `UPDATE invoices SET status = 'issued', seller = ?3, issued_on = ?4, due_on = ?5, issued_at = ?6,
           number = 1 + coalesce((SELECT max(number) FROM invoices WHERE org_id = ?1 AND series = ?7), 0)
         WHERE org_id = ?1 AND id = ?2`,
        ...[id, seller, issuedOn, dueOn, at, series ?? ""],
      ),
      ...(voids && corrects
        ? [run("UPDATE invoices SET status = 'void', void_reason = 'Twice' WHERE org_id = ? AND id = ?", corrects)]
        : []),
    ];
  }

  return {
    async invoice(
      customerId: string,
      issuedOn: string,
      { dueOn = issuedOn, totalMinor }: { dueOn?: string; totalMinor: number },
    ) {
      const id = randomUUID();
      await worker.db.batch(documentWrites(id, instant(issuedOn), { customerId, issuedOn, dueOn, totalMinor }));
      return id;
    },
    /** Credits part of an invoice, after freeing allocations beyond what remains. */
    async credit(given: {
      customerId: string;
      invoiceId: string;
      day: string;
      amountMinor: number;
      free: readonly [string, number][];
      voids: boolean;
    }) {
      const { customerId, invoiceId, day, amountMinor, free, voids } = given;
      const at = instant(day);
      await worker.db.batch([
        ...free.map(([paymentId, minor]) => allocation(paymentId, invoiceId, -minor, at)),
        ...documentWrites(randomUUID(), at, {
          customerId,
          issuedOn: day,
          dueOn: day,
          totalMinor: amountMinor,
          corrects: invoiceId,
          voids,
        }),
      ]);
    },
    /** `enteredOn`: when it was recorded, if later than the day it was received. */
    async payment(given: {
      customerId: string;
      day: string;
      enteredOn?: string;
      amountMinor: number;
      onto: readonly [string, number][];
    }) {
      const { customerId, day, enteredOn = day, amountMinor, onto } = given;
      const id = randomUUID();
      const at = instant(enteredOn);
      await worker.db.batch([
        run(
          `INSERT INTO payments (org_id, id, customer_id, method, amount_minor, received_on, created_by, created_at)
           VALUES (?, ?, ?, 'check', ?, ?, 'test', ?)`,
          ...[id, customerId, amountMinor, day, at],
        ),
        ...onto.map(([invoiceId, minor]) => allocation(id, invoiceId, minor, at)),
      ]);
      return id;
    },
    async apply(paymentId: string, invoiceId: string, { day, amountMinor }: { day: string; amountMinor: number }) {
      await allocation(paymentId, invoiceId, amountMinor, instant(day)).run();
    },
    async refund(
      paymentId: string,
      { day, amountMinor, free }: { day: string; amountMinor: number; free: readonly [string, number][] },
    ) {
      const at = instant(day);
      await worker.db.batch([
        ...free.map(([invoiceId, minor]) => allocation(paymentId, invoiceId, -minor, at)),
        run(
          `INSERT INTO refunds (org_id, id, payment_id, method, amount_minor, refunded_on, reason, created_by, created_at)
           VALUES (?, ?, ?, 'check', ?, ?, 'Given back', 'test', ?)`,
          ...[randomUUID(), paymentId, amountMinor, day, at],
        ),
      ]);
    },
  };
}

/** The bucket of an invoice this many days after its due date. */
export function agingBucket(daysLate: number): AgingBucket {
  if (daysLate <= 0) return "current";
  if (daysLate <= 30) return "1_30";
  if (daysLate <= 60) return "31_60";
  return daysLate <= 90 ? "61_90" : "over_90";
}
