import { createHash, randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { aTransaction, newAccount, newTransaction } from "#tests/support/accounts";
import { openArchive } from "#tests/support/exports";
import { householdCtx } from "#tests/support/household-ctx";
import { testWorker } from "#tests/support/worker";
import { failExport, runExport } from "~/domain/export/make.server";
import type { Ctx } from "~/domain/shared/context";

const worker = await testWorker();

class PowerCut extends Error {}

const isPowerCut = (error: unknown) =>
  error instanceof PowerCut || (error instanceof Error && error.cause instanceof PowerCut);

/** Pictures of the household, each as large as a part. */
const pictures = new Map(
  Array.from({ length: 3 }, (_, i) => [`receipts/owner/${i}`, new Uint8Array(randomBytes(4_100_000 + i))]),
);

interface Cuts {
  call?: number;
  put?: number;
}

/** A queue run over files in memory, aborted at the k-th round trip or part. */
function runCtx(
  userId: string,
  stored: Map<string, Uint8Array>,
  cuts: Cuts,
  count: { calls: number; puts: number },
): Ctx {
  const ctx = householdCtx(worker.db, userId, {
    beforeCall: () => {
      count.calls += 1;
      if (count.calls === cuts.call) throw new PowerCut();
    },
  });
  return {
    ...ctx,
    actor: { kind: "system", member: null },
    providers: {
      ...ctx.providers,
      files: {
        ...ctx.providers.files,
        put: async (key, body) => {
          count.puts += 1;
          if (count.puts === cuts.put) throw new PowerCut();
          stored.set(key, new Uint8Array(body));
        },
        get: async (key) => {
          const bytes = pictures.get(key) ?? stored.get(key);
          return bytes ? { body: new Blob([bytes.slice()]).stream(), contentType: "image/jpeg" } : null;
        },
        keysOf: async function* (_owner, after) {
          for (const key of pictures.keys()) if (after == null || key > after) yield key;
        },
        deleteUnder: async (prefix) => {
          for (const key of stored.keys()) if (key.startsWith(prefix)) stored.delete(key);
        },
      },
    },
  };
}

async function aHousehold() {
  const person = await worker.household();
  const { id } = await newAccount(person, { name: "Checking" });
  await newTransaction(person, id, aTransaction({ description: "Coffee" }));
  return person.userId;
}

async function queued(userId: string) {
  const workOrder = { of: "household" as const, owner: userId, id: randomUUID(), origin: "https://plenum.example" };
  await worker.db
    .prepare(
      "INSERT INTO household_exports (user_id, id, status, requested_by, created_at) VALUES (?, ?, 'queued', ?, '2026-11-25T00:00:00.000Z')",
    )
    .bind(userId, workOrder.id, userId)
    .run();
  return workOrder;
}

const rowOf = (id: string) =>
  worker.db
    .prepare("SELECT status, progress, bytes, lease FROM household_exports WHERE id = ?")
    .bind(id)
    .first<{ status: string; progress: string; bytes: number; lease: string | null }>();

/** The lease of an aborted run expires after minutes. */
const leaseIsOver = (id: string) =>
  worker.db.prepare("UPDATE household_exports SET lease_until = '2026-01-01' WHERE id = ?").bind(id).run();

async function made(userId: string, cuts: Cuts) {
  const workOrder = await queued(userId);
  const stored = new Map<string, Uint8Array>();
  const count = { calls: 0, puts: 0 };
  let wasCut = false;
  for (let outcome = "more"; outcome !== "done"; ) {
    try {
      outcome = await runExport(runCtx(userId, stored, cuts, count), workOrder);
    } catch (error) {
      if (!isPowerCut(error)) throw error;
      wasCut = true;
      await leaseIsOver(workOrder.id);
    }
  }
  const row = await rowOf(workOrder.id);
  expect(row).toMatchObject({ status: "ready", lease: null });
  const pieces: [string, number][] = JSON.parse(row?.progress ?? "{}").archive.pieces;
  const bytes = Buffer.concat(pieces.map(([key]) => stored.get(key) ?? new Uint8Array()));
  expect(bytes.length).toBe(row?.bytes);
  const archive = openArchive(new Uint8Array(bytes));
  const entries = Object.entries(archive.entries).map(([name, entry]) => [
    name,
    createHash("sha256").update(entry).digest("hex"),
  ]);
  return { entries, count, wasCut, pieces: pieces.length, mails: await mails(workOrder.id) };
}

const mails = (id: string) =>
  worker.db.prepare("SELECT count(*) AS n FROM identity_outbox WHERE id = ?").bind(`export-${id}`).first<number>("n");

test("an export interrupted at any part or round trip continues and ends with the same content", async () => {
  const userId = await aHousehold();
  const whole = await made(userId, {});
  expect(whole.pieces).toBeGreaterThan(3);
  expect(whole.mails).toBe(1);
  for (let put = 1; put <= whole.count.puts; put += 1) {
    const again = await made(userId, { put });
    expect(again.wasCut).toBe(true);
    expect(again.entries, `cut at piece ${put}`).toEqual(whole.entries);
  }
  for (let call = 1; call <= whole.count.calls; call += 13) {
    const again = await made(userId, { call });
    expect(again.wasCut).toBe(true);
    expect(again.entries, `cut at round trip ${call}`).toEqual(whole.entries);
    expect(again.mails).toBe(1);
  }
});

test("of two runs at once one works, and the other is busy and retried", async () => {
  const userId = await aHousehold();
  const workOrder = await queued(userId);
  const stored = new Map<string, Uint8Array>();
  const run = () => runExport(runCtx(userId, stored, {}, { calls: 0, puts: 0 }), workOrder);
  expect((await Promise.all([run(), run()])).sort()).toEqual(["busy", "done"]);
  expect(await run()).toBe("done");
  expect(await mails(workOrder.id)).toBe(1);
});

test("a failed export resumes at its last part when retried", async () => {
  const userId = await aHousehold();
  const workOrder = await queued(userId);
  const stored = new Map<string, Uint8Array>();
  const cut = runCtx(userId, stored, { put: 4 }, { calls: 0, puts: 0 });
  await expect(runExport(cut, workOrder)).rejects.toThrow(PowerCut);
  const before = await rowOf(workOrder.id);
  expect(before?.bytes).toBeGreaterThan(0);
  await failExport(runCtx(userId, stored, {}, { calls: 0, puts: 0 }), workOrder);
  expect(await rowOf(workOrder.id)).toMatchObject({ status: "failed", bytes: before?.bytes });
  await worker.db
    .prepare("UPDATE household_exports SET status = 'queued', finished_at = NULL, expires_at = NULL WHERE id = ?")
    .bind(workOrder.id)
    .run();
  const count = { calls: 0, puts: 0 };
  expect(await runExport(runCtx(userId, stored, {}, count), workOrder)).toBe("done");
  const all = await made(userId, {});
  expect(count.puts).toBeLessThan(all.count.puts);
});
