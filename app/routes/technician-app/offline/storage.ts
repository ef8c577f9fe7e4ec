import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { TechnicianDay } from "~/domain/technician-app/day";
import type { WorkOrderMutation } from "~/domain/technician-app/mutations";
import { TECHNICIAN_DATABASE } from "~/lib/device-data";
import type { MutationStorage } from "~/lib/mutation-storage";
import { wasSent } from "~/lib/optimistic-queue";
import type { OutboxMutation } from "~/routes/technician-app/outbox";

interface Schema extends DBSchema {
  mutations: { key: string; value: OutboxMutation };
  days: { key: string; value: StoredDay };
}

/** The day as last loaded, with the device's clock offset then; null: never measured. */
interface StoredDay extends TechnicianDay {
  clockOffsetMs?: number | null;
}

interface DeviceStorage extends MutationStorage<WorkOrderMutation> {
  readDay: () => Promise<StoredDay | null>;
  /** Replaces the stored day and removes other people's. */
  saveDay: (day: StoredDay) => Promise<void>;
  /** How many changes of other people are stored here and not saved by the server yet. */
  countOfOthers: () => Promise<number>;
  /** Called when another tab or the service worker changes the mutations. */
  onChange: (listener: () => void) => void;
}

/** One person's data on this device. Rejects if the browser has no storage, as in some private windows. */
export async function openStorage(userId: string): Promise<DeviceStorage> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const close = () => {
    opened = null;
  };
  const connection = () => {
    opened ??= openConnection(close);
    return opened;
  };
  await connection();

  /** The browser may end a connection at any time, with or without an event: the work is done once more on a new one. */
  async function on<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    try {
      return await work(await connection());
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      close();
      return work(await connection());
    }
  }

  const channel = new BroadcastChannel("plenum-technician");
  return {
    load: async () =>
      (await on((database) => database.getAll("mutations"))).filter(({ change }) => change.userId === userId),
    save: (mutation, instead) =>
      on(async (database) => {
        const transaction = database.transaction("mutations", "readwrite", { durability: "strict" });
        const { store } = transaction;
        const replace = async () => {
          await store.put(mutation);
          // Another tab may be sending it.
          if (instead !== undefined && !wasSent(await store.get(instead))) await store.delete(instead);
        };
        await Promise.all([replace(), transaction.done]);
      }),
    remove: (id) => on((database) => database.delete("mutations", id)),
    async exclusively(work) {
      await navigator.locks.request("plenum-outbox", work);
    },
    changed: () => channel.postMessage(null),
    onChange(listener) {
      channel.onmessage = listener;
    },
    countOfOthers: async () =>
      (await on((database) => database.getAll("mutations"))).filter(
        ({ change, state }) => change.userId !== userId && state !== "confirmed",
      ).length,
    async readDay() {
      const day = await on((database) => database.get("days", userId));
      // A day stored by an older version lacks newer fields and is loaded again.
      return day && "tomorrow" in day ? day : null;
    },
    saveDay: (day) =>
      on(async (database) => {
        const transaction = database.transaction("days", "readwrite");
        await Promise.all([transaction.store.clear(), transaction.store.put(day), transaction.done]);
      }),
  };
}

async function openConnection(onClosed: () => void): Promise<IDBPDatabase<Schema>> {
  try {
    const database = await openDB<Schema>(TECHNICIAN_DATABASE, 1, {
      upgrade(created) {
        created.createObjectStore("mutations", { keyPath: "id" });
        created.createObjectStore("days", { keyPath: "userId" });
      },
      terminated: onClosed,
    });
    // Signing out in another tab deletes the database and must not be blocked by this connection.
    database.addEventListener("versionchange", () => {
      database.close();
      onClosed();
    });
    return database;
  } catch (error) {
    onClosed();
    throw error;
  }
}

/** InvalidStateError: the connection is closed. UnknownError: Safari lost its database process. */
const isConnectionLost = (error: unknown) =>
  error instanceof DOMException && ["InvalidStateError", "UnknownError"].includes(error.name);
