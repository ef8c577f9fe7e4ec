import type { LiveChange, LiveFrame } from "~/domain/live/channel";
import { createLiveConnection } from "~/lib/live/connection";
import type { Signal, Socket, SocketEvents } from "~/lib/live/live-deps";

/** A tab and a channel, with a clock that is advanced by hand. */
export function tab({ lastChange = null, replays = 100 }: { lastChange?: number | null; replays?: number } = {}) {
  const feed: LiveChange[] = [];
  const opened: (Socket & { after: string | null; sent: string[]; open: boolean; on: SocketEvents })[] = [];
  const timers = new Set<{ at: number; run: () => void }>();
  let now = 10_000;
  let tickets: "given" | "refused" | "signed out" = "given";
  let ticketRequests = 0;
  let answers = true;
  let signal: (signal: Signal) => void = () => undefined;

  const connection = createLiveConnection({
    ticket: async () => {
      ticketRequests += 1;
      if (tickets === "refused") throw new Error("no ticket");
      return tickets === "given" ? "ticket" : null;
    },
    open: (query, on) => {
      const socket = {
        after: query.get("after"),
        sent: [] as string[],
        open: true,
        on,
        send: (text: string) => {
          socket.sent.push(text);
          if (answers) on.message("pong");
        },
        close: () => {
          socket.open = false;
        },
      };
      opened.push(socket);
      return socket;
    },
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    now: () => now,
    age: () => now,
    random: () => 0.5,
    watch: (listener) => {
      signal = listener;
      return () => {
        signal = () => undefined;
      };
    },
  });

  const socket = () => opened.at(-1);
  const say = (frame: LiveFrame) => socket()?.on.message(JSON.stringify(frame));
  const received: (string | null)[] = [];
  return {
    connection,
    opened,
    received,
    feed,
    socket,
    say,
    signal: (what: Signal) => signal(what),
    listen: () => connection.listen((change) => received.push(change?.id ?? null)),
    /** The ticket arrives and the channel sends its greeting, like the Durable Object. */
    async greeted() {
      await Promise.resolve();
      await Promise.resolve();
      const after = socket()?.after;
      const missed = after === null || after === undefined ? [] : feed.slice(Number(after));
      if (missed.length > replays) return say({ type: "reload", seq: feed.length });
      for (const [i, event] of missed.entries()) say({ type: "event", seq: Number(after) + i + 1, event });
      say({ type: "ready", seq: feed.length, quiet: lastChange });
    },
    publish(id: string, reaches = true) {
      const event = { id, kind: "moved", workOrderId: "w", by: "Priya" } as const;
      feed.push(event);
      if (reaches && socket()?.open) say({ type: "event", seq: feed.length, event });
    },
    lose: (code = 1006) => {
      const lost = socket();
      if (lost?.open) lost.on.closed(code);
    },
    pass(milliseconds: number) {
      const until = now + milliseconds;
      for (;;) {
        const due = [...timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers.delete(due);
        now = due.at;
        due.run();
      }
      now = until;
    },
    /** Number of requests for a ticket. */
    ticketRequests: () => ticketRequests,
    signOut: () => {
      tickets = "signed out";
    },
    refuseTickets: (refused: boolean) => {
      tickets = refused ? "refused" : "given";
    },
    fallSilent: () => {
      answers = false;
    },
  };
}
