import { useRef } from "react";

/** Returned instead of data that could not be reloaded. */
interface Unread {
  isUnread: true;
}

/**
 * Loads a screen's data. If a reload fails while the screen is shown, a lost connection or an ended session leaves the
 * screen up with stale data. `addressOf` is the part of the URL that the data depends on. @throws the loader's error
 * when the address differs
 */
export async function readOrKeep<T>(
  { request, serverLoader }: { request: Request; serverLoader: () => Promise<T> },
  addressOf: (url: URL) => string,
): Promise<T | Unread> {
  try {
    return await serverLoader();
  } catch (error) {
    if (addressOf(new URL(request.url)) !== addressOf(new URL(window.location.href))) throw error;
    return { isUnread: true };
  }
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
