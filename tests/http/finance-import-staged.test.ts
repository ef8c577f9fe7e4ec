import { expect, test } from "vitest";
import { balanceOf, newAccount, newTransaction, type Refusal, transactionsOf } from "#tests/support/accounts";
import { hourAhead } from "#tests/support/clock";
import { fixture, type Imported, importCsv, type Staged, stageCsv, stagedRows } from "#tests/support/csv-upload";
import { householdCtx } from "#tests/support/household-ctx";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { uploadOf } from "~/domain/finance/imports/classify.server";
import { confirmImport } from "~/domain/finance/imports/confirm.server";
import { changeImport, importUsage, stageImport, sweepStagedImports } from "~/domain/finance/imports/stage.server";

const worker = await testWorker();

const head = "Date,Description,Amount\n";
const coffee = "2026-10-05,Coffee,-4.75\n";

async function household() {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 0 });
  return { person, id };
}

const confirm = (person: Visitor, id: string) => person.post<Imported & Refusal>(`/api/imports/${id}/confirm`);
const storedRows = (userId: string) =>
  worker.db.prepare("SELECT count(*) AS n FROM staged_rows WHERE user_id = ?").bind(userId).first<number>("n");

test("a confirmed staged file is added to the account, and its staged rows are removed", async () => {
  const { person, id } = await household();
  const staged = (await stageCsv(person, id, { content: `${head}${coffee}2026-10-06,Pay,1200.00\n` })).json;
  expect(staged).toMatchObject({ counts: { new: 2 }, toAdd: 2, undecided: 0, questions: [] });
  expect(await balanceOf(person, id)).toBe(0);
  const { status, json } = await confirm(person, staged.id);
  expect([status, json]).toEqual([
    200,
    { importId: staged.id, importedCount: 2, skippedCount: 0, errors: [], errorCount: 0 },
  ]);
  expect(await balanceOf(person, id)).toBe(1195.25);
  expect(await storedRows(person.userId)).toBe(0);
  expect((await person.get(`/api/imports/${staged.id}`)).status).toBe(404);
});

test("a staged file survives a reload and is confirmed once", async () => {
  const { person, id } = await household();
  const staged = (await stageCsv(person, id, { content: head + coffee })).json;
  expect((await person.get<Staged>(`/api/imports/${staged.id}`)).json).toEqual(staged);
  await confirm(person, staged.id);
  const again = await confirm(person, staged.id);
  expect([again.status, again.json.message]).toEqual([409, "This import was already confirmed or changed."]);
  expect((await transactionsOf(person, id)).total).toBe(1);
});

test("a question is answered without uploading again, and the file can be confirmed only then", async () => {
  const { person, id } = await household();
  const staged = (await stageCsv(person, id, { content: fixture("ambiguous-dates.csv") })).json;
  expect(staged.questions).toMatchObject([{ kind: "dateOrder", needed: true }]);
  expect((await confirm(person, staged.id)).status).toBe(400);
  const corrected = await person.patch<Staged>(`/api/imports/${staged.id}`, { options: { dateOrder: "dmy" } });
  expect(corrected.json).toMatchObject({ questions: [], mapping: { dateOrder: "dmy" }, counts: { error: 0 } });
  const { json } = await confirm(person, staged.id);
  expect(json.importedCount).toBe(corrected.json.counts.new);
  const next = (await stageCsv(person, id, { content: fixture("ambiguous-dates.csv") })).json;
  expect(next).toMatchObject({ usesSavedMapping: true, questions: [] });
});

test("a changed delimiter, header row or columns re-reads the stored text", async () => {
  const { person, id } = await household();
  const content = "sep\na;b;c\n2026-10-05;-4,75;Kaffee \u20ac\n";
  const staged = (await stageCsv(person, id, { content })).json;
  const options = { delimiter: ";", headerRow: 2, columns: { date: 0, amount: 1, description: 2 } };
  const corrected = await person.patch<Staged>(`/api/imports/${staged.id}`, { options });
  expect(corrected.json.counts).toMatchObject({ new: 1, error: 0 });
  await confirm(person, staged.id);
  expect((await transactionsOf(person, id)).transactions).toMatchObject([
    { description: "Kaffee \u20ac", amount: 4.75 },
  ]);
});

test("decisions are stored with the staged file and applied", async () => {
  const { person, id } = await household();
  for (const day of ["10", "20"]) {
    await newTransaction(person, id, { amount: 12.5, transactionDate: `2026-10-${day}`, description: "Market" });
  }
  const content = `${head}2026-10-11,MARKET 441,-12.50\n2026-10-21,MARKET 441,-12.50\n`;
  const staged = (await stageCsv(person, id, { content })).json;
  expect(staged).toMatchObject({ undecided: 2, toAdd: 0 });
  await person.patch(`/api/imports/${staged.id}`, { decisions: { rows: { "2": "merge" } } });
  const decided = await person.patch<Staged>(`/api/imports/${staged.id}`, { decisions: { rows: { "3": "add" } } });
  expect(decided.json).toMatchObject({ undecided: 0, toAdd: 1, decisions: { rows: { "2": "merge", "3": "add" } } });
  const { rows } = (await stagedRows(person, staged.id, "kind=possible")).json;
  expect(rows).toMatchObject([{ possible: { action: "merge" } }, { possible: { action: "add" } }]);
  expect((await confirm(person, staged.id)).json).toMatchObject({ importedCount: 1, skippedCount: 1 });
  expect((await transactionsOf(person, id)).total).toBe(3);
});

test("a possible match whose other row was deleted before confirmation is added", async () => {
  const { person, id } = await household();
  const row = await newTransaction(person, id, { amount: 12.5, transactionDate: "2026-10-10", description: "Market" });
  const staged = (await stageCsv(person, id, { content: `${head}2026-10-11,MARKET 441,-12.50\n` })).json;
  await person.patch(`/api/imports/${staged.id}`, { decisions: { possible: "merge" } });
  await person.delete(`/api/account-transactions/${row.id}`);
  expect((await confirm(person, staged.id)).json).toMatchObject({ importedCount: 1 });
});

test("rows added by another import meanwhile are not added twice", async () => {
  const { person, id } = await household();
  const staged = (await stageCsv(person, id, { content: head + coffee })).json;
  await importCsv(person, id, { content: head + coffee });
  expect((await confirm(person, staged.id)).json).toMatchObject({ importedCount: 0, skippedCount: 1 });
  expect((await transactionsOf(person, id)).total).toBe(1);
});

test("a transaction entered since the file was staged is reviewed before the import", async () => {
  const { person, id } = await household();
  const [market, fuel] = ["10", "20"].map((day) => ({ amount: 12.5, transactionDate: `2026-10-${day}` }));
  await newTransaction(person, id, { ...market, description: "Market" });
  const content = `${head}2026-10-11,MARKET 441,-12.50\n2026-10-21,FUEL 7,-12.50\n2026-10-25,Pay,900.00\n`;
  const staged = (await stageCsv(person, id, { content })).json;
  expect(staged.counts).toMatchObject({ new: 2, possible: 1 });
  await person.patch(`/api/imports/${staged.id}`, { decisions: { possible: "merge", rows: { "2": "merge" } } });
  await newTransaction(person, id, { ...fuel, description: "Fuel" });
  const refused = await confirm(person, staged.id);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "The account has new transactions that may already be in this file. Review the possible matches, then import again.",
  ]);
  const reread = (await person.get<Staged>(`/api/imports/${staged.id}`)).json;
  expect(reread).toMatchObject({
    counts: { new: 1, possible: 2 },
    undecided: 1,
    decisions: { rows: { "2": "merge" } },
  });
  await person.patch(`/api/imports/${staged.id}`, { decisions: { rows: { "3": "merge" } } });
  expect((await confirm(person, staged.id)).json).toMatchObject({ importedCount: 1, skippedCount: 2 });
  expect((await transactionsOf(person, id)).total).toBe(3);
});

test("a transaction entered since the file was staged that is no row of it does not hold the import up", async () => {
  const { person, id } = await household();
  const staged = (await stageCsv(person, id, { content: head + coffee })).json;
  await newTransaction(person, id, { amount: 4.75, transactionDate: "2026-10-16", description: "Coffee" });
  await newTransaction(person, id, { amount: 4.8, transactionDate: "2026-10-05", description: "Coffee" });
  expect((await confirm(person, staged.id)).json).toMatchObject({ importedCount: 1 });
});

test("rows are paged in file order and searched by description, amount, date and row number", async () => {
  const { person, id } = await household();
  const lines = Array.from(
    { length: 3000 },
    (_, at) => `2025-01-${String((at % 28) + 1).padStart(2, "0")},Müller ${at} ${"x".repeat(300)},-${at + 1}.00`,
  );
  const staged = (await stageCsv(person, id, { content: `${head}${lines.join("\n")}\n` })).json;
  const seen: number[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { json } = await stagedRows(person, staged.id, `kind=new&limit=100${cursor && `&cursor=${cursor}`}`);
    expect(json.total).toBe(3000);
    seen.push(...json.rows.map(({ row }) => row));
    cursor = json.nextCursor;
  }
  expect(seen).toEqual(lines.map((_, at) => at + 2));
  const search = async (text: string) =>
    (await stagedRows(person, staged.id, `kind=new&search=${encodeURIComponent(text)}`)).json;
  expect(await search("M\u00dcLLER 2711.00")).toMatchObject({ total: 1, rows: [{ row: 2712 }] });
  expect((await search("2025-01-07 row 7 ")).rows[0]).toMatchObject({ row: 8 });
  expect(await search("nothing like it")).toEqual({ rows: [], total: 0, nextCursor: null });
});

test("a staged file can be discarded, and is deleted with its account", async () => {
  const { person, id } = await household();
  const first = (await stageCsv(person, id, { content: head + coffee })).json;
  expect((await person.delete(`/api/imports/${first.id}`)).status).toBe(204);
  expect(await storedRows(person.userId)).toBe(0);
  await stageCsv(person, id, { content: head + coffee });
  expect((await person.delete(`/api/bank-accounts/${id}`)).status).toBeLessThan(300);
  expect(await storedRows(person.userId)).toBe(0);
});

test("abandoned files are swept after a week, and orphaned rows after an hour", async () => {
  const { person, id } = await household();
  const staged = (await stageCsv(person, id, { content: head + coffee })).json;
  const later = (hours: number) => {
    const ctx = householdCtx(worker.db, person.userId);
    ctx.now = new Date(Date.now() + hours * 3_600_000);
    return ctx;
  };
  await worker.db
    .prepare("INSERT INTO staged_rows VALUES (?, 'orphan', 'new', 0, '[]', ?)")
    .bind(person.userId, later(0).now.toISOString())
    .run();
  const before = (await storedRows(person.userId)) ?? 0;
  await sweepStagedImports(later(2));
  expect(await storedRows(person.userId)).toBe(before - 1);
  expect((await person.get(`/api/imports/${staged.id}`)).status).toBe(200);
  await sweepStagedImports(later(7 * 24 + 1));
  expect((await person.get(`/api/imports/${staged.id}`)).status).toBe(404);
  expect(await storedRows(person.userId)).toBe(0);
});

test("a correction or confirmation interrupted at any call does everything or nothing", async () => {
  const { person, id } = await household();
  await newTransaction(person, id, { amount: 12.5, transactionDate: "2026-10-10", description: "Market" });
  const content = `${head}2026-10-11,MARKET 441,-12.50\n${coffee}`;
  for (let k = 1; k < 30; k += 1) {
    const staged = (await stageCsv(person, id, { content })).json;
    let calls = 0;
    const broken = (at: number) =>
      householdCtx(worker.db, person.userId, {
        beforeCall: (call) => {
          calls = call;
          if (call === at) throw new Error("power cut");
        },
      });
    await changeImport(broken(k), staged.id, { options: { flip: false } }).catch(() => null);
    const isCorrected = calls < k;
    const { json } = await person.get<Staged>(`/api/imports/${staged.id}`);
    expect(json.counts).toEqual(staged.counts);
    expect((await stagedRows(person, staged.id, "kind=new")).json.total).toBe(staged.counts.new);
    calls = 0;
    await confirmImport(broken(k), staged.id).catch(() => null);
    const isThere = (await transactionsOf(person, id)).total > 1;
    if (!isThere) expect((await person.get(`/api/imports/${staged.id}`)).status).toBe(200);
    if (isCorrected && isThere && calls < k) break;
    if (isThere) await person.post(`/api/imports/${staged.id}/undo`);
    await person.delete(`/api/imports/${staged.id}`);
    expect((await transactionsOf(person, id)).total).toBe(1);
  }
});

test("waiting files are listed with the number of imports left", async () => {
  await hourAhead();
  const { person, id } = await household();
  const ctx = () => ({ ...householdCtx(worker.db, person.userId), now: new Date() });
  const before = await importUsage(ctx());
  expect([before.waiting, before.allowed]).toEqual([[], 20]);
  const { json } = await stageCsv(person, id, { content: head + coffee, name: "waits.csv" });
  const after = await importUsage(ctx());
  expect(after.waiting).toMatchObject([{ id: json.id, fileName: "waits.csv", accountId: id }]);
  expect(after.leftThisHour).toBe(before.leftThisHour - 1);
  await person.delete(`/api/imports/${json.id}`);
  expect((await importUsage(ctx())).waiting).toEqual([]);
});

test("two files at the same time do not exceed the number that may wait", async () => {
  await hourAhead();
  const { person, id } = await household();
  const { json } = await stageCsv(person, id, { content: head + coffee });
  for (let more = 2; more < 20; more++) {
    await worker.db
      .prepare(
        `INSERT INTO staged_imports SELECT user_id, ? AS id, account_id, set_id || ?, file_name, encoding, options, decisions,
          summary, version, created_at, updated_at FROM staged_imports WHERE user_id = ? AND id = ?`,
      )
      .bind(crypto.randomUUID(), String(more), person.userId, json.id)
      .run();
  }
  const ctx = { ...householdCtx(worker.db, person.userId), now: new Date() };
  const stage = (name: string) => {
    const file = new File([`${head}2026-10-06,${name},-1.00\n`], `${name}.csv`, { type: "text/csv" });
    return stageImport(ctx, id, { upload: uploadOf(file), options: {} });
  };
  const both = await Promise.allSettled([stage("one"), stage("two")]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(both).toContainEqual({ status: "rejected", reason: expect.objectContaining({ code: "conflict" }) });
});
