import { HOUR_MS } from "~/domain/shared/time/dates";

/** A dialog left open while the person is on the bank's own page, which replaces this one. */
interface OpenDialog {
  linkToken: string;
  /** The connection being signed in to again; null for a new one. */
  itemId: string | null;
}

const KEY = "plenum-bank-link";
/** Lifetime of a new dialog's token, in milliseconds. */
const LIFETIME_MS = 4 * HOUR_MS;

/** Stored in localStorage, because the bank may return to another tab. */
export function rememberDialog(storage: Storage, dialog: OpenDialog, now: number): void {
  storage.setItem(KEY, JSON.stringify({ ...dialog, until: now + LIFETIME_MS }));
}

export function forgetDialog(storage: Storage): void {
  storage.removeItem(KEY);
}

/** The dialog to resume after a return from the bank; null if there is none or it is too old. */
export function returnedDialog(storage: Storage, search: URLSearchParams, now: number): OpenDialog | null {
  if (!search.has("oauth_state_id")) return null;
  const stored = read(storage.getItem(KEY));
  return stored && stored.until > now ? { linkToken: stored.linkToken, itemId: stored.itemId } : null;
}

function read(text: string | null): (OpenDialog & { until: number }) | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const [linkToken, itemId, until] = ["linkToken", "itemId", "until"].map((name) => Reflect.get(value, name));
    if (typeof linkToken !== "string" || typeof until !== "number") return null;
    return { linkToken, until, itemId: typeof itemId === "string" ? itemId : null };
  } catch {
    return null;
  }
}
