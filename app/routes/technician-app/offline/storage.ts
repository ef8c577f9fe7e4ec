import { type DBSchema, openDB } from "idb";
import type { TechnicianDay } from "~/domain/technician-app/day";
import type { WorkOrderMutation } from "~/domain/technician-app/mutations";
import { TECHNICIAN_DATABASE } from "~/lib/device-data";
import type { MutationStorage } from "~/lib/optimistic-queue";
import type { OutboxMutation } from "../outbox";

interface Schema extends DBSchema {
  mutations: { key: string; value: OutboxMutation };
  days: { key: string; value: StoredDay };
}

/** The day as it was read last, and how wrong the device's clock was then; null: it was never measured. */
interface StoredDay extends TechnicianDay {
  clockOffsetMs?: number | null;
}

interface DeviceStorage extends MutationStorage<WorkOrderMutation> {
  readDay: () => Promise<StoredDay | null>;
  /** Replaces the day; another person's is removed. */
  saveDay: (day: StoredDay) => Promise<void>;
  /** Another tab or the service worker changed the mutations. */
  onChange: (listener: () => void) => void;
}

/** What the device stores of one person. Rejects where the browser stores nothing, as in some private windows. */
export async function openStorage(userId: string): Promise<DeviceStorage> {
  const database = await openDB<Schema>(TECHNICIAN_DATABASE, 1, {
    upgrade(created) {
      created.createObjectStore("mutations", { keyPath: "id" });
      created.createObjectStore("days", { keyPath: "userId" });
    },
  });
  // Signing out in another tab deletes the database and must not wait for this one.
  database.addEventListener("versionchange", () => database.close());
  const channel = new BroadcastChannel("plenum-technician");
  return {
    load: async () => (await database.getAll("mutations")).filter(({ change }) => change.userId === userId),
    async save(mutation) {
      const transaction = database.transaction("mutations", "readwrite", { durability: "strict" });
      await Promise.all([transaction.store.put(mutation), transaction.done]);
    },
    remove: (id) => database.delete("mutations", id),
    async exclusively(work) {
      await navigator.locks.request("plenum-outbox", work);
    },
    changed: () => channel.postMessage(null),
    onChange(listener) {
      channel.onmessage = listener;
    },
    async readDay() {
      const day = await database.get("days", userId);
      // One stored before there was more to show is read anew.
      return day && "tomorrow" in day ? day : null;
    },
    async saveDay(day) {
      const transaction = database.transaction("days", "readwrite");
      await Promise.all([transaction.store.clear(), transaction.store.put(day), transaction.done]);
    },
  };
}
