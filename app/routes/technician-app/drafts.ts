import { DAY_MS } from "~/domain/shared/time/dates";

/** Text typed into a form, keyed by field name. */
type Draft = Readonly<Record<string, string>>;

type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const PREFIX = "plenum_draft:";
const RETENTION_MS = 7 * DAY_MS;

/** Unsaved input, stored on this device per author: it outlives the page and is never sent. */
export function draftsOf(userId: string, storage: () => DraftStorage = () => localStorage) {
  const keyOf = (name: string) => `${PREFIX}${userId}:${name}`;
  return {
    read: (name: string): Draft | null =>
      withStorage(storage, (device) => parsed(device.getItem(keyOf(name)))?.fields) ?? null,
    /** Returns whether it was stored; on a full device, the screen must not claim that it was. */
    save: (name: string, fields: Draft, now = Date.now()): boolean =>
      withStorage(storage, (device) => {
        device.setItem(keyOf(name), JSON.stringify({ at: now, fields }));
        return true;
      }) ?? false,
    remove: (name: string): void => {
      withStorage(storage, (device) => device.removeItem(keyOf(name)));
    },
  };
}

/** Removes old drafts that nobody came back to, whoever wrote them. */
export function removeOldDrafts(now: number, storage: () => DraftStorage = () => localStorage): void {
  withStorage(storage, (device) => {
    const keys = Array.from({ length: device.length }, (_, index) => device.key(index) ?? "");
    for (const key of keys.filter((name) => name.startsWith(PREFIX))) {
      if ((parsed(device.getItem(key))?.at ?? 0) < now - RETENTION_MS) device.removeItem(key);
    }
  });
}

/** In a browser without storage or room, only drafts are lost. */
function withStorage<Value>(storage: () => DraftStorage, use: (storage: DraftStorage) => Value | undefined) {
  try {
    return use(storage());
  } catch {
    return undefined;
  }
}

function parsed(text: string | null): { at: number; fields: Draft } | null {
  const value: unknown = text === null ? null : JSON.parse(text);
  if (typeof value !== "object" || value === null || !("at" in value) || !("fields" in value)) return null;
  const { at, fields } = value;
  if (typeof at !== "number" || typeof fields !== "object" || fields === null) return null;
  const texts = Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === "string");
  return { at, fields: Object.fromEntries(texts) };
}
