import { openDB } from "idb";

/** What a device keeps of a technician's day: `days` and `mutations`. */
export const TECHNICIAN_DATABASE = "plenum-technician";
/** Pages of the technician app, saved by the service worker. */
const DEVICE_CACHE = "plenum-device-1";

/**
 * Removes what this device keeps of a person once they are not signed in any more: pages, the day, what the server has. What
 * was never sent stays, tied to its author, and is sent when they sign in again.
 */
export async function forgetDevice(): Promise<void> {
  await Promise.all(["caches" in globalThis && caches.delete(DEVICE_CACHE), forgetDays()]);
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

/** Null where there is none, as on every device of the office: nothing is made there. */
async function openExisting() {
  const databases = await indexedDB.databases().catch(() => []);
  return databases.some(({ name }) => name === TECHNICIAN_DATABASE) ? openDB(TECHNICIAN_DATABASE) : null;
}
