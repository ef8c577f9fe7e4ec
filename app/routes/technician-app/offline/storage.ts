import type { Entry } from "~/domain/technician-app/entries";
import type { PhoneDay } from "~/domain/technician-app/job";

/** What the phone keeps: entries of the outbox by their key, and each person's last day. */
export const databaseName = "plenum-technician";

export interface Storage {
  entriesOf: (userId: string) => Promise<Entry[]>;
  save: (entry: Entry) => Promise<void>;
  remove: (key: string) => Promise<void>;
  dayOf: (userId: string) => Promise<PhoneDay | null>;
  /** Keeps the day; another person's is forgotten. */
  keepDay: (day: PhoneDay) => Promise<void>;
}

/** Rejects where the browser keeps nothing, as in some private windows. */
export async function openStorage(): Promise<Storage> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("entries", { keyPath: "key" });
    opening.result.createObjectStore("days", { keyPath: "userId" });
  };
  const database = await done(opening);
  // Signing out in another tab takes everything away: it must not wait for this one.
  database.onversionchange = () => database.close();

  async function write(name: "entries" | "days", change: (store: IDBObjectStore) => void): Promise<void> {
    const transaction = database.transaction(name, "readwrite", { durability: "strict" });
    change(transaction.objectStore(name));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  }
  const read = (name: "entries" | "days") => database.transaction(name).objectStore(name);

  return {
    entriesOf: async (userId) => {
      const all: Entry[] = await done(read("entries").getAll());
      return all.filter((entry) => entry.userId === userId);
    },
    save: (entry) => write("entries", (store) => store.put(entry)),
    remove: (key) => write("entries", (store) => store.delete(key)),
    dayOf: async (userId) => (await done<PhoneDay | undefined>(read("days").get(userId))) ?? null,
    keepDay: (day) =>
      write("days", (store) => {
        store.clear();
        store.put(day);
      }),
  };
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
