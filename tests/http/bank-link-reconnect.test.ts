import { expect, test } from "vitest";
import { type Account, transactionsOf } from "#tests/support/accounts";
import { type BankHousehold, bankHousehold, differences, type Row } from "#tests/support/bank-household";
import { testWorker } from "#tests/support/worker";
import { randomFrom } from "#worker/providers/simulated-bank/state";
import { syncItem } from "~/domain/finance/bank-link/sync.server";

const worker = await testWorker();

/** In the format of the transaction form. */
async function change(
  home: BankHousehold,
  row: Row | undefined,
  values: Record<string, string | number>,
): Promise<void> {
  const columns = Object.keys(values);
  const { results } = await worker.db
    .prepare("SELECT edited_fields AS fields FROM account_transactions WHERE user_id = ? AND id = ?")
    .bind(home.userId, row?.id ?? "")
    .all<{ fields: string | null }>();
  const hidden = columns.filter((column) => column !== "notes" && column !== "is_reconciled");
  const fields = [...new Set([...(results[0]?.fields?.split(",") ?? []), ...hidden])].join(",") || null;
  await worker.db
    .prepare(
      `UPDATE account_transactions SET ${columns.map((column) => `${column} = ?`).join(", ")}, edited_fields = ?,
       last_change = 'user', version = version + 1 WHERE user_id = ? AND id = ?`,
    )
    .bind(...Object.values(values), fields, home.userId, row?.id ?? "")
    .run();
}

const ofRow = (rows: Row[], id: string | undefined) => rows.find((row) => row.id === id);
const live = (rows: Row[]) => rows.filter((row) => row.removed_at === null);

/** What the household sees of a row, whatever connection it came from. */
const seen = (row: Row) => [row.id, row.transaction_date, row.amount_minor, row.description, row.notes, row.category];

test("reconnecting a bank keeps every row and edit while its history loads step by step", async () => {
  const home = await bankHousehold(worker, { history: true, institution: "ins_sim_prairie", places: [0] });
  await home.sync();
  const before = await home.rows();
  const [recent, old] = [before.at(-3), before.find((row) => row.transaction_date < "2026-01-01")];
  await change(home, recent, { description: "Dinner with Ana", notes: "our turn", category: "gift" });
  await change(home, old, { description: "Long ago", amount_minor: -1, transaction_date: "2025-02-02" });
  const synced = (await home.rows()).map(seen);
  const [account] = (await home.person.get<Account[]>("/api/bank-accounts")).json;
  const total = async () => (await transactionsOf(home.person, account?.id ?? "", 1)).total;
  expect(await total()).toBe(synced.length);

  await home.reconnect();
  expect(await home.sync(1)).toEqual({ state: "synced", added: 0, changed: 0, removed: 0 });
  expect((await home.rows()).map(seen)).toEqual(synced);
  expect(await total()).toBe(synced.length);
  expect((await home.person.get("/api/plaid/items")).json).toMatchObject([{ history: "not_ready" }]);
  expect((await home.person.get("/finances/accounts/connections")).text).toContain("History is still loading");

  home.bank.command(home.itemId, { op: "history", status: "INITIAL_UPDATE_COMPLETE" });
  const initial = await home.sync(2);
  expect(initial).toMatchObject({ state: "synced", added: 0, removed: 0 });
  expect(initial.state === "synced" && initial.changed).toBeLessThan(60);
  expect((await home.rows()).map(seen)).toEqual(synced);
  expect(await total()).toBe(synced.length);

  home.bank.command(home.itemId, { op: "history", status: "HISTORICAL_UPDATE_COMPLETE" });
  expect(await home.sync(3)).toMatchObject({ state: "synced", added: 0, removed: 0 });
  expect((await home.rows()).map(seen)).toEqual(synced);
  expect(await total()).toBe(synced.length);
  expect((await home.person.get("/api/plaid/items")).json).toMatchObject([{ history: "complete" }]);
  expect((await home.person.get("/finances/accounts/connections")).text).not.toContain("History is still loading");
  expect(await home.sync(4)).toEqual({ state: "synced", added: 0, changed: 0, removed: 0 });
});

test("connecting another bank to an account with history removes none of that history", async () => {
  const home = await bankHousehold(worker, { history: true, institution: "ins_sim_prairie", places: [0] });
  await home.sync();
  const before = live(await home.rows()).length;
  await worker.db
    .prepare("UPDATE bank_items SET institution_id = 'ins_of_before' WHERE id = ?")
    .bind(home.itemId)
    .run();
  home.bank.command(home.itemId, { op: "remove", id: (await home.rows())[100]?.plaid_transaction_id ?? "" });
  await home.reconnect();
  home.bank.command(home.itemId, { op: "history", status: "HISTORICAL_UPDATE_COMPLETE" });
  await home.sync(1);
  expect(live(await home.rows()).length).toBe(before);
});

test("a transaction the bank removed while disconnected goes once its full history loads, and returns with its edits", async () => {
  const home = await bankHousehold(worker);
  const add = (facts: object) => home.bank.command(home.itemId, { op: "add", facts });
  add({ amount: 7, date: "2026-09-01" });
  const gone = add({ amount: 8, date: "2026-09-02" });
  await home.sync();
  home.bank.command(home.itemId, { op: "remove", id: gone });
  await home.reconnect();
  await home.sync(1);
  expect(live(await home.rows())).toHaveLength(2);
  home.bank.command(home.itemId, { op: "history", status: "HISTORICAL_UPDATE_COMPLETE" });
  expect(await home.sync(2)).toMatchObject({ removed: 1 });
  const removed = (await home.rows()).find((row) => row.removed_at !== null);
  await change(home, removed, { notes: "mine" });
  await worker.db
    .prepare("UPDATE account_transactions SET last_change = 'sync' WHERE user_id = ? AND id = ?")
    .bind(home.userId, removed?.id ?? "")
    .run();
  add({ amount: 8, date: "2026-09-02", name: "MADE 2" });
  expect(await home.sync(3)).toMatchObject({ added: 0, changed: 1 });
  expect(ofRow(await home.rows(), removed?.id)).toMatchObject({ removed_at: null, notes: "mine" });
  expect(await differences(worker, home)).toEqual([]);
});

test.each([11, 23, 47, 71, 101, 137])(
  "disconnecting and reconnecting with crashes at any point loses and duplicates nothing, seed %i",
  async (seed) => {
    const random = randomFrom(seed);
    const below = (count: number) => Math.floor(random() * count);
    const home = await bankHousehold(worker);
    for (let made = 1; made <= 24; made += 1) {
      const date = `2026-${["11", "10", "08"][made % 3]}-${String(10 + (made % 8)).padStart(2, "0")}`;
      const account_id = home.bank.item(home.itemId).accounts[made % 2]?.id;
      home.bank.command(home.itemId, { op: "add", facts: { amount: made + made / 100, date, account_id } });
    }
    await home.sync();
    for (let round = 0; round < 3; round += 1) {
      const rows = live(await home.rows());
      const pick = () => rows[below(rows.length)];
      await change(home, pick(), { description: `mine ${round}` });
      await change(home, pick(), { transaction_date: "2026-07-04", notes: `noted ${round}` });
      await change(home, pick(), { amount_minor: -(100_000 + round), description: `changed ${round}` });
      const expected = live(await home.rows()).map(seen);
      await home.reconnect();
      const fresh = home.bank.command(home.itemId, { op: "add", facts: { amount: 300 + round, date: "2026-11-19" } });
      for (const status of ["NOT_READY", "INITIAL_UPDATE_COMPLETE", "HISTORICAL_UPDATE_COMPLETE"] as const) {
        home.bank.command(home.itemId, { op: "history", status });
        const fatal = below(6);
        const beforeCall = (call: number) => {
          if (call === fatal) throw new Error("cut off");
        };
        await syncItem(home.ctx({ beforeCall, minutes: round * 60 }), home).catch(() => undefined);
        // The lease of an aborted sync expires.
        await home.sync(round * 60 + 10);
        const now = live(await home.rows());
        const known = now.filter((row) => row.plaid_transaction_id !== fresh);
        expect(known.map(seen).sort(), status).toEqual(expected.sort());
      }
      const [arrived, ...doubles] = (await home.rows()).filter((row) => row.plaid_transaction_id === fresh);
      expect(arrived).toMatchObject({ amount_minor: -(300 + round) * 100, removed_at: null });
      expect(doubles).toEqual([]);
    }
  },
);

interface Match {
  id: string;
  kind: string;
  bank: { id: string; amount: number };
  own: { id: string; amount: number };
}

test("an edited row whose amount changed while disconnected is a possible duplicate, and 'same' keeps the user's text", async () => {
  const home = await bankHousehold(worker, { places: [0] });
  const id = home.bank.command(home.itemId, { op: "add", facts: { amount: 40, date: "2026-09-10", name: "CAFE" } });
  home.bank.command(home.itemId, { op: "add", facts: { amount: 7, date: "2026-09-01" } });
  await home.sync();
  const before = (await home.rows()).find((row) => row.plaid_transaction_id === id);
  await change(home, before, { description: "Lunch with Ana", notes: "her birthday", category: "gift" });
  const edited = (await home.rows()).filter((row) => row.id === before?.id).map(seen);
  home.bank.command(home.itemId, { op: "modify", id, facts: { amount: 46 } });
  await home.reconnect();
  home.bank.command(home.itemId, { op: "history", status: "INITIAL_UPDATE_COMPLETE" });
  await home.sync(1);
  expect(live(await home.rows())).toHaveLength(2);
  home.bank.command(home.itemId, { op: "history", status: "HISTORICAL_UPDATE_COMPLETE" });
  await home.sync(2);

  const open = async () => (await home.person.get<{ items: Match[] }>("/api/bank-matches")).json.items;
  const [match, ...more] = await open();
  expect(more).toEqual([]);
  expect(match).toMatchObject({ kind: "other_source", own: { id: before?.id, amount: -40 }, bank: { amount: -46 } });
  const screen = await home.person.get("/finances/accounts/review");
  for (const words of ["1 possible duplicate", "Lunch with Ana", "From an earlier connection", "another amount"]) {
    expect(screen.text).toContain(words);
  }

  const verdict = `/api/bank-matches/${match?.id}/verdict`;
  const both = live(await home.rows()).map(seen);
  expect((await home.person.post(verdict, { verdict: "same" })).status).toBe(200);
  const merged = { amount_minor: -4600, description: "Lunch with Ana", notes: "her birthday", category: "gift" };
  expect(ofRow(await home.rows(), before?.id)).toMatchObject({ ...merged, removed_at: null });
  expect(await differences(worker, home)).toEqual([]);

  expect((await home.person.delete(verdict)).status).toBe(200);
  expect(live(await home.rows()).map(seen)).toEqual(both);
  expect((await home.rows()).filter((row) => row.id === before?.id).map(seen)).toEqual(edited);
  expect(await open()).toMatchObject([{ id: match?.id }]);

  expect((await home.person.post(verdict, { verdict: "same" })).status).toBe(200);
  await home.reconnect();
  home.bank.command(home.itemId, { op: "history", status: "HISTORICAL_UPDATE_COMPLETE" });
  expect(await home.sync(3)).toMatchObject({ added: 0, removed: 0 });
  expect(ofRow(await home.rows(), before?.id)).toMatchObject({ ...merged, removed_at: null });
  expect(await open()).toEqual([]);
  expect(await differences(worker, home)).toEqual([]);
});

test("'different' keeps both rows, and another reconnection does not ask again", async () => {
  const home = await bankHousehold(worker, { places: [0] });
  const id = home.bank.command(home.itemId, { op: "add", facts: { amount: 40, date: "2026-09-10", name: "CAFE" } });
  await home.sync();
  await change(home, (await home.rows())[0], { notes: "mine" });
  home.bank.command(home.itemId, { op: "modify", id, facts: { amount: 46 } });
  for (const minutes of [1, 2]) {
    await home.reconnect();
    home.bank.command(home.itemId, { op: "history", status: "HISTORICAL_UPDATE_COMPLETE" });
    await home.sync(minutes);
    const { items } = (await home.person.get<{ items: Match[] }>("/api/bank-matches")).json;
    expect(items).toHaveLength(minutes === 1 ? 1 : 0);
    if (items[0]) await home.person.post(`/api/bank-matches/${items[0].id}/verdict`, { verdict: "different" });
    expect(live(await home.rows())).toHaveLength(2);
  }
});
