import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { useRef } from "react";

/** Returned instead of data that could not be reloaded. */
interface Unread {
  isUnread: true;
}

/**
 * The `clientLoader` of a screen whose loader's type is `Loader`. If a reload fails while the screen is shown, a lost
 * connection or an ended session leaves the screen up with stale data. `addressOf` is the part of the URL that the data
 * depends on; where it differs, the loader's error is thrown.
 */
export function keepingLastRead<Loader>(addressOf: (url: URL) => string) {
  return async ({ request, serverLoader }: ClientLoaderFunctionArgs) => {
    try {
      return await serverLoader<Loader>();
    } catch (error) {
      if (addressOf(new URL(request.url)) !== addressOf(new URL(window.location.href))) throw error;
      const unread: Unread = { isUnread: true };
      return unread;
    }
  };
}

/** The last data loaded; stale if it could not be reloaded since. */
export function useLastRead<T extends object>(read: T | Unread): { data: T; isStale: boolean } {
  const last = useRef<T>();
  const isStale = isUnread(read);
  if (!isUnread(read)) last.current = read;
  if (!last.current) throw new Error("The screen was never read");
  return { data: last.current, isStale };
}

function isUnread(read: object): read is Unread {
  return "isUnread" in read;
}
