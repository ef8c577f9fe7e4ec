import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { householdCtx } from "#tests/support/household-ctx";
import { emptyBusiness } from "#tests/support/restores";
import { addCustomer, seedWorkOrders } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { runExport } from "~/domain/export/make.server";
import { PART_BYTES } from "~/domain/export/restore";
import { failRestore, runRestore } from "~/domain/export/restore-run.server";
import type { Ctx } from "~/domain/shared/context";

const worker = await testWorker();

class PowerCut extends Error {}

const isPowerCut = (error: unknown) =>
  error instanceof PowerCut || (error instanceof Error && error.cause instanceof PowerCut);

interface Cuts {
  call?: number;
  put?: number;
}

type Files = Map<string, Uint8Array>;

/** A queue run over files in memory, aborted at the k-th round trip or file. */
function runCtx(stored: Files, cuts: Cuts = {}, count = { calls: 0, puts: 0 }): Ctx {
  const ctx = householdCtx(worker.db, "", {
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
        get: async (key, range) => {
          const bytes = stored.get(key);
          const part = range ? bytes?.slice(range.offset, range.offset + range.length) : bytes?.slice();
          return part ? { body: new Blob([part]).stream(), contentType: "image/jpeg" } : null;
        },
        keysOf: async function* (owner, after) {
          for (const key of [...stored.keys()].sort())
            if (key.startsWith(`site-photos/${owner}/`) && (after == null || key > after)) yield key;
        },
        delete: async (keys) => {
          for (const key of [keys].flat()) stored.delete(key);
        },
        deleteUnder: async (prefix) => {
          for (const key of stored.keys()) if (key.startsWith(prefix)) stored.delete(key);
        },
      },
    },
  };
}

const TABLES = ["customers", "addresses", "sites", "work_orders", "issue_states", "counters", "sequences"];

/** A business's records, without its id. */
async function recordsOf(orgId: string) {
  const all = [];
  for (const table of TABLES) {
    const { results } = await worker.db.prepare(`SELECT * FROM ${table} WHERE org_id = ?`).bind(orgId).all();
    all.push([table, results.filter((row) => table !== "counters" || row.value !== 0)]);
  }
  return JSON.parse(JSON.stringify(all).replaceAll(orgId, "own"));
}

/** An export of a small business, and its records. */
async function exported(): Promise<{ file: Uint8Array; records: unknown; orgId: string }> {
  const { orgId, admin } = await worker.business();
  const site = await addCustomer(worker, orgId, "Ada Marsh");
  await seedWorkOrders(
    worker,
    orgId,
    site,
    ["one", "two", "three"].map((id, i) => ({
      ...{ id: `${orgId}-${id}`, number: i + 1, title: id, status: "closed" as const, priority: "normal" },
      ...{ technicianId: null, start: null },
    })),
  );
  const stored: Files = new Map([1, 2].map((n) => [`site-photos/${orgId}/${n}`, new Uint8Array([n, n, n])]));
  const job = { of: "business" as const, owner: orgId, id: randomUUID(), origin: "https://plenum.example" };
  await worker.db
    .prepare(
      "INSERT INTO business_exports (org_id, id, status, requested_by, created_at) VALUES (?, ?, 'queued', ?, '2026-11-25T00:00:00.000Z')",
    )
    .bind(orgId, job.id, admin.userId)
    .run();
  for (let outcome = "more"; outcome !== "done"; ) outcome = await runExport(runCtx(stored), job);
  const progress = await worker.db
    .prepare("SELECT progress FROM business_exports WHERE id = ?")
    .bind(job.id)
    .first<string>("progress");
  const pieces: [string, number][] = JSON.parse(progress ?? "{}").archive.pieces;
  const file = new Uint8Array(Buffer.concat(pieces.map(([key]) => stored.get(key) ?? new Uint8Array())));
  return { file, records: await recordsOf(orgId), orgId };
}

/** An empty business with a complete upload. */
async function uploaded(file: Uint8Array) {
  const { orgId, admin } = await emptyBusiness(worker);
  const restore = randomUUID();
  const stored: Files = new Map();
  for (let part = 0; part * PART_BYTES < file.length; part += 1)
    stored.set(
      `restores/${orgId}/${restore}/part-${String(part).padStart(6, "0")}`,
      file.slice(part * PART_BYTES, (part + 1) * PART_BYTES),
    );
  await worker.db
    .prepare(
      "INSERT INTO business_restores (org_id, id, status, requested_by, created_at, file_name, bytes) VALUES (?, ?, 'queued', ?, '2026-11-25T00:00:00.000Z', 'export.zip', ?)",
    )
    .bind(orgId, restore, admin.userId, file.length)
    .run();
  return { job: { of: "business" as const, owner: orgId, restore }, stored, orgId };
}

const rowOf = (id: string) =>
  worker.db
    .prepare("SELECT status, problem, lease, row_count, row_total, file_count FROM business_restores WHERE id = ?")
    .bind(id)
    .first<{ status: string; problem: string | null; lease: string | null; row_count: number; row_total: number }>();

/** Runs until it has ended. The lease of an aborted run expires after minutes. */
async function untilOver({ job, stored }: Awaited<ReturnType<typeof uploaded>>, cuts: Cuts = {}) {
  const count = { calls: 0, puts: 0 };
  let wasCut = false;
  for (let outcome = "more"; outcome !== "done"; ) {
    try {
      outcome = await runRestore(runCtx(stored, cuts, count), job);
    } catch (error) {
      if (!isPowerCut(error)) throw error;
      wasCut = true;
      await worker.db
        .prepare("UPDATE business_restores SET lease_until = '2026-01-01' WHERE id = ?")
        .bind(job.restore)
        .run();
    }
  }
  return { count, wasCut };
}

test("a restore interrupted at any round trip or file resumes and ends like an uninterrupted one", async () => {
  const { file, records } = await exported();
  const whole = await uploaded(file);
  const { count } = await untilOver(whole);
  expect(await rowOf(whole.job.restore)).toMatchObject({ status: "done", problem: null, lease: null, file_count: 2 });
  expect(await recordsOf(whole.orgId)).toEqual(records);
  const files = (orgId: string, stored: Files) =>
    [...stored].map(([key, bytes]) => [key.replace(orgId, "own"), [...bytes]]);
  expect(files(whole.orgId, whole.stored)).toHaveLength(2);
  const cuts = [
    ...Array.from({ length: count.calls }, (_, i) => ({ call: i + 1 })),
    ...Array.from({ length: count.puts }, (_, i) => ({ put: i + 1 })),
  ];
  for (const cut of cuts) {
    const again = await uploaded(file);
    expect((await untilOver(again, cut)).wasCut, JSON.stringify(cut)).toBe(true);
    const row = await rowOf(again.job.restore);
    expect(row, JSON.stringify(cut)).toMatchObject({ status: "done", row_count: row?.row_total, lease: null });
    expect(await recordsOf(again.orgId), JSON.stringify(cut)).toEqual(records);
    expect(files(again.orgId, again.stored)).toEqual(files(whole.orgId, whole.stored));
  }
}, 600_000);

test("a restore canceled at any round trip leaves the business as empty as before", async () => {
  const { file, records } = await exported();
  const whole = await uploaded(file);
  const empty = await recordsOf(whole.orgId);
  const { count } = await untilOver(whole);
  for (let call = 3; call < count.calls; call += 3) {
    const again = await uploaded(file);
    await expect(runRestore(runCtx(again.stored, { call }), again.job)).rejects.toThrow();
    await worker.db
      .prepare(
        "UPDATE business_restores SET status = 'undoing', outcome = 'canceled', lease_until = '2026-01-01' WHERE id = ? AND status = 'running'",
      )
      .bind(again.job.restore)
      .run();
    await untilOver(again);
    const status = (await rowOf(again.job.restore))?.status;
    expect(await recordsOf(again.orgId), `canceled at round trip ${call}`).toEqual(status === "done" ? records : empty);
    if (status !== "done") expect([...again.stored.keys()]).toEqual([]);
  }
}, 300_000);

test("of two concurrent runs one works, and a run canceled midway writes nothing more", async () => {
  const { file, records } = await exported();
  const two = await uploaded(file);
  const run = () => runRestore(runCtx(two.stored), two.job);
  const outcomes = await Promise.all([run(), run()]);
  expect(outcomes).toContain("busy");
  await untilOver(two);
  expect(await recordsOf(two.orgId)).toEqual(records);
  const gone = await uploaded(file);
  const count = { calls: 0, puts: 0 };
  const ctx = runCtx(gone.stored, {}, count);
  const running = runRestore(ctx, gone.job);
  await expect.poll(() => count.calls).toBeGreaterThan(4);
  await worker.db
    .prepare("UPDATE business_restores SET status = 'undoing', outcome = 'canceled' WHERE id = ?")
    .bind(gone.job.restore)
    .run();
  expect(await running).toBe("busy");
  await untilOver(gone);
  expect((await rowOf(gone.job.restore))?.status).toBe("canceled");
});

/** A restore aborted after a few tables were written. */
async function aborted(file: Uint8Array) {
  for (let call = 10; call < 100; call += 1) {
    const one = await uploaded(file);
    await expect(runRestore(runCtx(one.stored, { call }), one.job)).rejects.toThrow();
    const written = await worker.db
      .prepare(
        "SELECT progress ->> '$.written' AS written FROM business_restores WHERE id = ? AND progress ->> '$.first' IS NOT NULL",
      )
      .bind(one.job.restore)
      .first<number>("written");
    if (written === null || written < 2) continue;
    await worker.db
      .prepare("UPDATE business_restores SET lease_until = '2026-01-01' WHERE id = ?")
      .bind(one.job.restore)
      .run();
    return one;
  }
  throw new Error("nothing was written");
}

test("a restore that fails repeatedly is undone, and so is one whose records the database rejects", async () => {
  const { file } = await exported();
  const empty = await recordsOf((await uploaded(file)).orgId);
  const given = await aborted(file);
  await failRestore(runCtx(given.stored), given.job);
  await untilOver(given);
  expect(await rowOf(given.job.restore)).toMatchObject({
    status: "failed",
    problem: expect.stringContaining("after several tries"),
  });
  expect(await recordsOf(given.orgId)).toEqual(empty);
  const addConflict = async (orgId: string) => {
    const site = await addCustomer(worker, orgId, "Ben Other");
    await seedWorkOrders(worker, orgId, site, [
      {
        ...{ id: randomUUID(), number: 2, title: "In the way", status: "closed" as const, priority: "normal" },
        ...{ technicianId: null, start: null },
      },
    ]);
  };
  // Someone else added records first: theirs stay.
  const taken = await uploaded(file);
  await addConflict(taken.orgId);
  const before = await recordsOf(taken.orgId);
  await untilOver(taken);
  expect(await rowOf(taken.job.restore)).toMatchObject({
    status: "failed",
    problem: expect.stringContaining("already has"),
  });
  expect(await recordsOf(taken.orgId)).toEqual(before);
  const refused = await aborted(file);
  await addConflict(refused.orgId);
  await untilOver(refused);
  expect(await rowOf(refused.job.restore)).toMatchObject({
    ...{ status: "failed", problem: expect.stringMatching(/could not be written/), row_count: 0 },
  });
  expect(await recordsOf(refused.orgId)).toEqual(empty);
});
