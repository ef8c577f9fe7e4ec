import { expect, test } from "vitest";
import { CARDS, cardPayments } from "#tests/support/card-payments";
import { office } from "#tests/support/work-orders";
import { ownWorker } from "#tests/support/worker";

const worker = await ownWorker();
const shop = await office(worker);
const { manager, technician } = shop;
const { invoice, begin, happens, send, runCommand, guest } = cardPayments(worker, shop);
const pay = { op: "pay", card: CARDS.good };

interface List {
  totals: { count: number; gross: number; refunded: number; fee: number; net: number; withoutFee: number };
  items: {
    id: string;
    gross: number;
    refunded: number;
    fee: number | null;
    net: number | null;
    payout: { id: string; status: string; arrivesOn: string } | null;
  }[];
  nextCursor: string | null;
  total: number;
}
const list = async (query = "") => (await manager.get<List>(`/api/card-payments${query}`)).json;
/** As if the processor had not been polled for a long time. */
const quiet = () => worker.db.prepare("UPDATE card_settlements SET updated_at = '2026-01-01T00:00:00.000Z'").run();
const sum = (amounts: (number | null)[]) =>
  amounts.reduce<number>((all, each) => all + Math.round((each ?? 0) * 100), 0);

test("a month lists card payments with fees and net amounts, and its totals match the rows", async () => {
  const sessions: string[] = [];
  for (let at = 0; at < 5; at += 1) {
    const session = await begin((await invoice()).page);
    await runCommand(session, pay);
    sessions.push(session);
  }
  const first = await list();
  expect(first).toMatchObject({ total: 5, totals: { count: 5, gross: 1000, fee: 0, net: 0, withoutFee: 5 } });
  expect(first.items.every(({ fee, net, payout }) => fee === null && net === null && payout === null)).toBe(true);

  await quiet();
  await worker.sweep();
  const settled = await list();
  // The fee is 2.9% and 30 cents of $200.
  expect(settled.items[0]).toMatchObject({ gross: 200, fee: 6.1, net: 193.9, payout: null });
  await runCommand(sessions[0] ?? "", { op: "refund", amount: 5000 });

  const rows = [];
  let cursor = "";
  for (let pages = 0; pages < 3; pages += 1) {
    const page = await list(`?limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
    rows.push(...page.items);
    cursor = page.nextCursor ?? "";
  }
  expect(cursor).toBe("");
  expect(new Set(rows.map(({ id }) => id)).size).toBe(5);
  const { totals } = await list();
  for (const field of ["gross", "refunded", "fee", "net"] as const)
    expect([field, sum(rows.map((row) => row[field]))]).toEqual([field, Math.round(totals[field] * 100)]);
  expect(totals).toMatchObject({ refunded: 50, withoutFee: 0 });

  const csv = (await manager.get("/api/card-payments/export")).text.trim().split("\r\n");
  expect(csv).toHaveLength(6);
  expect(csv[0]).toContain("Gross,Refunded,Fee,Net");
});

test("payouts are read from the processor, and each payment is linked to its payout", async () => {
  // Arrived three days ago.
  await worker.db
    .prepare(
      "UPDATE simulated_processor SET state = json_set(state, '$.paidAt', json_extract(state, '$.paidAt') - 3 * 86400000) WHERE id NOT LIKE 'plan%'",
    )
    .run();
  await quiet();
  await worker.sweep();
  const { items } = await list();
  expect(new Set(items.map(({ payout }) => payout?.id)).size).toBe(1);
  expect(items[0]?.payout?.id).toMatch(/^po_sim_/);
  const rows = await worker.db.prepare("SELECT count(*) n FROM card_payouts").first<number>("n");
  await worker.db
    .prepare("UPDATE card_payouts SET updated_at = '2026-01-01T00:00:00.000Z', status = 'in_transit'")
    .run();
  await worker.sweep();
  expect(await worker.db.prepare("SELECT count(*) n FROM card_payouts").first<number>("n")).toBe(rows);
  expect((await manager.get("/payment/received")).text).toContain("Card payments");
});

/** As if the customers had paid that many days ago. */
const paidAgo = async (days: number, sessions: string[]) => {
  for (const session of sessions)
    await worker.db
      .prepare("UPDATE simulated_processor SET state = json_set(state, '$.paidAt', ?) WHERE instr(?, id) > 0")
      .bind(Date.now() - days * 86_400_000, session)
      .run();
};
/** The payouts of the latest card payments, latest first. */
const latest = async (count: number) => (await list()).items.slice(0, count).map(({ payout }) => payout?.id ?? null);

test("a payment whose fee becomes known after its payout was read is linked to that payout", async () => {
  const sessions: string[] = [];
  for (let at = 0; at < 2; at += 1) {
    const session = await begin((await invoice()).page);
    await runCommand(session, pay);
    sessions.push(session);
  }
  await paidAgo(9, sessions);
  const [late] = (await list()).items;
  // The processor is not asked about the later payment yet.
  const unasked = () =>
    worker.db
      .prepare("UPDATE card_settlements SET updated_at = '2099-01-01' WHERE payment_id = ?")
      .bind(late?.id)
      .run();
  for (let hours = 0; hours < 2; hours += 1) {
    await quiet();
    await unasked();
    await worker.sweep();
  }
  const [none, known] = await latest(2);
  expect([none, known]).toEqual([null, expect.stringMatching(/^po_sim_/)]);

  for (let hours = 0; hours < 2; hours += 1) {
    await quiet();
    await worker.sweep();
  }
  expect(await latest(2)).toEqual([known, known]);
});

test("a payment recorded after its payout was read is linked to that payout", async () => {
  const sessions: string[] = [];
  for (let at = 0; at < 2; at += 1) sessions.push(await begin((await invoice()).page));
  const [first = "", missed = ""] = sessions;
  await runCommand(first, pay);
  const webhooks = await happens(missed, pay);
  await paidAgo(12, sessions);
  for (let hours = 0; hours < 2; hours += 1) {
    await quiet();
    await worker.sweep();
  }
  const before = await list();
  const [known] = await latest(1);
  expect(known).toMatch(/^po_sim_/);

  for (const webhook of webhooks) await send(webhook);
  expect((await list()).total).toBe(before.total + 1);
  for (let hours = 0; hours < 2; hours += 1) {
    await quiet();
    await worker.sweep();
  }
  expect(await latest(2)).toEqual([known, known]);
  // Nothing is left to ask the processor about.
  const open = "SELECT count(*) n FROM card_settlements WHERE payout_id IS NULL";
  expect(await worker.db.prepare(open).first<number>("n")).toBe(0);
});

test("an empty month says so, and users without access to invoices see no card payments", async () => {
  expect(await list("?month=2020-02")).toMatchObject({ items: [], totals: { count: 0, gross: 0 } });
  expect((await manager.get("/payment/received?month=2020-02")).text).toContain("No card payments in February 2020");
  expect((await manager.get("/api/card-payments?month=2020-13")).status).toBe(400);
  expect((await technician.get("/api/card-payments")).status).toBe(403);
  expect((await technician.get("/payment/received")).status).toBe(403);
  expect((await guest.get("/api/card-payments/export")).status).toBe(401);
  const { manager: stranger } = await worker.business();
  expect((await stranger.get<List>("/api/card-payments")).json.items).toEqual([]);
});
