import fc from "fast-check";
import { expect, test } from "vitest";
import { createLiveConnection } from "~/components/live/connection";
import type { Signal, Socket, SocketEvents } from "~/components/live/surroundings";
import type { LiveChange, LiveFrame } from "~/domain/live/rules";

/** A tab and a room, with a clock that is moved by hand. */
function tab({ lastChange = null, replays = 100 }: { lastChange?: number | null; replays?: number } = {}) {
  const feed: LiveChange[] = [];
  const opened: (Socket & { after: string | null; sent: string[]; open: boolean; on: SocketEvents })[] = [];
  const timers = new Set<{ at: number; run: () => void }>();
  let now = 10_000;
  let tickets = true;
  let answers = true;
  let signal: (signal: Signal) => void = () => undefined;

  const connection = createLiveConnection({
    ticket: async () => {
      if (!tickets) throw new Error("no ticket");
      return "ticket";
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
    watch: (told) => {
      signal = told;
    },
  });

  const socket = () => opened.at(-1);
  const say = (frame: LiveFrame) => socket()?.on.message(JSON.stringify(frame));
  const told: (string | null)[] = [];
  return {
    connection,
    opened,
    told,
    feed,
    socket,
    say,
    signal: (what: Signal) => signal(what),
    listen: (room = "north") => connection.listen(room, (change) => told.push(change?.id ?? null)),
    /** The ticket arrives and the room greets, as the Durable Object does. */
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
    refuseTickets: (refused: boolean) => {
      tickets = !refused;
    },
    fallSilent: () => {
      answers = false;
    },
  };
}

test("every screen of a tab shares one connection", async () => {
  const one = tab();
  one.listen();
  one.listen();
  await one.greeted();
  one.publish("a");
  expect(one.opened).toHaveLength(1);
  expect(one.told).toEqual(["a", "a"]);
  expect(one.connection.state()).toBe("live");
});

test("after a loss it comes back and hears what it missed, once", async () => {
  const one = tab();
  one.listen();
  await one.greeted();
  one.publish("a");
  one.lose();
  expect(one.connection.state()).toBe("reconnecting");
  one.publish("b");
  one.pass(1000);
  await one.greeted();
  one.publish("c");
  expect(one.socket()?.after).toBe("1");
  expect(one.told).toEqual(["a", "b", "c"]);
  expect(one.connection.state()).toBe("live");
});

test("too far behind, it says that anything may have changed", async () => {
  const one = tab({ replays: 2 });
  one.listen();
  await one.greeted();
  one.lose();
  for (const id of ["a", "b", "c"]) one.publish(id);
  one.pass(1000);
  await one.greeted();
  expect(one.told).toEqual([null]);
});

test.each([
  ["a change between the page's data and the first greeting is made up for", 5000, [null]],
  ["a page newer than the last change is left alone", 60_000, []],
])("%s", async (_, lastChange, told) => {
  const one = tab({ lastChange });
  one.listen();
  await one.greeted();
  expect(one.told).toEqual(told);
});

test("without a ticket it tries again, more and more seldom", async () => {
  const one = tab();
  one.refuseTickets(true);
  one.listen();
  await one.greeted();
  expect(one.connection.state()).toBe("reconnecting");
  one.pass(374);
  await one.greeted();
  expect(one.opened).toHaveLength(0);
  one.refuseTickets(false);
  one.pass(2000);
  await one.greeted();
  expect(one.connection.state()).toBe("live");
});

test("a line that does not answer is given up", async () => {
  const one = tab();
  one.listen();
  await one.greeted();
  one.pass(25_000);
  expect(one.socket()?.sent).toEqual(["ping"]);
  expect(one.connection.state()).toBe("live");
  one.fallSilent();
  one.pass(25_000 + 8000);
  expect(one.connection.state()).toBe("reconnecting");
  one.pass(1000);
  await one.greeted();
  expect(one.opened).toHaveLength(2);
  expect(one.opened[0]?.open).toBe(false);
});

test("nobody has looked at the tab for five minutes: it rests, and resumes when looked at", async () => {
  const one = tab();
  one.listen();
  await one.greeted();
  one.publish("a");
  one.signal("hidden");
  one.pass(299_000);
  expect(one.socket()?.open).toBe(true);
  one.pass(1000);
  expect(one.socket()?.open).toBe(false);
  one.publish("b");
  one.pass(3_600_000);
  expect(one.opened).toHaveLength(1);
  one.signal("shown");
  await one.greeted();
  expect(one.told).toEqual(["a", "b"]);
});

test("a short look elsewhere keeps the line", async () => {
  const one = tab();
  one.listen();
  await one.greeted();
  one.signal("hidden");
  one.pass(60_000);
  one.signal("shown");
  one.pass(600_000);
  expect(one.opened).toHaveLength(1);
});

test("the session ended: it keeps trying, seldom, until somebody has signed in again", async () => {
  const one = tab();
  one.listen();
  await one.greeted();
  one.refuseTickets(true);
  one.say({ type: "bye", seq: 0, code: 4401 });
  expect(one.connection.state()).toBe("reconnecting");
  one.refuseTickets(false);
  one.pass(20_000);
  expect(one.opened).toHaveLength(1);
  one.connection.retryNow();
  await one.greeted();
  expect(one.connection.state()).toBe("live");
});

test("asked for a fresh ticket, it comes straight back", async () => {
  const one = tab();
  one.listen();
  await one.greeted();
  one.say({ type: "bye", seq: 0, code: 4408 });
  one.pass(500);
  await one.greeted();
  expect(one.connection.state()).toBe("live");
});

test("the network is back: no waiting for the next try", async () => {
  const one = tab();
  one.listen();
  await one.greeted();
  for (let i = 0; i < 6; i++) {
    one.lose();
    one.pass(30_000);
    await Promise.resolve();
    await Promise.resolve();
  }
  one.lose();
  const tries = one.opened.length;
  one.signal("online");
  await one.greeted();
  expect(one.opened).toHaveLength(tries + 1);
  expect(one.connection.state()).toBe("live");
});

test("nobody listens any more: it closes after a while, and a quick return finds it open", async () => {
  const one = tab();
  const leave = one.listen();
  await one.greeted();
  leave();
  one.pass(10_000);
  const leaveAgain = one.listen();
  one.pass(60_000);
  expect(one.opened).toHaveLength(1);
  expect(one.socket()?.open).toBe(true);
  leaveAgain();
  one.pass(15_000);
  expect(one.socket()?.open).toBe(false);
});

test("another business is another room: nothing is resumed", async () => {
  const one = tab();
  one.listen("north")();
  await one.greeted();
  one.publish("a");
  one.listen("south");
  await one.greeted();
  expect(one.opened).toHaveLength(2);
  expect(one.socket()?.after).toBeNull();
});

test("a change that came just before a screen began to listen is told to it as well", async () => {
  const one = tab();
  one.listen();
  await one.greeted();
  one.publish("a");
  one.pass(500);
  one.listen();
  expect(one.told).toEqual(["a", "a"]);
});

test("whatever is lost on the way, every change is told once and in order", async () => {
  const step = fc.constantFrom("publish", "publish unheard and lose", "lose", "wait", "look away and back");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const one = tab();
      one.listen();
      await one.greeted();
      for (const [i, what] of steps.entries()) {
        if (what === "publish") one.publish(`${i}`);
        if (what === "publish unheard and lose") {
          one.publish(`${i}`, false);
          one.lose();
        }
        if (what === "lose") one.lose();
        if (what === "look away and back") {
          one.signal("hidden");
          one.pass(301_000);
          one.signal("shown");
          await one.greeted();
        }
        if (what === "wait") {
          one.pass(31_000);
          if (one.connection.state() !== "live") await one.greeted();
        }
      }
      one.lose();
      one.pass(31_000);
      await one.greeted();
      expect(one.told).toEqual(one.feed.map((change) => change.id));
    }),
  );
});
