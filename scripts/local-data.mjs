// What a local database begins with: every migration, the demo, and the ZIP codes that stand for a geocoder.

import { shards } from "./databases.mjs";
import { linkDemoBanks } from "./demo-bank.mjs";
import { answerDemoEstimates } from "./demo-estimates.mjs";
import { loadTypeScript } from "./load-typescript.mjs";
import { migrateBehind } from "./local-worker.mjs";
import { databaseBehind, databasesBehind, storeFileBehind } from "./worker-door.mjs";

/**
 * Brings a local Worker's database up to date and fills it once; the Worker has a door beside it.
 * @param zipCodes how the ZIP codes that it knows begin; all of them unless told
 * @returns the demo's users and their password
 */
export async function prepareLocalData(worker, zipCodes = "") {
  const db = databaseBehind(worker);
  await migrateBehind(worker);
  const { seedDemo, demoUsers, demoPassword } = await loadTypeScript("drizzle/seed/demo.ts");
  if (await seedDemo(db, new Date(), { pastYear: true, elsewhere: databaseBehind(worker, shards[0]) })) {
    await fillByRequests(worker);
    console.log("Demo data written.");
  }
  const { seedPlaces } = await loadTypeScript("drizzle/seed/places.ts");
  for (const shard of databasesBehind(worker).shards.values())
    if (await seedPlaces(shard, zipCodes)) console.log("ZIP codes written.");
  return { demoUsers, demoPassword };
}

/** What only the Worker itself can make: it seals, signs and draws with keys of its own. */
export async function fillByRequests(worker) {
  const { demoPassword: password } = await loadTypeScript("drizzle/seed/demo.ts");
  const origin = await worker.ready;
  const fetch = (path, init) => worker.dispatchFetch(new URL(path, origin), init);
  await storeDemoReceipts(worker);
  await linkDemoBanks(fetch, { email: "household@example.com", password, now: new Date() });
  await answerDemoEstimates(fetch, { email: "manager@example.com", password });
}

/** The pictures of the demo's receipts, drawn anew as their rows say. */
async function storeDemoReceipts(worker) {
  const { demoReceiptPicture } = await loadTypeScript("drizzle/seed/receipts.ts");
  const rows = await databaseBehind(worker)
    .prepare(
      "SELECT file_key, sha256, added_on FROM business_receipts UNION ALL SELECT file_key, sha256, added_on FROM household_receipts",
    )
    .all();
  for (const { file_key: key, sha256, added_on: printedOn } of rows.results) {
    const picture = demoReceiptPicture(sha256, printedOn);
    if (picture) await storeFileBehind(worker, key, picture, "image/png");
  }
}
