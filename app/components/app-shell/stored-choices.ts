import { useSyncExternalStore } from "react";

interface StoredChoice<Value extends string> {
  /** The current value; `sent` is what the server read from the cookie. */
  use: <Sent extends Value | null>(sent: Sent) => Value | Sent;
  choose: (value: Value) => void;
}

/**
 * A choice stored in this browser: in a cookie for the server's first paint, and in local storage so that other tabs follow.
 */
export function storedChoice<Value extends string>(
  name: string,
  isValue: (text: string) => text is Value,
): StoredChoice<Value> {
  let chosen: Value | null = null;
  const listeners = new Set<() => void>();

  function set(value: Value): void {
    chosen = value;
    for (const listener of listeners) listener();
  }
  function follow({ key, newValue }: StorageEvent): void {
    if (key === name && newValue !== null && isValue(newValue)) set(newValue);
  }
  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener("storage", follow);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener("storage", follow);
    };
  }
  const get = () => chosen;
  const onServer = () => null;

  return {
    use: (sent) => useSyncExternalStore(subscribe, get, onServer) ?? sent,
    choose(value) {
      const isSecure = window.location.protocol === "https:";
      const [prefix, secure] = isSecure ? ["__Host-", "; Secure"] : ["", ""];
      // biome-ignore lint/suspicious/noDocumentCookie: the server reads it before its first paint, and not every browser has CookieStore
      document.cookie = `${prefix}${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
      writeStored(name, value);
      set(value);
    },
  };
}

/** Local storage may be full or blocked: the value is then lost when the tab closes. */
export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Nothing depends on the stored value.
  }
}

export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Local storage keys of one user; cleared before another signs in. */
export const personal = {
  recent: "plenum_recent",
  draft: "plenum_message_draft",
  schedulerFilter: "plenum_scheduler_filter",
} as const;

export function clearPersonal(): void {
  for (const name of Object.values(personal)) writeStored(name, null);
}
