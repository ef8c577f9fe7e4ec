// Serves the built Worker with the demo data for the browser tests; data is deleted afterward, or saved in a folder.

import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shards } from "./databases.mjs";
import { loadTypeScript } from "./load-typescript.mjs";
import { fillByRequests } from "./local-data.mjs";
import { copyMigrated, createWorker, migrateWorker } from "./local-worker.mjs";
import { accessWorker, storeWorkerFile, workerDatabase, workerDatabases } from "./worker-access.mjs";

const results = "test-results";
mkdirSync(results, { recursive: true });
const chosen = process.argv[3];
const folder = chosen ?? mkdtempSync(join(tmpdir(), "plenum-demo-"));
await copyMigrated(folder);
const worker = createWorker({
  port: Number(process.argv[2]),
  host: "localhost",
  persist: folder,
  companion: accessWorker,
  // Tests provoke errors on purpose, so the Worker's output is stored with the traces.
  onOutput: (text) => appendFileSync(`${results}/server-${process.argv[2]}.log`, text),
  // For tests that need other settings, such as MAP_TILES_URL.
  vars: {
    ...{ ENVIRONMENT: "local", SIGNING_SECRET: "s".repeat(40), ENCRYPTION_KEY: "e".repeat(44) },
    MAX_WAITING_REQUESTS: "2000",
    ...JSON.parse(process.env.PLENUM_VARS ?? "{}"),
  },
});
await worker.ready;
const db = workerDatabase(worker);
await migrateWorker(worker);
const { seedDemo } = await loadTypeScript("drizzle/seed/demo.ts");
if (await seedDemo(db, new Date(), { elsewhere: workerDatabase(worker, shards[0]) })) {
  await fillByRequests(worker);
  const { seedSpoken } = await loadTypeScript("tests/e2e/spoken.ts");
  const { seedDemand } = await loadTypeScript("tests/e2e/demand.ts");
  await seedDemand(workerDatabase(worker, shards[0]));
  await seedSpoken(db, (name, bytes, contentType) => storeWorkerFile(worker, name, bytes, contentType));
}
const { seedPlaces } = await loadTypeScript("drizzle/seed/places.ts");
// Only ZIP codes around Milwaukee: enough for the tests, and loaded quickly.
for (const shard of workerDatabases(worker).shards.values()) await seedPlaces(shard, "53");
console.log("The demo data is in.");
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, async () => {
    await worker.dispose();
    if (!chosen) rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  });
