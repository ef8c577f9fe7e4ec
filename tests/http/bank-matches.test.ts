import { expect, test } from "vitest";
import { type BankHousehold, bankHousehold, differences } from "#tests/support/bank-household";
import { testWorker } from "#tests/support/worker";
import { decideMatch, undecideMatch } from "~/domain/finance/bank-link/review.server";

const worker = await testWorker();

interface Side {
  id: string;
  description: string;
  amount: number;
  source: string;
}
interface Match {
  id: string;
  kind: string;
  verdict: string | null;
  accountId: string;
  bank: Side;
  own: Side;
}
type Matches = { items: Match[]; total: number | null };

const openOf = async ({ person }: BankHousehold) => (await person.get<Matches>("/api/bank-matches")).json;
const decidedOf = async ({ person }: BankHousehold) =>
  (await person.get<Matches>("/api/bank-matches?state=decided")).json.items;
const decide = ({ person }: BankHousehold, match: Match | undefined, verdict: string) =>
  person.post<{ message: string }>(`/api/bank-matches/${match?.id}/verdict`, { verdict });
const undo = ({ person }: BankHousehold, match: Match | undefined) =>
  person.delete<{ message: string }>(`/api/bank-matches/${match?.id}/verdict`);

const live = async (home: BankHousehold) => (await home.rows()).filter((row) => row.removed_at === null);

interface Account {
  id: string;
  plaidAccountId: string;
  currentBalance: number;
}

/** The household's account linked to the bank's first one. */
async function account({ person, bank, itemId }: BankHousehold): Promise<Account> {
  const accounts = (await person.get<Account[]>("/api/bank-accounts")).json;
  const found = accounts.find((one) => one.plaidAccountId === bank.item(itemId).accounts[0]?.id);
  if (!found) throw new Error("no account");
  return found;
}

async function type(home: BankHousehold, facts: Record<string, unknown> = {}): Promise<string> {
  const { id } = await account(home);
  const typed = await home.person.post<{ id: string }>(`/api/bank-accounts/${id}/transactions`, {
    ...{ amount: 42.5, transactionDate: "2026-11-17", description: "Lunch with Ana", type: "withdrawal" },
    ...{ category: "dining", notes: "her birthday", ...facts },
  });
  expect(typed.status).toBe(201);
  return typed.json.id;
}

const tell = (home: BankHousehold, facts = {}) =>
  home.bank.command(home.itemId, {
    op: "add",
    facts: { amount: 42.5, date: "2026-11-18", name: "SQ *CAFE 0931", ...facts },
  });

/** A row entered by hand, and the bank's possible duplicate of it. */
async function doubtful(facts: Record<string, unknown> = {}) {
  const home = await bankHousehold(worker, { places: [0] });
  await home.sync();
  const ownId = await type(home, facts);
  const bankId = tell(home);
  await home.sync(1);
  const { items } = await openOf(home);
  expect(items).toHaveLength(1);
  const [match] = items;
  if (!match) throw new Error("no match");
  return { home, ownId, bankId, match };
}

const forgetCursor = ({ itemId }: BankHousehold) =>
  worker.db.prepare("UPDATE bank_items SET sync_cursor = NULL WHERE id = ?").bind(itemId).run();

const reconcile = (id: string) =>
  worker.db
    .prepare(
      "UPDATE account_transactions SET is_reconciled = 1, last_change = 'user', version = version + 1 WHERE id = ?",
    )
    .bind(id)
    .run();

test("a bank row that may match a manual one is shown next to it, with the number of possible duplicates", async () => {
  const { home, ownId, match } = await doubtful();
  expect(match).toMatchObject({
    ...{ kind: "other_source", verdict: null },
    bank: { description: "SQ *CAFE 0931", amount: -42.5, source: "bank" },
    own: { id: ownId, description: "Lunch with Ana", amount: -42.5, source: "manual" },
  });
  expect((await openOf(home)).total).toBe(1);
  const list = await home.person.get("/finances/accounts");
  expect(list.text).toContain("1 possible duplicate");
  const screen = await home.person.get("/finances/accounts/review");
  for (const words of ["1 possible duplicate", "Lunch with Ana", "SQ *CAFE 0931"]) expect(screen.text).toContain(words);
});

test("'same' keeps one row with the user's text, the bank's ID and the bank's balance", async () => {
  const { home, ownId, bankId, match } = await doubtful();
  const before = (await account(home)).currentBalance;
  expect((await decide(home, match, "same")).status).toBe(200);
  expect(await live(home)).toMatchObject([
    {
      ...{ id: ownId, plaid_transaction_id: bankId, amount_minor: -4250, description: "Lunch with Ana" },
      ...{ category: "dining", notes: "her birthday" },
    },
  ]);
  expect((await account(home)).currentBalance).toBe(before);
  expect(await differences(worker, home)).toEqual([]);
  expect((await openOf(home)).items).toEqual([]);
  expect(await decidedOf(home)).toMatchObject([{ id: match.id, verdict: "same" }]);
});

test("a merged pair is not offered again, and later bank updates go to the remaining row", async () => {
  const { home, ownId, bankId, match } = await doubtful();
  await decide(home, match, "same");
  home.bank.command(home.itemId, { op: "modify", id: bankId, facts: { amount: 44, name: "CAFE" } });
  await home.sync(2);
  await forgetCursor(home);
  await home.sync(3);
  expect(await live(home)).toMatchObject([{ id: ownId, amount_minor: -4400, description: "Lunch with Ana" }]);
  expect((await openOf(home)).items).toEqual([]);
  expect(await differences(worker, home)).toEqual([]);
});

test("'different' keeps both rows, and later syncs do not ask again", async () => {
  const { home, match } = await doubtful();
  await decide(home, match, "different");
  await home.sync(2);
  await forgetCursor(home);
  await home.sync(3);
  expect(await live(home)).toHaveLength(2);
  expect((await openOf(home)).items).toEqual([]);
});

test.each(["same", "different"])(
  "undoing '%s' restores both rows and the balance, and the pair can be reviewed again",
  async (verdict) => {
    const { home, match } = await doubtful();
    const before = { rows: await home.rows(), balance: (await account(home)).currentBalance };
    await decide(home, match, verdict);
    expect((await undo(home, match)).status).toBe(200);
    const facts = (rows: object[]) => rows.map((row) => ({ ...row, version: 0, updated_at: "", last_change: "" }));
    expect(facts(await home.rows())).toEqual(facts(before.rows));
    expect((await account(home)).currentBalance).toBe(before.balance);
    expect((await openOf(home)).items).toMatchObject([{ id: match.id, verdict: null }]);
    await home.sync(2);
    expect(facts(await home.rows())).toEqual(facts(before.rows));
    expect((await decide(home, match, "same")).status).toBe(200);
  },
);

test("an undo after a bank update leaves the bank's row current and the user's row as typed", async () => {
  const { home, ownId, bankId, match } = await doubtful();
  await decide(home, match, "same");
  home.bank.command(home.itemId, { op: "modify", id: bankId, facts: { amount: 50 } });
  await home.sync(2);
  // The Worker's own queue would call its own bank; this calls the household's.
  await undecideMatch(home.ctx({ minutes: 3 }), match.id);
  await home.sync(3);
  const rows = await live(home);
  expect(rows.find((row) => row.id === ownId)).toMatchObject({ amount_minor: -4250, plaid_transaction_id: null });
  expect(rows.find((row) => row.id === match.bank.id)).toMatchObject({
    ...{ amount_minor: -5000, plaid_transaction_id: bankId },
  });
});

test("edits made after a review survive its undo", async () => {
  const { home, ownId, match } = await doubtful();
  await decide(home, match, "same");
  const changed = await home.person.put(`/api/account-transactions/${ownId}`, {
    ...{ amount: 42.5, transactionDate: "2026-11-17", description: "Lunch with Ana and Bo", type: "withdrawal" },
    ...{ category: "dining", notes: "her birthday" },
  });
  expect(changed.status).toBe(200);
  await undo(home, match);
  expect((await live(home)).find((row) => row.id === ownId)?.description).toBe("Lunch with Ana and Bo");
});

test("a reconciled row never changes, on either side of a pair", async () => {
  for (const which of ["own", "bank"] as const) {
    const { home, bankId, match } = await doubtful();
    await reconcile(match[which].id);
    const [row] = (await home.rows()).filter(({ id }) => id === match[which].id);
    expect((await decide(home, match, "same")).status).toBe(200);
    const rows = await live(home);
    expect(rows).toHaveLength(1);
    const reported = { plaid_transaction_id: bankId, plaid_item_id: home.itemId };
    const same = { ...row, ...reported, version: 0, updated_at: "" };
    expect({ ...rows[0], version: 0, updated_at: "" }, which).toEqual(same);
    expect(await differences(worker, home)).toEqual([]);
    expect((await undo(home, match)).status, which).toBe(200);
    expect(await live(home)).toHaveLength(2);
  }
});

test("two reconciled rows cannot be merged, and the error says why", async () => {
  const { home, match } = await doubtful();
  await reconcile(match.own.id);
  await reconcile(match.bank.id);
  const refused = await decide(home, match, "same");
  expect(refused.status).toBe(409);
  expect(refused.json.message).toMatch(/neither can be merged/);
  expect((await decide(home, match, "different")).status).toBe(200);
});

test("a transaction entered after the bank's row is also a possible duplicate", async () => {
  const home = await bankHousehold(worker, { places: [0] });
  tell(home);
  await home.sync();
  const ownId = await type(home);
  expect((await openOf(home)).items).toMatchObject([{ own: { id: ownId }, bank: { description: "SQ *CAFE 0931" } }]);
  await type(home, { amount: 9 });
  expect((await openOf(home)).total).toBe(1);
});

test("after 'different' the next candidate is offered, and an undo withdraws it", async () => {
  const { home, match } = await doubtful();
  const next = await type(home, { transactionDate: "2026-11-20", description: "Lunch alone" });
  expect((await openOf(home)).total).toBe(1);
  await decide(home, match, "different");
  expect((await openOf(home)).items).toMatchObject([{ own: { id: next }, bank: { id: match.bank.id } }]);
  await undo(home, match);
  expect((await openOf(home)).items).toMatchObject([{ id: match.id }]);
});

test("an imported row can match a bank row, which stays when the import is undone", async () => {
  const home = await bankHousehold(worker, { places: [0] });
  await home.sync();
  const { id } = await account(home);
  const form = new FormData();
  form.append(
    "file",
    new Blob(["Date,Description,Amount\n2026-11-17,Cafe,-42.50\n"], { type: "text/csv" }),
    "bank.csv",
  );
  const imported = await home.person.send<{ importId: string; importedCount: number }>(
    "POST",
    `/api/bank-accounts/${id}/transactions/import`,
    { body: form },
  );
  expect(imported.json.importedCount).toBe(1);
  const bankId = tell(home);
  await home.sync(1);
  const { items } = await openOf(home);
  expect(items).toMatchObject([{ own: { source: "csv", description: "Cafe" } }]);
  await decide(home, items[0], "same");
  expect(await live(home)).toMatchObject([{ plaid_transaction_id: bankId, description: "SQ *CAFE 0931" }]);
  const undone = await home.person.post(`/api/imports/${imported.json.importId}/undo`);
  expect(undone.status).toBe(200);
  expect(await live(home)).toMatchObject([{ plaid_transaction_id: bankId }]);
  expect(await differences(worker, home)).toEqual([]);
});

test("a pending purchase with a note gets it back when it posts with a tip and without its name", async () => {
  const home = await bankHousehold(worker, { places: [0] });
  const pending = tell(home, { pending: true, amount: 40 });
  await home.sync();
  const [row] = await home.rows();
  await worker.db
    .prepare(
      "UPDATE account_transactions SET notes = 'with Ana', category = 'gift', edited_fields = 'category,notes', last_change = 'user', version = version + 1 WHERE id = ?",
    )
    .bind(row?.id ?? "")
    .run();
  const posted = home.bank.command(home.itemId, { op: "post", id: pending, named: false, amount: 46 });
  await home.sync(1);
  const { items } = await openOf(home);
  expect(items).toMatchObject([{ kind: "pending", own: { amount: -40 }, bank: { amount: -46 } }]);
  const before = (await account(home)).currentBalance;
  await decide(home, items[0], "same");
  expect(await live(home)).toMatchObject([
    { id: row?.id, amount_minor: -4600, notes: "with Ana", category: "gift", plaid_transaction_id: posted, pending: 0 },
  ]);
  expect((await account(home)).currentBalance).toBe(before);
  expect(await differences(worker, home)).toEqual([]);
  await undo(home, items[0]);
  expect(await live(home)).toMatchObject([{ amount_minor: -4600, notes: null }]);
  expect((await openOf(home)).total).toBe(1);
  expect(await differences(worker, home)).toEqual([]);
});

test("a merged row deleted by the user stays deleted after later bank updates", async () => {
  const { home, ownId, bankId, match } = await doubtful();
  await decide(home, match, "same");
  expect((await home.person.delete(`/api/account-transactions/${ownId}`)).status).toBe(204);
  home.bank.command(home.itemId, { op: "modify", id: bankId, facts: { amount: 43 } });
  await home.sync(2);
  expect(await live(home)).toEqual([]);
});

test("when a pair is reviewed twice at once, the second review gets a conflict", async () => {
  const { home, match } = await doubtful();
  const answers = await Promise.all([decide(home, match, "same"), decide(home, match, "different")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await undo(home, { ...match, id: "0192f000-0000-7000-8000-000000000000" })).status).toBe(404);
});

test("a review made between a sync's read and its write is not lost", async () => {
  const { home, ownId, bankId, match } = await doubtful();
  home.bank.command(home.itemId, { op: "modify", id: bankId, facts: { amount: 45 } });
  const { changes } = home.bank.link;
  home.bank.link.changes = async (...args) => {
    home.bank.link.changes = changes;
    const page = await changes(...args);
    await decideMatch(home.ctx(), match.id, "same");
    return page;
  };
  await home.sync(2);
  expect(await live(home)).toMatchObject([{ id: ownId, amount_minor: -4500 }]);
  expect(await differences(worker, home)).toEqual([]);
});

test("another household can neither see nor review a pair", async () => {
  const { match } = await doubtful();
  const stranger = await worker.household();
  expect((await stranger.get<Matches>("/api/bank-matches")).json.items).toEqual([]);
  expect((await stranger.post(`/api/bank-matches/${match.id}/verdict`, { verdict: "same" })).status).toBe(404);
  expect((await stranger.delete(`/api/bank-matches/${match.id}/verdict`)).status).toBe(404);
});

test("the review screen's form saves and undoes a review", async () => {
  const { home, match } = await doubtful();
  const send = (verdict: string) =>
    home.person.submit("/finances/accounts/review", {
      ...{ matchId: match.id, verdict, idempotencyKey: crypto.randomUUID() },
    });
  expect((await send("same")).text).toContain("No possible duplicates");
  expect((await send("same")).text).toContain("already reviewed or has changed since");
  expect((await send("undo")).text).toContain("1 possible duplicate");
});
