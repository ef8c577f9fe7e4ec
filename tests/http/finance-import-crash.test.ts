import { expect, test } from "vitest";
import { newAccount, newTransaction } from "#tests/support/accounts";
import { householdCtx } from "#tests/support/household-ctx";
import { testWorker } from "#tests/support/worker";
import { importFile } from "~/domain/finance/imports/confirm.server";
import { sweepStagedImports } from "~/domain/finance/imports/stage.server";
import { redoImport, undoImport } from "~/domain/finance/imports/undo.server";

const worker = await testWorker();

const rows = Array.from(
  { length: 2400 },
  (_, i) => `2026-0${1 + (i % 9)}-1${i % 10},Shop number ${i} ${"x".repeat(400)},-${1 + (i % 50)}.25`,
);
const content = `Date,Description,Amount\n2026-10-11,MARKET 441,-12.50\n${rows.join("\n")}\n`;
const bytes = new Uint8Array(new TextEncoder().encode(content));
const upload = { name: "big.csv", type: "text/csv", size: bytes.length, bytes: async () => bytes };
const input = { upload, options: { flip: false }, decisions: { possible: "merge" as const } };

class PowerCut extends Error {}

function cutAt(k: number) {
  return (call: number) => {
    if (call === k) throw new PowerCut();
  };
}

async function household() {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 0 });
  await newTransaction(person, id, { amount: 12.5, transactionDate: "2026-10-10", description: "Market" });
  return { userId: person.userId, id };
}

async function stateOf(userId: string) {
  const count = (table: string) =>
    worker.db.prepare(`SELECT count(*) AS n FROM ${table} WHERE user_id = ?`).bind(userId).first<number>("n");
  const balance = await worker.db
    .prepare("SELECT current_balance_minor AS n FROM bank_accounts WHERE user_id = ?")
    .bind(userId)
    .first<number>("n");
  return {
    rows: await worker.db
      .prepare("SELECT count(*) AS n FROM account_transactions WHERE user_id = ? AND removed_at IS NULL")
      .bind(userId)
      .first<number>("n"),
    matches: await count("import_matches"),
    imports: await count("import_batches"),
    mappings: await count("import_mappings"),
    stagedRows: await count("staged_rows"),
    balance,
  };
}

test("an import interrupted at any call adds everything or nothing, and a retry completes it once", async () => {
  const whole = await household();
  let calls = 0;
  await importFile(
    householdCtx(worker.db, whole.userId, {
      beforeCall: () => {
        calls += 1;
      },
    }),
    whole.id,
    input,
  );
  const done = await stateOf(whole.userId);
  expect(done).toMatchObject({ rows: 2401, matches: 1, imports: 1, mappings: 1, stagedRows: 0 });
  expect(calls).toBeGreaterThan(6);

  for (let k = 1; k <= calls; k += 1) {
    const { userId, id } = await household();
    const before = await stateOf(userId);
    const key = `crash-at-${k}`;
    const broken = importFile(householdCtx(worker.db, userId, { key, beforeCall: cutAt(k) }), id, input);
    await expect(broken, `call ${k}`).rejects.toThrow();
    // Only a read follows the call that writes: by then everything is stored.
    const left = { ...(await stateOf(userId)), stagedRows: 0 };
    expect([before, done]).toContainEqual(left);
    const retried = await importFile(householdCtx(worker.db, userId, { key }), id, input);
    expect(retried).toMatchObject({ importedCount: 2400, skippedCount: 1 });
    expect(await stateOf(userId)).toMatchObject({ ...done, stagedRows: expect.any(Number) });
  }
}, 300_000);

test("rows staged by an interrupted import are swept", async () => {
  const { userId, id } = await household();
  await expect(importFile(householdCtx(worker.db, userId, { beforeCall: cutAt(7) }), id, input)).rejects.toThrow();
  expect((await stateOf(userId)).stagedRows).toBeGreaterThan(0);
  const later = householdCtx(worker.db, userId);
  later.now = new Date(later.now.getTime() + 7_200_000);
  await sweepStagedImports(later);
  expect((await stateOf(userId)).stagedRows).toBe(0);
});

test("an undo or redo interrupted at any call does everything or nothing", async () => {
  const { userId, id } = await household();
  const before = await stateOf(userId);
  const { importId } = await importFile(householdCtx(worker.db, userId), id, input);
  const imported = await stateOf(userId);
  for (let k = 1; k <= 3; k += 1) {
    const broken = undoImport(householdCtx(worker.db, userId, { beforeCall: cutAt(k) }), importId ?? "");
    await expect(broken).rejects.toThrow();
    const now = await stateOf(userId);
    if (now.rows === imported.rows) expect(now).toEqual(imported);
    else expect(now).toEqual({ ...before, imports: 1, mappings: 1 });
  }
  expect((await stateOf(userId)).rows).toBe(1);

  for (let k = 1; k <= 4; k += 1) {
    const broken = redoImport(householdCtx(worker.db, userId, { beforeCall: cutAt(k) }), importId ?? "");
    await expect(broken).rejects.toThrow();
    const now = await stateOf(userId);
    expect(now).toEqual(now.rows === 1 ? { ...before, imports: 1, mappings: 1 } : imported);
  }
  expect(await stateOf(userId)).toEqual(imported);
});

test("the same file imported twice at once is imported once", async () => {
  const { userId, id } = await household();
  const both = await Promise.all([1, 2].map(() => importFile(householdCtx(worker.db, userId), id, input)));
  expect(both.map((one) => one.importedCount).sort()).toEqual([0, 2400]);
  expect(await stateOf(userId)).toMatchObject({ rows: 2401, matches: 1, stagedRows: 0 });
});
