import type { Message } from "~/domain/messages/detail.server";

/** Maximum number of messages rendered at a time, however many a conversation has. */
const MAX_SHOWN = 150;
/** How many messages the rendered part moves up or down at a time. */
const STEP = 50;

interface Page {
  items: readonly Message[];
  hasOlder: boolean;
  hasNewer: boolean;
}

/** The loaded messages of a conversation, without gaps, and which of them are rendered. */
interface MessageWindow {
  all: readonly Message[];
  hasOlder: boolean;
  hasNewer: boolean;
  /** Number of newest loaded messages that are not rendered. */
  skip: number;
}

export function startOf({ items, hasOlder, hasNewer }: Page): MessageWindow {
  return { all: items, hasOlder, hasNewer, skip: 0 };
}

export function shownOf({ all, hasOlder, hasNewer, skip }: MessageWindow) {
  const end = all.length - skip;
  const start = Math.max(0, end - MAX_SHOWN);
  return { items: all.slice(start, end), hasAbove: start > 0 || hasOlder, hasBelow: skip > 0 || hasNewer };
}

/** Moves the rendered part within the loaded messages; null if more must be loaded first. */
export function moved(state: MessageWindow, direction: "older" | "newer"): MessageWindow | null {
  if (direction === "newer") return state.skip > 0 ? { ...state, skip: Math.max(0, state.skip - STEP) } : null;
  return state.all.length - state.skip > MAX_SHOWN ? { ...state, skip: state.skip + STEP } : null;
}

/** Merges reloaded latest messages; messages loaded before stay if they connect to them. */
export function withLatest(state: MessageWindow, latest: Page): MessageWindow {
  const first = latest.items[0]?.seq;
  const last = state.all.at(-1)?.seq;
  const joins = first !== undefined && last !== undefined && first <= last + 1 && (state.all[0]?.seq ?? 0) <= first;
  if (!joins) return startOf(latest);
  const before = state.all.filter(({ seq }) => seq < first);
  // A page around a search result ends where it did, although more was loaded below it.
  const lastRead = latest.items.at(-1)?.seq ?? 0;
  const after = latest.hasNewer ? state.all.filter(({ seq }) => seq > lastRead) : [];
  const all = [...before, ...latest.items, ...after];
  const grown = Math.max(0, all.length - state.all.length);
  return {
    all,
    hasOlder: before.length > 0 ? state.hasOlder : latest.hasOlder,
    hasNewer: latest.hasNewer && (after.length > 0 ? state.hasNewer : latest.hasNewer),
    skip: state.skip > 0 ? state.skip + grown : 0,
  };
}

/** Adds a page above or below. */
export function withPage(state: MessageWindow, page: Page | null): MessageWindow {
  const [first, last] = [page?.items[0]?.seq, page?.items.at(-1)?.seq];
  if (!page || first === undefined || last === undefined)
    return page ? { ...state, hasOlder: state.hasOlder && page.hasOlder } : state;
  const [oldest, newest] = [state.all[0]?.seq ?? 0, state.all.at(-1)?.seq ?? 0];
  if (last === oldest - 1) {
    const all = [...page.items, ...state.all];
    const drawn = all.length - state.skip;
    // New messages at the top are rendered immediately, and as many at the bottom are removed.
    return {
      ...state,
      all,
      hasOlder: page.hasOlder,
      skip: drawn > MAX_SHOWN ? state.skip + page.items.length : state.skip,
    };
  }
  if (first === newest + 1) return { ...state, all: [...state.all, ...page.items], hasNewer: page.hasNewer, skip: 0 };
  return state;
}
