import { openDB } from "idb";

/** The technician app's data on this device: `days` and `mutations`. */
export const TECHNICIAN_DATABASE = "plenum-technician";
/** Pages of the technician app, saved by the service worker. */
const DEVICE_CACHE = "plenum-device-1";

/**
 * Removes a person's data from this device after they sign out: pages, days and synced changes. Unsent changes remain,
 * tied to their author, and are sent when that person signs in again.
 */
export async function forgetDevice(): Promise<void> {
  await Promise.all(["caches" in globalThis && caches.delete(DEVICE_CACHE), forgetDays()]);
}

/** Ids of the people whose days are stored on this device. */
export async function storedPeople(): Promise<string[]> {
  const database = await openExisting();
  if (!database) return [];
  const ids = await database.getAllKeys("days");
  database.close();
  return ids.map(String);
}

async function forgetDays(): Promise<void> {
  const database = await openExisting();
  if (!database) return;
  const transaction = database.transaction(["days", "mutations"], "readwrite");
  await transaction.objectStore("days").clear();
  for (let at = await transaction.objectStore("mutations").openCursor(); at; at = await at.continue()) {
    const { state }: { state?: unknown } = at.value;
    if (state === "confirmed") await at.delete();
  }
  await transaction.done;
  database.close();
}

/** Null if the database does not exist, as on office devices; it is not created. */
async function openExisting() {
  const databases = await indexedDB.databases().catch(() => []);
  return databases.some(({ name }) => name === TECHNICIAN_DATABASE) ? openDB(TECHNICIAN_DATABASE) : null;
}
