import {
  CLOSE_CODES,
  HEARTBEAT,
  type LiveChange,
  type LiveFrame,
  mayHaveMissed,
  parseFrame,
} from "~/domain/live/channel";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { backoffMs } from "~/lib/backoff";
import { createClock } from "./clock";
import type { Listener, LiveDeps, LiveState, Signal, Socket } from "./live-deps";

const heartbeatEvery = 25_000;
const answersWithin = 8000;
const opensWithin = 15_000;
const restsAfterHidden = 5 * MINUTE_MS;
const lingersFor = 15_000;
const recently = 2000;
const FIRST_PAUSE_MS = 500;

export type LiveConnection = ReturnType<typeof createLiveConnection>;

/**
 * The single live connection of an organization's screens, open while any of them listens. Reconnects after a loss and
 * resumes by sequence number, so that no change is missed or delivered twice; pauses when the tab has been hidden for
 * five minutes.
 */
export function createLiveConnection(deps: LiveDeps) {
  const listeners = new Set<Listener>();
  const watchers = new Set<() => void>();
  let seq: number | null = null;
  let state: LiveState = "connecting";
  let failures = 0;
  let socket: Socket | null = null;
  /** Numbers the connection attempts; events from earlier attempts are ignored. */
  let current = 0;
  let resting = false;
  let unwatch: (() => void) | null = null;
  let newest: { change: LiveChange; at: number } | null = null;
  const clock = createClock(deps.after);

  /** Calls `listener` for every change until the returned function is called. */
  function listen(listener: Listener): () => void {
    unwatch ??= deps.watch(notice);
    listeners.add(listener);
    clock.cancel("linger");
    if (newest && deps.now() - newest.at < recently) listener(newest.change);
    if (!socket && !clock.waits("retry") && !clock.waits("opening") && !resting) void connect();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && unwatch) clock.set("linger", lingersFor, closeSocket);
    };
  }

  async function connect(): Promise<void> {
    closeSocket();
    if (listeners.size === 0) return;
    const mine = current;
    clock.set("opening", opensWithin, retry);
    try {
      const ticket = await deps.ticket();
      if (mine !== current) return;
      if (ticket === null) return lost(CLOSE_CODES.sessionEnded);
      const query = new URLSearchParams({ token: ticket });
      if (seq !== null) query.set("after", String(seq));
      socket = deps.open(query, {
        message: (text) => mine === current && heard(text),
        closed: (code) => mine === current && lost(code),
      });
    } catch {
      if (mine === current) retry();
    }
  }

  /** Closes the socket and cancels its timers without notifying anyone. */
  function closeSocket(): void {
    current += 1;
    const old = socket;
    socket = null;
    clock.cancel("opening", "retry", "beat", "answer", "linger");
    old?.close();
  }

  /** Called when the screens are gone. Listening again starts over. */
  function close(): void {
    closeSocket();
    clock.cancel("rest");
    unwatch?.();
    unwatch = null;
    resting = false;
    seq = null;
    newest = null;
    failures = 0;
    state = "connecting";
  }

  function lost(code: number): void {
    if (code === CLOSE_CODES.renew) failures = 0;
    // Without a session there is no ticket: retry at the longest interval, or when the user signs in again.
    if (code === CLOSE_CODES.sessionEnded) failures = Math.max(failures, 8);
    retry();
  }

  function retry(): void {
    closeSocket();
    failures += 1;
    show("reconnecting");
    clock.set("retry", backoffMs(failures, { firstMs: FIRST_PAUSE_MS, random: deps.random }), () => void connect());
  }

  /** Reconnects at once, for a user who is waiting. */
  function retryNow(): void {
    if (state === "live" && socket) return;
    failures = 0;
    void connect();
  }

  function heard(text: string): void {
    clock.cancel("answer");
    const frame = parseFrame(text);
    if (frame) take(frame);
  }

  function take(frame: LiveFrame): void {
    switch (frame.type) {
      case "event":
        if (seq !== null && frame.seq <= seq) return;
        seq = frame.seq;
        newest = { change: frame.event, at: deps.now() };
        tell(frame.event);
        return;
      case "ready": {
        const first = seq === null;
        seq = frame.seq;
        settle();
        if (first && mayHaveMissed(frame.quiet, deps.age())) tell(null);
        return;
      }
      case "reload":
        seq = frame.seq;
        settle();
        tell(null);
        return;
      case "bye":
        lost(frame.code);
        return;
    }
  }

  function settle(): void {
    failures = 0;
    clock.cancel("opening");
    show("live");
    beat();
  }

  function beat(): void {
    clock.set("beat", heartbeatEvery, () => {
      ask();
      beat();
    });
  }

  function ask(): void {
    if (!socket || state !== "live") return;
    clock.set("answer", answersWithin, retry);
    socket.send(HEARTBEAT.ask);
  }

  function notice(signal: Signal): void {
    switch (signal) {
      case "hidden":
        clock.set("rest", restsAfterHidden, rest);
        return;
      case "leaving":
        rest();
        return;
      case "shown":
        clock.cancel("rest");
        if (resting || state !== "live") reconnect();
        else ask();
        return;
      case "online":
        if (!resting) reconnect();
        return;
    }
  }

  function rest(): void {
    resting = true;
    closeSocket();
    show("reconnecting");
  }

  function reconnect(): void {
    resting = false;
    if (listeners.size > 0) retryNow();
  }

  function tell(change: LiveChange | null): void {
    for (const listener of [...listeners]) listener(change);
  }

  function show(next: LiveState): void {
    if (state === next) return;
    state = next;
    for (const watcher of watchers) watcher();
  }

  return {
    listen,
    close,
    retryNow,
    state: () => state,
    subscribe(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
