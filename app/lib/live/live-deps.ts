import type { LiveChange } from "~/domain/live/channel";
import type { After } from "./clock";

const LIVE_STATES = ["connecting", "live", "reconnecting"] as const;
export type LiveState = (typeof LIVE_STATES)[number];

/** Called with the change; null if anything may have changed. */
export type Listener = (change: LiveChange | null) => void;

/** The part of WebSocket that is used here. */
export interface Socket {
  send: (text: string) => void;
  close: () => void;
}

export interface SocketEvents {
  message: (text: string) => unknown;
  closed: (code: number) => unknown;
}

/** `leaving`: the page is being unloaded and may be restored from the back/forward cache. */
export type Signal = "shown" | "hidden" | "online" | "leaving";

/** Browser features the connection depends on; tests pass their own. */
export interface LiveDeps {
  /** A one-use ticket; null without a session. @throws if none is issued */
  ticket: () => Promise<string | null>;
  open: (query: URLSearchParams, on: SocketEvents) => Socket;
  after: After;
  now: () => number;
  /** Maximum age of the page's data, in milliseconds. */
  age: () => number;
  random: () => number;
  /** Returns a function that stops watching. */
  watch: (listener: (signal: Signal) => void) => () => void;
}
