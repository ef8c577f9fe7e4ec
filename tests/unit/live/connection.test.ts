import fc from "fast-check";
import { expect, test } from "vitest";
import { tab } from "#tests/support/live-tab";

test("all screens in a tab share one connection", async () => {
  const one = tab();
  one.listen();
  one.listen();
  await one.greeted();
  one.publish("a");
  expect(one.opened).toHaveLength(1);
  expect(one.received).toEqual(["a", "a"]);
  expect(one.connection.state()).toBe("live");
});

test("after losing its connection, it reconnects and receives each missed change once", async () => {
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
  expect(one.received).toEqual(["a", "b", "c"]);
  expect(one.connection.state()).toBe("live");
});

test("if it is too far behind, it reports that anything may have changed", async () => {
  const one = tab({ replays: 2 });
  one.listen();
  await one.greeted();
  one.lose();
  for (const id of ["a", "b", "c"]) one.publish(id);
  one.pass(1000);
  await one.greeted();
  expect(one.received).toEqual([null]);
});

test.each([
  ["a change between reading the page's data and connecting is reported", 5000, [null]],
  ["a page newer than the last change gets no event", 60_000, []],
])("%s", async (_, lastChange, received) => {
  const one = tab({ lastChange });
  one.listen();
  await one.greeted();
  expect(one.received).toEqual(received);
});

test("without a ticket it keeps retrying after a pause", async () => {
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

test("without a session it retries rarely, and at once when the person returns", async () => {
  const one = tab();
  one.signOut();
  one.listen();
  await one.greeted();
  for (let seconds = 0; seconds < 120; seconds += 1) {
    one.pass(1000);
    await one.greeted();
  }
  expect(one.connection.state()).toBe("reconnecting");
  expect(one.ticketRequests()).toBeLessThan(8);
  one.refuseTickets(false);
  one.signal("shown");
  await one.greeted();
  expect(one.connection.state()).toBe("live");
});

test("a connection that does not answer is dropped", async () => {
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

test("a tab hidden for five minutes disconnects, and reconnects when shown", async () => {
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
  expect(one.received).toEqual(["a", "b"]);
});

test("a tab hidden for a short time keeps its connection", async () => {
  const one = tab();
  one.listen();
  await one.greeted();
  one.signal("hidden");
  one.pass(60_000);
  one.signal("shown");
  one.pass(600_000);
  expect(one.opened).toHaveLength(1);
});

test("after the session ends it retries rarely until the next sign-in", async () => {
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

test("it reconnects at once when the server asks for a fresh ticket", async () => {
  const one = tab();
  one.listen();
  await one.greeted();
  one.say({ type: "bye", seq: 0, code: 4408 });
  one.pass(500);
  await one.greeted();
  expect(one.connection.state()).toBe("live");
});

test("when the network returns, it does not wait for the next retry", async () => {
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

test("without listeners it closes after a while, and a quick return finds it still open", async () => {
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

test("once closed, it stays closed whatever the tab does, and listening again resumes nothing", async () => {
  const one = tab();
  const leave = one.listen();
  await one.greeted();
  one.publish("a");
  one.connection.close();
  expect(one.socket()?.open).toBe(false);
  one.signal("online");
  leave();
  one.pass(3_600_000);
  await one.greeted();
  expect(one.opened).toHaveLength(1);
  one.listen();
  await one.greeted();
  expect(one.opened).toHaveLength(2);
  expect(one.socket()?.after).toBeNull();
  expect(one.received).toEqual(["a"]);
});

test("a change just before a screen subscribes is delivered to it too", async () => {
  const one = tab();
  one.listen();
  await one.greeted();
  one.publish("a");
  one.pass(500);
  one.listen();
  expect(one.received).toEqual(["a", "a"]);
});

test("whichever messages are lost, every change is delivered once and in order", async () => {
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
      expect(one.received).toEqual(one.feed.map((change) => change.id));
    }),
  );
});
