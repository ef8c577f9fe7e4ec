import type { Message } from "~/domain/messages/detail.server";

/** Messages that are drawn at a time, of however many a conversation has. */
export const MOST_SHOWN = 150;
/** By so many what is drawn moves up or down. */
const STEP = 50;

interface Page {
  items: readonly Message[];
  hasOlder: boolean;
  hasNewer: boolean;
}

/** What was fetched of a conversation, without a gap, and the part of it that is drawn. */
export interface MessageWindow {
  all: readonly Message[];
  hasOlder: boolean;
  hasNewer: boolean;
  /** So many of the newest fetched ones are not drawn. */
  skip: number;
}

export function startOf({ items, hasOlder, hasNewer }: Page): MessageWindow {
  return { all: items, hasOlder, hasNewer, skip: 0 };
}

export function shownOf({ all, hasOlder, hasNewer, skip }: MessageWindow) {
  const end = all.length - skip;
  const start = Math.max(0, end - MOST_SHOWN);
  return { items: all.slice(start, end), hasAbove: start > 0 || hasOlder, hasBelow: skip > 0 || hasNewer };
}

/** The part that is drawn moved within what was fetched; null where that must be fetched first. */
export function moved(state: MessageWindow, direction: "older" | "newer"): MessageWindow | null {
  if (direction === "newer") return state.skip > 0 ? { ...state, skip: Math.max(0, state.skip - STEP) } : null;
  return state.all.length - state.skip > MOST_SHOWN ? { ...state, skip: state.skip + STEP } : null;
}

/** With the newest as they were read again; what was fetched before stays where it joins them. */
export function withLatest(state: MessageWindow, latest: Page): MessageWindow {
  const first = latest.items[0]?.seq;
  const last = state.all.at(-1)?.seq;
  const joins = first !== undefined && last !== undefined && first <= last + 1 && (state.all[0]?.seq ?? 0) <= first;
  if (!joins) return startOf(latest);
  const before = state.all.filter(({ seq }) => seq < first);
  // A page around a found message ends where it did, though more was fetched below it.
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

/** With a further page above or below. */
export function withPage(state: MessageWindow, page: Page | null): MessageWindow {
  const [first, last] = [page?.items[0]?.seq, page?.items.at(-1)?.seq];
  if (!page || first === undefined || last === undefined)
    return page ? { ...state, hasOlder: state.hasOlder && page.hasOlder } : state;
  const [oldest, newest] = [state.all[0]?.seq ?? 0, state.all.at(-1)?.seq ?? 0];
  if (last === oldest - 1) {
    const all = [...page.items, ...state.all];
    const drawn = all.length - state.skip;
    // What is newly on top is drawn at once, and as much goes at the bottom.
    return {
      ...state,
      all,
      hasOlder: page.hasOlder,
      skip: drawn > MOST_SHOWN ? state.skip + page.items.length : state.skip,
    };
  }
  if (first === newest + 1) return { ...state, all: [...state.all, ...page.items], hasNewer: page.hasNewer, skip: 0 };
  return state;
}
