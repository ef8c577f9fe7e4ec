/** What the board or the scheduler shows in this tab, and for which address. Written in the browser alone. */
let shown: { address: string; data: object } | null = null;

export function rememberShown(address: string, data: object): void {
  shown = { address, data };
}

/**
 * Reads the board; where that fails while it stands on the page, a lost connection or an ended session costs its freshness and
 * not the board: it stays, marked `stale`. @throws what `read` threw where there is no such board
 */
export async function readOrKeep<T extends object>(address: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (shown?.address !== address || !isLike<T>(shown.data)) throw error;
    return { ...shown.data, stale: true };
  }
}

/** Guarantee: a screen is remembered by its own address, so one address has one shape of data. */
function isLike<T extends object>(data: object): data is T {
  return "address" in data;
}
