// What a local database begins with: every migration, the demo, and the ZIP codes that stand for a geocoder.
import { linkDemoBanks } from "./demo-bank.mjs";
import { loadTypeScript } from "./load-typescript.mjs";
import { migrate } from "./local-worker.mjs";
import { databaseBehind } from "./worker-door.mjs";

/**
 * Brings a local Worker's database up to date and fills it once; the Worker has a door beside it.
 * @param zipCodes how the ZIP codes that it knows begin; all of them unless told
 * @returns the demo's users and their password
 */
export async function prepareLocalData(worker, zipCodes = "") {
  const db = databaseBehind(worker);
  await migrate(db);
  const { seedDemo, demoUsers, demoPassword } = await loadTypeScript("drizzle/seed/demo.ts");
  if (await seedDemo(db, new Date(), { pastYear: true })) {
    await linkBanks(worker);
    console.log("Demo data written.");
  }
  const { seedPlaces } = await loadTypeScript("drizzle/seed/places.ts");
  if (await seedPlaces(db, zipCodes)) console.log("ZIP codes written.");
  return { demoUsers, demoPassword };
}

/** Banks are connected by the Worker itself: it seals what they entrust to it with a key of its own. */
export async function linkBanks(worker) {
  const { demoPassword } = await loadTypeScript("drizzle/seed/demo.ts");
  const origin = await worker.ready;
  const fetch = (path, init) => worker.dispatchFetch(new URL(path, origin), init);
  await linkDemoBanks(fetch, { email: "household@example.com", password: demoPassword, now: new Date() });
}
