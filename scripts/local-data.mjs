// What a local database begins with: every migration, the demo, and the ZIP codes that stand for a geocoder.
import { loadTypeScript } from "./load-typescript.mjs";
import { migrate } from "./local-worker.mjs";

/** Brings a local database up to date and fills it once. @returns the demo's users and their password */
export async function prepareLocalData(db) {
  await migrate(db);
  const { seedDemo, demoUsers, demoPassword } = await loadTypeScript("drizzle/seed/demo.ts");
  if (await seedDemo(db, new Date())) console.log("Demo data written.");
  const { seedPlaces } = await loadTypeScript("drizzle/seed/places.ts");
  if (await seedPlaces(db)) console.log("ZIP codes written.");
  return { demoUsers, demoPassword };
}
