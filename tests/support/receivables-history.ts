import { addDays } from "~/domain/shared/time/dates";
import type { ledgerOf } from "./receivables";

type Ledger = ReturnType<typeof ledgerOf>;

/** An entry of a day: cents that moved on an invoice, or into or out of a customer's credit. */
interface Moved {
  customerId: string;
  day: string;
  /** Null: the customer's credit. */
  invoiceId: string | null;
  minor: number;
}

interface Open {
  id: string;
  customerId: string;
  dueOn: string;
  left: number;
  /** Amounts allocated to it, by payment. */
  paid: Map<string, number>;
  uncredited: number;
}

/** Pseudorandom numbers from 0 to 1, deterministic for a seed. */
export function randomly(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface History {
  customers: readonly string[];
  firstDay: string;
  days: number;
  seed: number;
}

/** Plays days of billing and records what moved, so that any day's balances can be computed. */
export async function liveThrough(ledger: Ledger, { customers, firstDay, days, seed }: History) {
  const random = randomly(seed);
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const some = <T>(all: readonly T[]) => all[whole(0, all.length - 1)];
  const moved: Moved[] = [];
  const dueOn = new Map<string, string>();
  const open: Open[] = [];
  const payments: { id: string; customerId: string; free: number; left: number }[] = [];

  for (let at = 0; at < days; at++) {
    const day = addDays(firstDay, at);
    const customerId = some(customers) ?? "";
    const mine = open.filter((each) => each.customerId === customerId);
    const what = whole(0, 9);
    const owed = some(mine.filter(({ left }) => left > 0));
    if (what <= 3) {
      const totalMinor = whole(1, 90_000);
      const due = addDays(day, whole(0, 45));
      const id = await ledger.invoice(customerId, day, { dueOn: due, totalMinor });
      dueOn.set(id, due);
      open.push({ id, customerId, dueOn: due, left: totalMinor, paid: new Map(), uncredited: totalMinor });
      moved.push({ customerId, day, invoiceId: id, minor: totalMinor });
    } else if (what <= 5) {
      const amountMinor = whole(1, 60_000);
      const applied = owed ? Math.min(owed.left, amountMinor) : 0;
      const enteredOn = addDays(day, whole(0, 2));
      const onto: [string, number][] = owed && applied > 0 ? [[owed.id, applied]] : [];
      const id = await ledger.payment({ customerId, day, enteredOn, amountMinor, onto });
      payments.push({ id, customerId, free: amountMinor - applied, left: amountMinor });
      if (owed && applied > 0) {
        owed.left -= applied;
        owed.paid.set(id, applied);
        moved.push({ customerId, day, invoiceId: owed.id, minor: -applied });
      }
      moved.push({ customerId, day, invoiceId: null, minor: amountMinor - applied });
    } else if (what === 6) {
      const payment = payments.find((each) => each.customerId === customerId && each.free > 0);
      if (!payment || !owed) continue;
      const amountMinor = Math.min(payment.free, owed.left);
      await ledger.apply(payment.id, owed.id, { day, amountMinor });
      payment.free -= amountMinor;
      owed.left -= amountMinor;
      owed.paid.set(payment.id, (owed.paid.get(payment.id) ?? 0) + amountMinor);
      moved.push({ customerId, day, invoiceId: owed.id, minor: -amountMinor });
      moved.push({ customerId, day, invoiceId: null, minor: -amountMinor });
    } else if (what === 7) {
      const invoice = some(mine.filter(({ uncredited }) => uncredited > 0));
      if (!invoice) continue;
      const voids = random() < 0.4;
      const amountMinor = voids ? invoice.uncredited : whole(1, invoice.uncredited);
      let excess = Math.max(0, amountMinor - invoice.left);
      const free: [string, number][] = [];
      for (const [paymentId, minor] of invoice.paid) {
        const taken = Math.min(excess, minor);
        if (taken === 0) continue;
        excess -= taken;
        free.push([paymentId, taken]);
        invoice.paid.set(paymentId, minor - taken);
        const payment = payments.find(({ id }) => id === paymentId);
        if (payment) payment.free += taken;
        invoice.left += taken;
        moved.push({ customerId, day, invoiceId: invoice.id, minor: taken });
        moved.push({ customerId, day, invoiceId: null, minor: taken });
      }
      await ledger.credit({ customerId, invoiceId: invoice.id, day, amountMinor, free, voids });
      invoice.left -= amountMinor;
      invoice.uncredited -= amountMinor;
      if (voids) open.splice(open.indexOf(invoice), 1);
      moved.push({ customerId, day, invoiceId: invoice.id, minor: -amountMinor });
    } else if (what === 8) {
      const payment = some(payments.filter((each) => each.customerId === customerId && each.left > 0));
      if (!payment) continue;
      const amountMinor = whole(1, payment.left);
      let fromInvoices = Math.max(0, amountMinor - payment.free);
      const free: [string, number][] = [];
      for (const invoice of mine) {
        const taken = Math.min(fromInvoices, invoice.paid.get(payment.id) ?? 0);
        if (taken === 0) continue;
        fromInvoices -= taken;
        free.push([invoice.id, taken]);
        invoice.paid.set(payment.id, (invoice.paid.get(payment.id) ?? 0) - taken);
        invoice.left += taken;
        payment.free += taken;
        moved.push({ customerId, day, invoiceId: invoice.id, minor: taken });
        moved.push({ customerId, day, invoiceId: null, minor: taken });
      }
      await ledger.refund(payment.id, { day, amountMinor, free });
      payment.free -= amountMinor;
      payment.left -= amountMinor;
      moved.push({ customerId, day, invoiceId: null, minor: -amountMinor });
    }
  }
  return { moved, dueOn };
}
