// The initial data of a local database: every migration, the demo, and the ZIP codes used in place of a geocoder.

import { shards } from "./databases.mjs";
import { linkDemoBanks } from "./demo-bank.mjs";
import { answerDemoEstimates } from "./demo-estimates.mjs";
import { loadTypeScript } from "./load-typescript.mjs";
import { migrateWorker } from "./local-worker.mjs";
import { storeWorkerFile, workerDatabase, workerDatabases } from "./worker-access.mjs";

/**
 * Migrates a local Worker's databases and seeds them once; the Worker must have the access Worker.
 * @param zipCodes prefix of the ZIP codes to load; all by default
 * @param pastYear whether the demo has a year of past jobs, which take longest to write
 * @param origin the address that users will open; the Worker's own by default
 * @returns the demo's users and their password
 */
export async function prepareLocalData(worker, { zipCodes = "", origin, pastYear = true } = {}) {
  const db = workerDatabase(worker);
  await migrateWorker(worker);
  const { seedDemo, demoUsers, demoPassword } = await loadTypeScript("drizzle/seed/demo.ts");
  if (await seedDemo(db, new Date(), { pastYear, elsewhere: workerDatabase(worker, shards[0]) })) {
    await fillByRequests(worker, origin);
    console.log("Demo data written.");
  }
  const { seedPlaces } = await loadTypeScript("drizzle/seed/places.ts");
  for (const shard of workerDatabases(worker).shards.values())
    if (await seedPlaces(shard, zipCodes)) console.log("ZIP codes written.");
  return { demoUsers, demoPassword };
}

/** Data only the Worker itself can create: it encrypts, signs and draws with its own keys. */
export async function fillByRequests(worker, origin = undefined) {
  const { demoPassword: password } = await loadTypeScript("drizzle/seed/demo.ts");
  const base = origin ?? (await worker.ready);
  const fetch = (path, init) => worker.dispatchFetch(new URL(path, base), init);
  await storeDemoReceipts(worker);
  await linkDemoBanks(fetch, { email: "household@example.com", password, now: new Date() });
  await answerDemoEstimates(fetch, { email: "manager@example.com", password });
}

/** Draws the pictures of the demo's receipts from their rows. */
async function storeDemoReceipts(worker) {
  const { demoReceiptPicture } = await loadTypeScript("drizzle/seed/receipts.ts");
  const rows = await workerDatabase(worker)
    .prepare(
      "SELECT file_key, sha256, added_on FROM business_receipts UNION ALL SELECT file_key, sha256, added_on FROM household_receipts",
    )
    .all();
  for (const { file_key: key, sha256, added_on: printedOn } of rows.results) {
    const picture = demoReceiptPicture(sha256, printedOn);
    if (picture) await storeWorkerFile(worker, key, picture, "image/png");
  }
}
