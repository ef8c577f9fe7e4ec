import { useRef } from "react";

/** In place of data that could not be read anew. */
interface Unread {
  isUnread: true;
}

/**
 * Reads a screen's data; where that fails while the screen stands, a lost connection or an ended session costs its freshness
 * and not the screen. `addressOf` is the part of an address that the data depends on. @throws what `read` threw elsewhere
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

/** What was read last; stale where it could not be read since. */
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
