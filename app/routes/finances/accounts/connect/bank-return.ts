/** A dialog that is open while the person is at the bank's own page, which takes this one's place. */
interface OpenDialog {
  linkToken: string;
  /** The connection that is signed in to again; null for a new one. */
  itemId: string | null;
}

const KEY = "plenum-bank-link";
/** As long as a new dialog's token lives, in milliseconds. */
const LIFETIME_MS = 4 * 60 * 60 * 1000;

/** Kept in the browser, since the bank may lead back into another tab. */
export function rememberDialog(storage: Storage, dialog: OpenDialog, now: number): void {
  storage.setItem(KEY, JSON.stringify({ ...dialog, until: now + LIFETIME_MS }));
}

export function forgetDialog(storage: Storage): void {
  storage.removeItem(KEY);
}

/** The dialog that a return from the bank goes on with; null where there is none, or it is too old. */
export function returnedDialog(storage: Storage, search: URLSearchParams, now: number): OpenDialog | null {
  if (!search.has("oauth_state_id")) return null;
  const kept = read(storage.getItem(KEY));
  return kept && kept.until > now ? { linkToken: kept.linkToken, itemId: kept.itemId } : null;
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
