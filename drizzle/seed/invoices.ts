import { type TaxRate, totals } from "~/domain/billing/totals";
import { formatPhone } from "~/domain/shared/text/phones";
import { addDays, DAY_MS, HOUR_MS } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";

interface WorkOrder {
  id: string;
  title: string;
  customer_id: string;
  customer: string;
  email: string | null;
  line1: string;
  city: string;
  state: string;
  postal_code: string;
  price: number | null;
  completed_at: string | null;
  scheduled_start: string;
  status: string;
  equipment: string | null;
}

interface Seller {
  name: string;
  email: string | null;
  phone: string | null;
  state: string;
  line1: string;
  city: string;
  postal_code: string;
}

const parts = [
  ["Dual run capacitor 45/5 µF 440 V", 19_500, 1120],
  ["Hot surface igniter, nitride, universal", 24_900, 2890],
  ["Filter 16x25x1 MERV 11", 2400, 642],
  ["Thermostat T6 Pro, programmable", 24_900, 6720],
] as const;

const rates: Record<string, readonly (readonly [name: string, zip: string, ppm: number])[]> = {
  WI: [
    ["Wisconsin sales tax", "", 50_000],
    ["Milwaukee County", "532", 9000],
    ["City of Milwaukee", "532", 20_000],
  ],
  AZ: [
    ["Arizona transaction privilege tax", "", 56_000],
    ["City of Phoenix", "850", 28_000],
  ],
};

const footer = "Thank you for your business. Please make checks payable to us and write the invoice number on them.";

/** The business's billing settings, and invoices of its finished jobs: paid, partly paid, open, overdue and drafts. */
export async function seedInvoices(db: D1Database, seed: SeedBusiness): Promise<void> {
  const { orgId, now, random, officeUserId } = seed;
  const today = wallTimeOf(now.getTime(), seed.timeZone).date;
  const written = { created_by: officeUserId, created_at: new Date(now.getTime() - 200 * DAY_MS).toISOString() };
  const seller = await db
    .prepare("SELECT name, email, phone, state, line1, city, postal_code FROM organizations WHERE id = ?")
    .bind(orgId)
    .first<Seller>();
  if (!seller) return;
  await insertRows(db, "billing_settings", [
    {
      ...{ org_id: orgId, version: 1, effective_from: addDays(today, -200), labor_rate_minor: 13_900 },
      ...{ rounding_minutes: 15, minimum_charge_minor: 9500, trip_charge_minor: 6900, parts_pricing: "list" },
      ...{ parts_markup_ppm: 600_000, labor_taxable: 0, terms_days: 15, footer, ...written },
    },
  ]);
  const charged = rates[seller.state] ?? [];
  await insertRows(
    db,
    "tax_rates",
    charged.map(([name, zip, ppm]) => ({
      ...{ org_id: orgId, id: random.id(now.getTime()), name, state: seller.state, zip_prefix: zip, rate_ppm: ppm },
      ...{ effective_from: addDays(today, -200), ...written },
    })),
  );
  // The latest of both: on some weekdays none of the latest jobs are closed.
  const { results: finished } = await db
    .prepare(
      `SELECT w.id, w.title, w.customer_id, c.name customer, c.email, a.line1, a.city, a.state, a.postal_code, w.playbook ->> 'price' price,
        w.status, w.completed_at, w.scheduled_start, (SELECT e.name FROM work_order_equipment we JOIN equipment e
          ON e.org_id = we.org_id AND e.id = we.equipment_id WHERE we.org_id = w.org_id AND we.work_order_id = w.id LIMIT 1) equipment
       FROM work_orders w JOIN customers c ON c.org_id = w.org_id AND c.id = w.customer_id
       JOIN addresses a ON a.org_id = w.org_id AND a.id = w.site_address_id
       WHERE w.org_id = ?1 AND w.id IN (
         SELECT id FROM (SELECT id FROM work_orders WHERE org_id = ?1 AND status = 'closed' ORDER BY scheduled_start DESC LIMIT 24)
         UNION ALL SELECT id FROM (SELECT id FROM work_orders WHERE org_id = ?1 AND status = 'completed' ORDER BY scheduled_start DESC LIMIT 40))
       ORDER BY w.scheduled_start`,
    )
    .bind(orgId)
    .all<WorkOrder>();
  // Of the jobs waiting to be closed, every other one is invoiced.
  const jobs = finished.filter(({ status }, at) => status === "closed" || at % 2 === 0);
  const sellerJson = JSON.stringify({
    ...{ name: seller.name, email: seller.email, phone: seller.phone && formatPhone(seller.phone) },
    lines: [seller.line1, `${seller.city}, ${seller.state} ${seller.postal_code}`],
  });
  const last = await db
    .prepare("SELECT max(number) AS number FROM invoices WHERE org_id = ? AND series = 'INV'")
    .bind(orgId)
    .first<number>("number");
  let number = last ?? 0;
  for (const [at, workOrder] of jobs.entries()) {
    const taxes: TaxRate[] = charged
      .filter(([, zip]) => workOrder.postal_code.startsWith(zip))
      .map(([name, , ratePpm]) => ({ name, ratePpm }));
    const lines = linesOf(workOrder, at);
    const sums = totals(lines, { discount: null, rates: taxes });
    const id = random.id(Date.parse(workOrder.scheduled_start));
    const address = [workOrder.line1, `${workOrder.city}, ${workOrder.state} ${workOrder.postal_code}`];
    const created = new Date(Date.parse(workOrder.scheduled_start) + 4 * HOUR_MS + at).toISOString();
    const base = { created_by: officeUserId, created_at: created };
    await insertRows(db, "invoices", [
      {
        ...{ org_id: orgId, id, kind: "invoice", status: "draft", series: "INV", customer_id: workOrder.customer_id },
        ...{ work_order_id: workOrder.id, title: workOrder.title, terms_days: 15, footer, tax_state: "known" },
        bill_to: JSON.stringify({ name: workOrder.customer, email: workOrder.email, lines: address }),
        site: JSON.stringify({ name: workOrder.customer, email: null, lines: address }),
        taxes: JSON.stringify(sums.taxes),
        ...{
          subtotal_minor: sums.subtotalMinor,
          discount_minor: 0,
          tax_minor: sums.taxMinor,
          total_minor: sums.totalMinor,
        },
        ...{ ...base, updated_at: created },
      },
    ]);
    await insertRows(
      db,
      "invoice_lines",
      lines.map((line, index) => ({
        ...{ org_id: orgId, invoice_id: id, position: index + 1, kind: line.kind, description: line.description },
        ...{ equipment: line.equipment, quantity_milli: line.quantityMilli, unit: line.unit, discount_ppm: 0 },
        ...{ unit_price_minor: line.unitPriceMinor, taxable: Number(line.taxable), cost_minor: line.costMinor },
        ...{ amount_minor: sums.lines[index]?.amountMinor ?? 0, discount_minor: 0 },
        ...{ net_minor: sums.lines[index]?.netMinor ?? 0, tax_minor: sums.lines[index]?.taxMinor ?? 0 },
      })),
    );
    const isOpen = workOrder.status === "completed";
    if (at >= jobs.length - 2) continue;
    number += 1;
    // Some are older than jobs of the last two weeks could be, so that every aging bucket has invoices.
    const age = isOpen && at % 3 === 0 ? 20 + (at % 12) * 9 : 0;
    const issuedOn = addDays(wallTimeOf(Date.parse(created), seed.timeZone).date, -age);
    await db
      .prepare(
        "UPDATE invoices SET status = 'issued', number = ?, seller = ?, issued_on = ?, due_on = ?, issued_at = ?, version = 2 WHERE org_id = ? AND id = ?",
      )
      .bind(number, sellerJson, issuedOn, addDays(issuedOn, 15), created, orgId, id)
      .run();
    if (sums.totalMinor === 0 || (isOpen && at % 4 !== 1)) continue;
    const amount = isOpen ? Math.round(sums.totalMinor / 2) : sums.totalMinor;
    const paymentId = random.id(Date.parse(created));
    // Card payments in full were made on the invoice's page.
    const online = !isOpen && at % 3 !== 0 ? paymentId.replaceAll("-", "").slice(-24) : null;
    await insertRows(db, "payments", [
      {
        ...{
          org_id: orgId,
          id: paymentId,
          customer_id: workOrder.customer_id,
          work_order_id: workOrder.id,
          amount_minor: amount,
        },
        ...{ method: at % 3 === 0 ? "check" : "card", reference: at % 3 === 0 ? String(1000 + at) : null },
        ...{ received_on: issuedOn, ...base },
        ...{ provider: online && "simulated", provider_payment_id: online && `pi_sim_${online}` },
      },
    ]);
    if (online) await seedSettlements(db, seed, [{ paymentId, x: online, amount, receivedOn: issuedOn }]);
    await insertRows(db, "payment_allocations", [
      {
        org_id: orgId,
        id: random.id(Date.parse(created)),
        payment_id: paymentId,
        invoice_id: id,
        amount_minor: amount,
        ...base,
      },
    ]);
  }
}

interface SeedSettlement {
  paymentId: string;
  /** The embedded processor's id. */
  x: string;
  amount: number;
  receivedOn: string;
}

/** The embedded processor's records of payments, their fees, and the payouts that included them. */
export async function seedSettlements(
  db: D1Database,
  { orgId, now }: Pick<SeedBusiness, "orgId" | "now">,
  paid: readonly SeedSettlement[],
): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const at = now.toISOString();
  const settled = paid.map((each) => {
    const availableOn = addDays(each.receivedOn, 2);
    const payoutId = availableOn <= today ? `po_sim_${availableOn.replaceAll("-", "")}_${orgId}` : null;
    return { ...each, fee: Math.round(each.amount * 0.029) + 30, availableOn, payoutId };
  });
  await insertRows(
    db,
    "simulated_processor",
    settled.map(({ x, amount, receivedOn }) => {
      const paidAt = Date.parse(`${receivedOn}T15:00:00Z`);
      const state = {
        ...{ x, parameters: "", amount, currency: "usd", description: "Invoice", successUrl: "", cancelUrl: "" },
        ...{
          metadata: { org_id: orgId },
          expiresAt: paidAt / 1000,
          status: "complete",
          refunds: [],
          dispute: null,
          paidAt,
        },
        payment: { status: "succeeded", failure: null, outcome: "paid", settlesAt: null },
      };
      return { id: x, state: JSON.stringify(state) };
    }),
  );
  const payouts = new Map<string, { arrivesOn: string; amount: number }>();
  for (const { payoutId, receivedOn, amount, fee } of settled) {
    if (payoutId === null) continue;
    const before = payouts.get(payoutId)?.amount ?? 0;
    payouts.set(payoutId, { arrivesOn: addDays(receivedOn, 3), amount: before + amount - fee });
  }
  for (const [id, { arrivesOn, amount }] of payouts)
    await db
      .prepare(
        `INSERT INTO card_payouts (org_id, id, amount_minor, arrives_on, status, updated_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (org_id, id) DO UPDATE SET amount_minor = amount_minor + excluded.amount_minor`,
      )
      .bind(orgId, id, amount, arrivesOn, arrivesOn <= today ? "paid" : "in_transit", at)
      .run();
  await db
    .prepare(
      `UPDATE card_settlements SET fee_minor = s.value ->> 'fee', available_on = s.value ->> 'availableOn', payout_id = s.value ->> 'payoutId',
         updated_at = ?3 FROM json_each(?2) s WHERE org_id = ?1 AND payment_id = s.value ->> 'paymentId'`,
    )
    .bind(orgId, JSON.stringify(settled), at)
    .run();
}

function linesOf({ title, price, equipment }: WorkOrder, at: number) {
  const line = { quantityMilli: 1000, unit: "EA", discountPpm: 0, equipment };
  const [part, partPrice, partCost] = parts[at % parts.length] ?? parts[0];
  const work =
    price === null
      ? [
          {
            ...line,
            kind: "labor",
            description: "Labor",
            quantityMilli: 1500,
            unit: "HR",
            unitPriceMinor: 13_900,
            taxable: false,
            costMinor: 6300,
          },
          { ...line, kind: "trip", description: "Trip charge", unitPriceMinor: 6900, taxable: false, costMinor: null },
        ]
      : [{ ...line, kind: "service", description: title, unitPriceMinor: price, taxable: false, costMinor: 5200 }];
  const used =
    at % 3 === 2
      ? []
      : [{ ...line, kind: "part", description: part, unitPriceMinor: partPrice, taxable: true, costMinor: partCost }];
  return [...work, ...used];
}
