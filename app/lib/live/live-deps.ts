import type { LiveChange } from "~/domain/live/rules";
import type { After } from "./clock";

const LIVE_STATES = ["connecting", "live", "reconnecting"] as const;
export type LiveState = (typeof LIVE_STATES)[number];

/** Called with what changed; with null where anything may have. */
export type Listener = (change: LiveChange | null) => void;

/** A WebSocket, as far as it is used here. */
export interface Socket {
  send: (text: string) => void;
  close: () => void;
}

export interface SocketEvents {
  message: (text: string) => unknown;
  closed: (code: number) => unknown;
}

/** `leaving`: the page goes away, perhaps to be brought back as it was. */
export type Signal = "shown" | "hidden" | "online" | "leaving";

/** What the connection needs of the browser; a test passes its own. */
export interface LiveDeps {
  /** A one-use ticket. @throws where none is given out */
  ticket: () => Promise<string>;
  open: (query: URLSearchParams, on: SocketEvents) => Socket;
  after: After;
  now: () => number;
  /** Milliseconds: the page's data is at most so old. */
  age: () => number;
  random: () => number;
  /** Answers how to stop watching. */
  watch: (listener: (signal: Signal) => void) => () => void;
}
